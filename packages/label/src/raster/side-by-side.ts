import { LabelError } from '../errors.ts';
import { type Bitmap, clearSpan, createBitmap } from './bitmap.ts';

/** Widest row of labels, in dots: 300 mm at 600 dpi. */
const MAX_WIDTH = 7087;

/** Where labels lie on a row, in dots. */
export type RowDots = {
  /** Of the whole row. */
  width: number;
  /** Left edges of its columns; one that is outside is cut. */
  lefts: readonly number[];
  /** Of a label of the roll: no more than that of one drawn is taken. */
  label: number;
};

/**
 * One row of a roll with several labels across: the labels from the left, on a bitmap as wide as the whole row, so that
 * the last row of a batch may have fewer. Each label is drawn for itself before, and cut to the label of the roll: what
 * hangs over one does not come out on its neighbour.
 * @throws LabelError `bad-media` for more labels than columns, labels of different sizes, or too wide a row
 */
export function sideBySide(labels: readonly Bitmap[], row: RowDots): Bitmap {
  const columns = row.lefts.length;
  const [first] = labels;
  if (first === undefined || labels.length > columns)
    throw new LabelError('bad-media', `一排要有 1 到 ${columns} 张标签`);
  const { width, height } = first;
  if (labels.some((label) => label.width !== width || label.height !== height))
    throw new LabelError('bad-media', '一排里的标签要一样大');
  if (!(row.width >= 1 && row.width <= MAX_WIDTH))
    throw new LabelError('bad-media', '一排标签太宽');
  const bitmap = createBitmap(row.width, height);
  const cut = Math.min(width, row.label);
  for (const [index, label] of labels.entries())
    stamp(bitmap, label, { left: row.lefts[index] ?? 0, cut });
  const { stride, data } = bitmap;
  for (let y = 0; y < height; y += 1) clearSpan(data, y * stride, row.width, stride * 8);
  return bitmap;
}

/** Puts the dots of a label before `cut` at `left`, which may be outside: whole bytes, shifted in. */
function stamp(row: Bitmap, label: Bitmap, { left, cut }: { left: number; cut: number }): void {
  const shift = left & 7;
  const bytes = (cut + 7) >> 3;
  const last = (0xff << (bytes * 8 - cut)) & 0xff;
  const blacken = (y: number, at: number, value: number): void => {
    if (at < 0 || at >= row.stride) return;
    const index = y * row.stride + at;
    row.data[index] = (row.data[index] ?? 0) | value;
  };
  for (let y = 0; y < label.height; y += 1)
    for (let byte = 0; byte < bytes; byte += 1) {
      const value = (label.data[y * label.stride + byte] ?? 0) & (byte === bytes - 1 ? last : 0xff);
      if (value === 0) continue;
      const at = (left >> 3) + byte;
      blacken(y, at, value >> shift);
      blacken(y, at + 1, (value << (8 - shift)) & 0xff);
    }
}
