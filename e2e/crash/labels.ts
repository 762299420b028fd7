import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Language } from '@yunbiao/contract/evidence';
import type { Setup } from '@yunbiao/contract/printing/print-setup';
import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import {
  type Bitmap,
  bitmapToZpl,
  type Fonts,
  layoutLabel,
  loadFonts,
  rasterizeScene,
  type Template,
} from '@yunbiao/label';
import { Bitmap as PrintedBitmap } from '../printers/works/bitmap.ts';

const require = createRequire(import.meta.url);
let fonts: Fonts | undefined;
const loadLabelFonts = (): Fonts =>
  (fonts ??= loadFonts({
    read: (file) => readFileSync(require.resolve(`@yunbiao/label/fonts/${file}`)),
  }));

/** Three narrow labels fit on the head of a receipt printer. Dots and mm at 203 dpi: 8 per mm. */
const getWidth = (columns: number): number => (columns > 1 ? 22 : 25);
const COLUMN_GAP_MM = 2;
const DOTS = 8;

/** A small label whose dots depend on its number only. */
export const getTemplate = (columns: number): Template => ({
  version: 1,
  widthMm: getWidth(columns),
  heightMm: 15,
  fields: [{ name: 'n', label: '编号', sample: '1' }],
  elements: [
    {
      type: 'text',
      id: 'text',
      xMm: 1,
      yMm: 1,
      widthMm: getWidth(columns) - 2,
      heightMm: 12,
      rotation: 0,
      content: '第 {{n}} 张',
      sizeMm: 4,
      weight: 400,
      align: 'left',
      fit: 'shrink',
    },
  ],
});

export const getSetup = (language: Language, columns: number): Setup => ({
  language,
  dpi: 203,
  widthMm: getWidth(columns),
  heightMm: 15,
  columns,
  columnGapMm: COLUMN_GAP_MM,
  gapMm: 2,
  media: 'gap',
  finishing: LANGUAGE_FACTS[language].defaults.finishing,
  cutEach: 1,
  shiftMm: null,
  offsetXMm: 0,
  offsetYMm: 0,
  pitchScale: 100,
  rotation: 0,
  barReduction: 0,
  vector: false,
  darkness: 15,
  speed: 4,
});

const toBitmap = (n: number, columns: number): Bitmap =>
  rasterizeScene(
    layoutLabel({
      template: getTemplate(columns),
      data: { n: String(n) },
      media: { dpi: 203 },
      fonts: loadLabelFonts(),
    }),
  );

const mapNumbersByKey = (
  { labels, columns }: Batch,
  getKey: (bitmap: Bitmap) => string,
): Map<string, number> => {
  const keys = new Map<string, number>();
  for (let n = 1; n <= labels; n += 1) keys.set(getKey(toBitmap(n, columns)), n);
  if (keys.size !== labels) throw new Error('two labels look the same');
  return keys;
};

/** Number of labels, and labels per row. */
export type Batch = { labels: number; columns: number };

/** Graphic field of each label of the batch → its sequence number. */
export const listGraphics = (labels: number): Map<string, number> =>
  mapNumbersByKey({ labels, columns: 1 }, (bitmap) => {
    const zpl = Buffer.from(bitmapToZpl(bitmap)).toString('latin1');
    return /\^GF([^]*?)\^FS/.exec(zpl)?.[1] ?? '';
  });

const toPrintedBitmap = ({ width, height, data }: Bitmap): PrintedBitmap => {
  const bitmap = new PrintedBitmap(width, height);
  bitmap.data.set(data);
  return bitmap;
};

/** Hash of the dots of each label, as the test printers compute it → its sequence number. */
export const listDots = (batch: Batch): Map<string, number> =>
  mapNumbersByKey(batch, (bitmap) => toPrintedBitmap(bitmap).hash());

/** The same for paper of any size: without the blank margin. */
export const listInks = (batch: Batch): Map<string, number> =>
  mapNumbersByKey(batch, (bitmap) => toPrintedBitmap(bitmap).ink().hash());

const findFirstRow = ({ data, bytesPerRow }: PrintedBitmap): number =>
  Math.floor(data.findIndex((byte) => byte !== 0) / bytesPerRow);

/**
 * Whether a piece of paper shows only the upper part of one label; its last row may be incomplete.
 */
export const isTopOfOne = ({ labels, columns }: Batch, piece: PrintedBitmap): boolean => {
  const from = findFirstRow(piece);
  const rows = piece.ink().height - 1;
  return Array.from({ length: labels }, (_, n) => toPrintedBitmap(toBitmap(n + 1, columns))).some(
    (whole) => {
      const top = findFirstRow(whole);
      for (let y = 0; y < rows; y += 1)
        for (let x = 0; x < piece.width; x += 1)
          if (piece.get(x, from + y) !== whole.get(x, top + y)) return false;
      return true;
    },
  );
};

/** The labels of a row, cut from the paper, left to right; null when there is ink between them. */
export const listCells = (columns: number, paper: PrintedBitmap): PrintedBitmap[] | null => {
  const width = getWidth(columns) * DOTS;
  const pitch = width + COLUMN_GAP_MM * DOTS;
  const cells = Array.from({ length: columns }, (_, column) => {
    const cell = new PrintedBitmap(width, paper.height);
    for (let y = 0; y < paper.height; y += 1)
      for (let x = 0; x < width; x += 1)
        if (paper.get(column * pitch + x, y)) cell.mark(x, y, true, false);
    return cell;
  });
  const dots = cells.reduce((sum, cell) => sum + cell.blackDots(), 0);
  return dots === paper.blackDots() ? cells : null;
};

/** The labels of a printed row, `4+5+6`; undefined when one is not of the batch. */
export const getRowName = (
  columns: number,
  paper: PrintedBitmap,
  toNumber: (cell: PrintedBitmap) => number | undefined,
): string | undefined => {
  const cells = listCells(columns, paper)?.filter((cell) => cell.blackDots() > 0) ?? [];
  const numbers = cells.map(toNumber);
  return numbers.length > 0 && !numbers.includes(undefined) ? numbers.join('+') : undefined;
};
