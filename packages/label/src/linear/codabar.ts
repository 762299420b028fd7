import { LabelError } from '../errors.ts';
import { sumOf } from './symbol.ts';
import type { LinearSymbol } from './symbol.ts';

/** Wide elements of each character, four bars and three spaces in turn (EN 798, table 1). */
const WIDE: Readonly<Record<string, string>> = {
  '0': '0000011',
  '1': '0000110',
  '2': '0001001',
  '3': '1100000',
  '4': '0010010',
  '5': '1000010',
  '6': '0100001',
  '7': '0100100',
  '8': '0110000',
  '9': '1001000',
  '-': '0001100',
  $: '0011000',
  ':': '1000101',
  '/': '1010001',
  '.': '1010100',
  '+': '0010101',
  A: '0011010',
  B: '0101001',
  C: '0001011',
  D: '0001110',
};
const WIDE_MODULES = 3;
/** Longer than any symbol a scanner reads in one pass. */
export const CODABAR_MAX_LENGTH = 60;
const BARE = /^[0-9\-$:/.+]+$/;
const WITH_ENDS = /^[A-D][0-9\-$:/.+]+[A-D]$/;

/** Digits and - $ : / . +, between start and stop letters A–D: A and A where they are not given. */
export function encodeCodabar(content: string): LinearSymbol {
  const text = content.toUpperCase();
  if (text.length === 0 || text.length > CODABAR_MAX_LENGTH)
    throw new LabelError('code-not-encodable', `Codabar 的内容须为 1–${CODABAR_MAX_LENGTH} 个字符`);
  const whole = BARE.test(text) ? `A${text}A` : text;
  if (!WITH_ENDS.test(whole))
    throw new LabelError(
      'code-not-encodable',
      'Codabar 只能放数字和 - $ : / . +，首尾可以各有一个 A 到 D 的字母',
    );
  const widths = Array.from(whole).flatMap((character, i) => [
    ...(i === 0 ? [] : [1]),
    ...Array.from(WIDE[character] ?? '', (wide) => (wide === '1' ? WIDE_MODULES : 1)),
  ]);
  const modules = sumOf(widths);
  return {
    widths,
    modules,
    quiet: { left: 10, right: 10 },
    text: [{ text, from: 0, to: modules }],
  };
}
