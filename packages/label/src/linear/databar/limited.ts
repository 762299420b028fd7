import { LabelError } from '../../errors.ts';
import { createSymbolWithTextLine } from '../symbol.ts';
import type { LinearSymbol } from '../symbol.ts';
import { computeDataBarCharacterWidths, LIMITED } from './characters.ts';
import { computeBarAndSpaceWidths } from './element-widths.ts';
import { parseGtin } from './gtin.ts';

const TITLE = 'GS1 DataBar 限定式';
const HALF_VALUES = 2_013_571;
/** Minimum bar height in modules (ISO/IEC 24724, 6.1). */
const MIN_HEIGHT = 10;

/** Check characters in use, as first and last number, out of 441 possible ones (annex C). */
const CHECK_VALUES = [
  [0, 43],
  [45, 45],
  [52, 52],
  [57, 57],
  [63, 66],
  [73, 79],
  [82, 82],
  [126, 130],
  [132, 132],
  [141, 146],
  [210, 217],
  [220, 220],
  [316, 320],
  [322, 323],
  [326, 326],
  [337, 337],
].flatMap(([first = 0, last = 0]) => Array.from({ length: last - first + 1 }, (_, i) => first + i));
/** Spaces, or bars, of a check character: six elements, eight modules. */
const CHECK_WIDTHS = { modules: 8, elements: 6, most: 3, needsNarrow: false };
const CHECK_SETS = 21;

/**
 * GS1 DataBar Limited, for a GTIN that starts with 0 or 1.
 * @throws LabelError `code-not-encodable`
 */
export function encodeDataBarLimited(content: string): LinearSymbol {
  const gtin = parseGtin(TITLE, content);
  if (gtin > '2')
    throw new LabelError(
      'code-not-encodable',
      `${TITLE} 的 GTIN 要以 0 或 1 开头，现在是“${gtin}”`,
    );
  const value = Number(gtin.slice(0, 13));
  const left = computeDataBarCharacterWidths(LIMITED, Math.floor(value / HALF_VALUES));
  const right = computeDataBarCharacterWidths(LIMITED, value % HALF_VALUES);
  const check = CHECK_VALUES[computeLimitedCheckValue([...left, ...right])] ?? 0;
  const bars = computeBarAndSpaceWidths(check % CHECK_SETS, CHECK_WIDTHS);
  const middle = computeBarAndSpaceWidths(Math.floor(check / CHECK_SETS), CHECK_WIDTHS).flatMap(
    (space, i) => [space, bars[i] ?? 0],
  );
  // The first space of the left guard belongs to the quiet zone.
  const widths = Uint8Array.from([1, ...left, ...middle, 1, 1, ...right, 1, 1]);
  return createSymbolWithTextLine(widths, `(01)${gtin}`, {
    quiet: { left: 1, right: 5 },
    minHeight: MIN_HEIGHT,
  });
}

/** Sum of all widths, weighted with powers of 3, modulo 89. */
function computeLimitedCheckValue(widths: readonly number[]): number {
  let [sum, weight] = [0, 1];
  for (const width of widths) {
    sum += width * weight;
    weight = (weight * 3) % 89;
  }
  return sum % 89;
}
