import { createGifEncoder, decodeGifFrames, encodeSourceAsGif, readGifInfo } from '@yunbiao/gif';
import { createLabelDataCheck, layoutLabel, type LinearName, rasterizeScene } from '@yunbiao/label';
import type { Bitmap, LabelData, LinearElement, QrElement } from '@yunbiao/label';
import type { Scene, Template, TemplateElement, TextElement } from '@yunbiao/label';
import { RARE_ENCODERS } from '@yunbiao/label/rare-encoders';
import { type RawLanguage, type RawStock, readRawLabel } from '@yunbiao/label/raw';
import { drawZpl, readZpl, type ZplLabel, type ZplNotice } from '@yunbiao/label/zpl';
import { detectAll } from 'jschardet';
import { FileError } from '../../apps/site/src/kit/data/read/file-error.ts';
import { readFileTable } from '../../apps/site/src/kit/data/read/read-file.ts';
import {
  createQrElement,
  getTemplate,
  testFonts,
  createTextElement,
} from '../../packages/label/src/testing/fixtures.ts';
import { readWithZxing } from '../../packages/label/src/testing/readers.ts';
import { measureInkBox } from '../../packages/label/src/zpl/testing/drawing.ts';
import { describeRawPdfFault } from '../../packages/services/src/printing/printing/pdf/raw-pdf.ts';

const fonts = testFonts();

/** Default size of labels. */
const LABEL_SIZE = { widthMm: 100, heightMm: 60 };
/** Fills most of such a label. */
const LINEAR_BOX = { xMm: 5, yMm: 5, widthMm: 85, heightMm: 20, rotation: 0 } as const;
const SQUARE_BOX = { xMm: 5, yMm: 5, widthMm: 50, heightMm: 50 };
/** Labels of other systems: a waybill at 203 dpi. */
const RAW_STOCK: RawStock = {
  widthMm: 100,
  heightMm: 150,
  dpi: 203,
  media: 'gap',
  gapMm: 3,
  speed: 4,
};
const MAX_TABLE = { rows: 10_000, columns: 200 };
const FIELD = { name: 'code', label: '条码', required: false, maxLength: 200, sample: '1' };

type Dpi = Scene['dpi'];
type ZplPaper = {
  dpi?: Dpi;
  /** Width and height in dots. */
  w?: number;
  h?: number;
  /** Index of the label in the stream, from 0. */
  at?: number;
};
type ZplDrawing = {
  /** Number of labels in the stream. */
  total: number;
  notices: ZplNotice[];
  /** The next three are absent when the stream has no such label. */
  label?: ZplLabel;
  bitmap?: Bitmap;
  /** Bounding box of all black dots: left, top, right, bottom. */
  box?: ReturnType<typeof measureInkBox>;
};

/** Renders a label of a ZPL stream as the printer prints it, with its notices. */
const drawZplLabel = (
  source: string | Uint8Array,
  { dpi = 203, w = 800, h = 600, at = 0 }: ZplPaper = {},
): ZplDrawing => {
  const { labels, total, notices, lines } = readZpl(source, { dpi, widthDots: w, heightDots: h });
  const label = labels[at];
  if (label === undefined) return { total, notices };
  const drawn = drawZpl(label, { fonts, lines });
  const { bitmap } = drawn;
  return {
    total,
    label,
    bitmap,
    box: measureInkBox(bitmap),
    notices: [...notices, ...drawn.notices],
  };
};

/** Texts of all codes found, of every symbology. */
const readCodes = (bitmap: Bitmap): Promise<string[]> => readWithZxing(bitmap, { formats: [] });

const rankEncodings = (bytes: Uint8Array): string[] =>
  detectAll(bytes).flatMap(({ encoding }) => encoding ?? []);

/** Cells of the first sheet of a file; the error message when the file is rejected. */
const readTable = (bytes: Uint8Array): string[][] | string => {
  try {
    return readFileTable(bytes, 0, MAX_TABLE, { rank: rankEncodings }).cells;
  } catch (error) {
    // Outside cases know a rejected file by this word.
    if (error instanceof FileError) return `FileRefused: ${error.message}`;
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
};

/** Why a stream of another system is rejected, in Chinese; '' when it is accepted. */
const findRawTrouble = (language: RawLanguage, stream: string | Uint8Array): string => {
  const bytes = typeof stream === 'string' ? new TextEncoder().encode(stream) : stream;
  const reading = readRawLabel(language, bytes, RAW_STOCK);
  return 'trouble' in reading ? reading.trouble : '';
};

const layOut = (template: Template, data: LabelData, dpi: Dpi): Scene =>
  layoutLabel({ template, data, media: { dpi }, fonts, rareCodes: () => RARE_ENCODERS });

const tellWarnings = ({ warnings }: Scene): string[] =>
  warnings.map(({ code, message }) => `${code}: ${message}`);

/** Renders a label of these elements: its dots and its notices. */
const drawLabel = (
  elements: TemplateElement[],
  size: { widthMm: number; heightMm: number } = LABEL_SIZE,
  dpi: Dpi = 203,
): { bitmap: Bitmap; warnings: string[] } => {
  const scene = layOut(getTemplate(elements, size), {}, dpi);
  return { bitmap: rasterizeScene(scene), warnings: tellWarnings(scene) };
};

const createText = (content: string): TextElement =>
  createTextElement(content, { widthMm: 90, heightMm: 12, sizeMm: 4 });

const createQr = (content: string): QrElement => createQrElement(content, SQUARE_BOX);

const createLinear = (type: LinearName, content: string): LinearElement => ({
  type,
  id: 'c',
  ...LINEAR_BOX,
  content,
  showText: false,
  textSizeMm: 3,
});

/**
 * A code filled by a field: the notices about its value, and the decoded text ('' when nothing
 * decodes).
 */
const fillCode = async (
  type: LinearName | 'qr',
  value: string,
): Promise<{ told: string[]; read: string }> => {
  const content = `{{${FIELD.name}}}`;
  const element = type === 'qr' ? createQr(content) : createLinear(type, content);
  const template: Template = { ...getTemplate([element], LABEL_SIZE), fields: [FIELD] };
  const data = { [FIELD.name]: value };
  const scene = layOut(template, data, 203);
  const troubles = createLabelDataCheck(template, fonts)(data).map(({ message }) => message);
  const [read = ''] = await readCodes(rasterizeScene(scene));
  return { told: [...tellWarnings(scene), ...troubles], read };
};

/**
 * The interface for test cases outside this repository. Names and shapes are fixed, even when the
 * code behind them moves.
 */
export const createKit = () => ({
  fonts,
  gif: {
    inspect: readGifInfo,
    decode: decodeGifFrames,
    createEncoder: createGifEncoder,
    encodeSource: encodeSourceAsGif,
  },
  inkBox: measureInkBox,
  zplDraw: drawZplLabel,
  codes: readCodes,
  table: readTable,
  raw: findRawTrouble,
  pdf: describeRawPdfFault,
  label: drawLabel,
  filled: fillCode,
  text: createText,
  qr: createQr,
  linear: createLinear,
});
