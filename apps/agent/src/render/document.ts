import { deflateSync } from 'node:zlib';
import type { Setup } from '@yunbiao/contract/printing/print-setup';
import { supportsVectors } from '@yunbiao/contract/limits/print-config';
import {
  bitmapToPageRaster,
  bitmapToPdf,
  bitmapToPng,
  createPdfWriter,
  getDotsPerMm,
  rasterizeScene,
  computeLabelRowDots,
  computeRowWidthMm,
  joinLabelsSideBySide,
} from '@yunbiao/label';
import type { Bitmap, Deflate, Scene } from '@yunbiao/label';
import type { DocumentFormat, PageFormats } from '../document-format.ts';
import type { Page } from '../printer/queue.ts';

export const deflate: Deflate = (bytes, level) => deflateSync(bytes, { level });

/** Labels of a row, from left to right. */
export type Scenes = readonly [Scene, ...Scene[]];
type Encoder = (setup: Setup, scenes: Scenes) => Uint8Array;

/** Builds a PDF page of the size of the stock. Each label is clipped at its edges. */
const encodeVectorPdf: Encoder = (setup, scenes) => {
  const perMm = getDotsPerMm(setup.dpi);
  const { lefts } = setup.columns > 1 ? computeLabelRowDots(setup) : { lefts: [0] };
  const pdf = createPdfWriter({ deflate });
  const page = pdf.addSheet({
    paper: { widthMm: computeRowWidthMm(setup), heightMm: setup.heightMm },
    labels: scenes.map((scene, place) => ({ scene, xMm: (lefts[place] ?? 0) / perMm, yMm: 0 })),
  });
  return Buffer.concat([page, pdf.finish()]);
};

/** Rasterizes a row, or the label itself on a roll with one column. */
export const rasterizeRow = (setup: Setup, [first, ...otherScenes]: Scenes): Bitmap =>
  setup.columns > 1
    ? joinLabelsSideBySide(
        [first, ...otherScenes].map((scene) => rasterizeScene(scene)),
        computeLabelRowDots(setup),
      )
    : rasterizeScene(first);

/** Rasterizes a row onto a page of the size of the stock. */
export const rasterizePage = (setup: Setup, scenes: Scenes): Bitmap => {
  const row = rasterizeRow(setup, scenes);
  const perMm = getDotsPerMm(setup.dpi);
  const height = Math.max(1, Math.round(setup.heightMm * perMm));
  const width = Math.max(1, Math.round(computeRowWidthMm(setup) * perMm));
  const size = { width: Math.min(row.width, width), height: Math.min(row.height, height) };
  const croppedRow: Bitmap = {
    ...row,
    ...size,
    data: row.data.subarray(0, size.height * row.stride),
  };
  // A smaller row is placed in the corner of the page.
  const page = joinLabelsSideBySide([croppedRow], { width, lefts: [0], label: width });
  if (page.height === height) return page;
  const data = new Uint8Array(page.stride * height);
  data.set(page.data);
  return { ...page, height, data };
};

const encodeDotsPdf = ({ dpi }: Setup, bitmap: Bitmap): Uint8Array =>
  bitmapToPdf(bitmap, dpi, deflate);

const createRasterEncoder =
  (kind: Parameters<typeof bitmapToPageRaster>[2]): Encoder =>
  (setup, scenes) =>
    bitmapToPageRaster(rasterizePage(setup, scenes), setup.dpi, kind);

/** Encoder of each format. A missing format does not compile. */
const ENCODERS: Readonly<Record<DocumentFormat, Encoder>> = {
  dots: (setup, scenes) => encodeDotsPdf(setup, rasterizePage(setup, scenes)),
  pdf: encodeVectorPdf,
  'pwg-black': createRasterEncoder('pwg-black'),
  'pwg-gray': createRasterEncoder('pwg-gray'),
  urf: createRasterEncoder('urf'),
  // Bitmap in printer dots, black and white.
  png: (setup, scenes) => bitmapToPng(rasterizePage(setup, scenes), deflate, { dpi: setup.dpi }),
};

/** Chooses the format for a setup. An older server does not send `vector`: then dots. */
export const chooseDocumentFormat = (
  { vector, language, dpi }: Pick<Setup, 'vector' | 'language' | 'dpi'>,
  formats: PageFormats,
): DocumentFormat =>
  vector && supportsVectors({ language, dpi }) ? formats.vectorFormat : formats.defaultFormat;

/** Encodes a row of labels as a one-page document. Throws LabelError. */
export const encodeDocument = (format: DocumentFormat, setup: Setup, scenes: Scenes): Uint8Array =>
  ENCODERS[format](setup, scenes);

/** Same as {@link encodeDocument}, with the page's properties. Throws LabelError. */
export const encodePage = (
  format: DocumentFormat,
  setup: Setup,
  scenes: Scenes,
): { bytes: Uint8Array; page: Page } => {
  const page = { format, widthMm: computeRowWidthMm(setup), heightMm: setup.heightMm };
  if (format !== 'dots') return { bytes: encodeDocument(format, setup, scenes), page };
  const bitmap = rasterizePage(setup, scenes);
  return {
    bytes: encodeDotsPdf(setup, bitmap),
    page: { ...page, dots: { bitmap, dpi: setup.dpi } },
  };
};
