import { LabelError } from '../errors.ts';
import { type Bitmap, whitenRowSpan, createBitmap } from './bitmap.ts';

/** Maximum width of a row of labels, in dots: 300 mm at 600 dpi. */
const MAX_WIDTH = 7087;

/** Position of labels on a row, in dots. */
export type RowDots = {
  /** Width of the entire row. */
  width: number;
  /** Left edges of the columns; labels are clipped at the edges of the row. */
  lefts: readonly number[];
  /** Width of a label on the roll; drawn labels are clipped to it. */
  label: number;
};

/**
 * Joins labels to one row of a roll with several labels across. The bitmap always has the width of
 * the full row, since the last row of a batch may have fewer labels. Each label is clipped to the
 * label width of the roll, so that overhang does not print on its neighbour.
 * @throws LabelError `bad-media` for more labels than columns, labels of different sizes, or a row
 * that is too wide
 */
export function joinLabelsSideBySide(labels: readonly Bitmap[], row: RowDots): Bitmap {
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
  const clipWidth = Math.min(width, row.label);
  for (const [index, label] of labels.entries())
    stampLabel(bitmap, label, { left: row.lefts[index] ?? 0, cut: clipWidth });
  const { stride, data } = bitmap;
  for (let y = 0; y < height; y += 1) whitenRowSpan(data, y * stride, row.width, stride * 8);
  return bitmap;
}

/**
 * Draws the dots of a label before `cut` at `left`, which may be outside the row; shifts whole
 * bytes.
 */
function stampLabel(
  row: Bitmap,
  label: Bitmap,
  { left, cut }: { left: number; cut: number },
): void {
  const shift = left & 7;
  const bytes = (cut + 7) >> 3;
  const last = (0xff << (bytes * 8 - cut)) & 0xff;
  const blackenByte = (y: number, at: number, value: number): void => {
    if (at < 0 || at >= row.stride) return;
    const index = y * row.stride + at;
    row.data[index] = (row.data[index] ?? 0) | value;
  };
  for (let y = 0; y < label.height; y += 1)
    for (let byte = 0; byte < bytes; byte += 1) {
      const value = (label.data[y * label.stride + byte] ?? 0) & (byte === bytes - 1 ? last : 0xff);
      if (value === 0) continue;
      const at = (left >> 3) + byte;
      blackenByte(y, at, value >> shift);
      blackenByte(y, at + 1, (value << (8 - shift)) & 0xff);
    }
}
