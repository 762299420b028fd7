import { deflateSync } from 'node:zlib';
import type { Setup } from '@yunbiao/contract/gateway';
import { takesVectors } from '@yunbiao/contract/limits/print-config';
import {
  bitmapToPageRaster,
  bitmapToPdf,
  bitmapToPng,
  createPdf,
  dotsPerMm,
  rasterize,
  rowDots,
  rowWidthMm,
  sideBySide,
} from '@yunbiao/label';
import type { Bitmap, Deflate, Scene } from '@yunbiao/label';
import type { DocumentFormat, PageFormats } from '../document-format.ts';
import type { Page } from '../printer/queue.ts';

export const deflate: Deflate = (bytes, level) => deflateSync(bytes, { level });

/** Labels of a row, from the left. */
export type Scenes = readonly [Scene, ...Scene[]];
type Encoder = (setup: Setup, scenes: Scenes) => Uint8Array;

/** A row of labels on a page as large as their stock; each is cut off at its own edges. */
const getPdf: Encoder = (setup, scenes) => {
  const perMm = dotsPerMm(setup.dpi);
  const { lefts } = setup.columns > 1 ? rowDots(setup) : { lefts: [0] };
  const pdf = createPdf({ deflate });
  const page = pdf.sheet({
    paper: { widthMm: rowWidthMm(setup), heightMm: setup.heightMm },
    labels: scenes.map((scene, place) => ({ scene, xMm: (lefts[place] ?? 0) / perMm, yMm: 0 })),
  });
  return Buffer.concat([page, pdf.end()]);
};

/** A row of labels; on a roll with one across, that label. */
export const rowBitmap = (setup: Setup, [first, ...beside]: Scenes): Bitmap =>
  setup.columns > 1
    ? sideBySide(
        [first, ...beside].map((scene) => rasterize(scene)),
        rowDots(setup),
      )
    : rasterize(first);

/** The same as large as the stock it lies on. */
export const pageBitmap = (setup: Setup, scenes: Scenes): Bitmap => {
  const row = rowBitmap(setup, scenes);
  const perMm = dotsPerMm(setup.dpi);
  const height = Math.max(1, Math.round(setup.heightMm * perMm));
  const width = Math.max(1, Math.round(rowWidthMm(setup) * perMm));
  const whole = { width: Math.min(row.width, width), height: Math.min(row.height, height) };
  const cut: Bitmap = { ...row, ...whole, data: row.data.subarray(0, whole.height * row.stride) };
  // A row of one is put in the corner of the page, and blank around it.
  const page = sideBySide([cut], { width, lefts: [0], label: width });
  if (page.height === height) return page;
  const data = new Uint8Array(page.stride * height);
  data.set(page.data);
  return { ...page, height, data };
};

const dotsPdf = ({ dpi }: Setup, bitmap: Bitmap): Uint8Array => bitmapToPdf(bitmap, dpi, deflate);

const rasterIn =
  (kind: Parameters<typeof bitmapToPageRaster>[2]): Encoder =>
  (setup, scenes) =>
    bitmapToPageRaster(pageBitmap(setup, scenes), setup.dpi, kind);

/** What each format is made of the labels of a row; one without does not compile. */
const ENCODERS: Readonly<Record<DocumentFormat, Encoder>> = {
  dots: (setup, scenes) => dotsPdf(setup, pageBitmap(setup, scenes)),
  pdf: getPdf,
  'pwg-black': rasterIn('pwg-black'),
  'pwg-gray': rasterIn('pwg-gray'),
  urf: rasterIn('urf'),
  // In the printer's dots, black or white.
  png: (setup, scenes) => bitmapToPng(pageBitmap(setup, scenes), deflate, { dpi: setup.dpi }),
};

/** As what labels of a setup are drawn. An older server says nothing of vectors: then it is dots. */
export const formatFor = (
  { vector, language, dpi }: Pick<Setup, 'vector' | 'language' | 'dpi'>,
  formats: PageFormats,
): DocumentFormat => (vector && takesVectors({ language, dpi }) ? formats.vector : formats.usual);

/** A row of labels as a document of one page. @throws LabelError */
export const getDocument = (format: DocumentFormat, setup: Setup, scenes: Scenes): Uint8Array =>
  ENCODERS[format](setup, scenes);

/** The same, with what is to be known of its page. @throws LabelError */
export const drawPage = (
  format: DocumentFormat,
  setup: Setup,
  scenes: Scenes,
): { bytes: Uint8Array; page: Page } => {
  const page = { format, widthMm: rowWidthMm(setup), heightMm: setup.heightMm };
  if (format !== 'dots') return { bytes: getDocument(format, setup, scenes), page };
  const bitmap = pageBitmap(setup, scenes);
  return { bytes: dotsPdf(setup, bitmap), page: { ...page, dots: { bitmap, dpi: setup.dpi } } };
};
