import { LabelError } from '../errors.ts';
import { type Bitmap, createBitmap } from './bitmap.ts';

/** Widest row of labels, in dots: 300 mm at 600 dpi. */
const MAX_WIDTH = 7087;

/**
 * One row of a roll with several labels across: the labels from the left, `gapDots` apart, on a bitmap as wide as the
 * whole row, so that the last row of a batch may have fewer. Each label is drawn for itself before: what hangs over
 * one does not come out on its neighbour.
 * @throws LabelError `bad-media` for more labels than columns, labels of different sizes, or too wide a row
 */
export function sideBySide(
  labels: readonly Bitmap[],
  { columns, gapDots }: { columns: number; gapDots: number },
): Bitmap {
  const [first] = labels;
  if (first === undefined || labels.length > columns)
    throw new LabelError('bad-media', `一排要有 1 到 ${columns} 张标签`);
  const { width, height } = first;
  if (labels.some((label) => label.width !== width || label.height !== height))
    throw new LabelError('bad-media', '一排里的标签要一样大');
  const whole = columns * width + (columns - 1) * gapDots;
  if (!(gapDots >= 0 && whole <= MAX_WIDTH)) throw new LabelError('bad-media', '一排标签太宽');
  const row = createBitmap(whole, height);
  for (const [index, label] of labels.entries()) stamp(row, label, index * (width + gapDots));
  return row;
}

/** Rows end in white up to a whole byte, so that whole bytes can be shifted in. */
function stamp(row: Bitmap, label: Bitmap, left: number): void {
  const shift = left & 7;
  for (let y = 0; y < label.height; y += 1)
    for (let byte = 0; byte < label.stride; byte += 1) {
      const value = label.data[y * label.stride + byte] ?? 0;
      const at = y * row.stride + (left >> 3) + byte;
      if (value === 0) continue;
      row.data[at] = (row.data[at] ?? 0) | (value >> shift);
      const carry = (value << (8 - shift)) & 0xff;
      if (carry !== 0) row.data[at + 1] = (row.data[at + 1] ?? 0) | carry;
    }
}
