import { LabelError } from '../../errors.ts';
import { symbolWithLine } from '../symbol.ts';
import type { LinearSymbol } from '../symbol.ts';
import { characterWidths, LIMITED } from './characters.ts';
import { elementWidths } from './element-widths.ts';
import { getGtin } from './gtin.ts';

const TITLE = 'GS1 DataBar 限定式';
const HALF_VALUES = 2_013_571;
/** Modules of the bars (ISO/IEC 24724, 6.1). */
const MIN_HEIGHT = 10;

/** First and last of the check characters that are used, of 441 there could be (annex C). */
const CHECKS = [
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
/** Spaces of a check character, or its bars: six of them, eight modules. */
const CHECK_WIDTHS = { modules: 8, elements: 6, most: 3, needsNarrow: false };
const CHECK_SETS = 21;

/** GS1 DataBar Limited, for a GTIN that begins with 0 or 1. */
export function encodeDataBarLimited(content: string): LinearSymbol {
  const gtin = getGtin(TITLE, content);
  if (gtin > '2')
    throw new LabelError(
      'code-not-encodable',
      `${TITLE} 的 GTIN 要以 0 或 1 开头，现在是“${gtin}”`,
    );
  const value = Number(gtin.slice(0, 13));
  const left = characterWidths(LIMITED, Math.floor(value / HALF_VALUES));
  const right = characterWidths(LIMITED, value % HALF_VALUES);
  const check = CHECKS[checkValue([...left, ...right])] ?? 0;
  const bars = elementWidths(check % CHECK_SETS, CHECK_WIDTHS);
  const middle = elementWidths(Math.floor(check / CHECK_SETS), CHECK_WIDTHS).flatMap((space, i) => [
    space,
    bars[i] ?? 0,
  ]);
  // The first space of the left guard is part of the light around the symbol.
  const widths = Uint8Array.from([1, ...left, ...middle, 1, 1, ...right, 1, 1]);
  return symbolWithLine(widths, `(01)${gtin}`, {
    quiet: { left: 1, right: 5 },
    leastHeight: MIN_HEIGHT,
  });
}

/** The sum of all widths, weighted with the powers of 3, modulo 89. */
function checkValue(widths: readonly number[]): number {
  let [sum, weight] = [0, 1];
  for (const width of widths) {
    sum += width * weight;
    weight = (weight * 3) % 89;
  }
  return sum % 89;
}
