import { CHARACTERS } from './characters.ts';
import { computeCheckDigit } from './check-digits.ts';
import { refuse } from './refuse.ts';
import { getTrouble } from './rules.ts';
import type { Part } from './table.ts';

/** Cuts a value into its parts from the left, each as long as it may be. What is too much is in no part. */
function pieces(parts: readonly Part[], value: string): { part: Part; piece: string }[] {
  let from = 0;
  return parts.map((part) => {
    const piece = value.slice(from, from + part.max);
    from += part.max;
    return { part, piece };
  });
}

/** A character as a sentence can show it. */
function shown(character: string): string {
  if (character === ' ') return '空格';
  const code = character.codePointAt(0) ?? 0;
  return /\p{C}/u.test(character)
    ? `“U+${code.toString(16).toUpperCase().padStart(4, '0')}”`
    : `“${character}”`;
}

function checkCharacters(ai: string, parts: readonly Part[], value: string): void {
  let [place, until, at] = [0, 0, -1];
  for (const character of value) {
    while (place >= until && at + 1 < parts.length) {
      at += 1;
      until += parts[at]?.max ?? 0;
    }
    const { all, name } = CHARACTERS[parts[at]?.characters ?? 'x'];
    place += 1;
    if (all.has(character)) continue;
    refuse(`(${ai}) 的第 ${place} 位不能是${shown(character)}，只能用${name}`);
  }
}

/** The lengths a value may have, as ranges. */
function listLengths(parts: readonly Part[]): { min: number; max: number }[] {
  const lengths = [{ min: 0, max: 0 }];
  for (const part of parts) {
    const before = lengths.at(-1) ?? { min: 0, max: 0 };
    if (!part.optional) lengths.pop();
    lengths.push({ min: before.min + part.min, max: before.max + part.max });
  }
  return lengths;
}

function checkLength(ai: string, parts: readonly Part[], { length }: string): void {
  const lengths = listLengths(parts);
  if (lengths.some(({ min, max }) => length >= min && length <= max)) return;
  const wanted = lengths.map(({ min, max }) => (min === max ? `${min}` : `${min} 到 ${max}`));
  refuse(`(${ai}) 的内容要 ${wanted.join(' 或 ')} 位，现在有 ${length} 位`);
}

/** Adds a check digit that was left out, where nothing but it can be what is missing. */
function withCheckDigit(ai: string, parts: readonly Part[], value: string): string {
  const [key, ...more] = parts;
  if (key?.rule !== 'check' || more.some(({ min }) => min > 0)) return value;
  if (value.length !== key.max - 1) return value;
  const looksComplete = computeCheckDigit(value.slice(0, -1)) === value.slice(-1);
  if (key.max === 14 && looksComplete)
    refuse(
      `(${ai}) 的内容要 14 位，现在有 13 位：如果它是 13 位的商品条码，请在前面补 0，写成 0${value}`,
    );
  return value + computeCheckDigit(value);
}

/** The value as it is encoded. Throws what is wrong with it. */
export function checkedValue(ai: string, parts: readonly Part[], typed: string): string {
  if (typed === '') refuse(`(${ai}) 后面没有内容`);
  checkCharacters(ai, parts, typed);
  const value = withCheckDigit(ai, parts, typed);
  checkLength(ai, parts, value);
  for (const { part, piece } of pieces(parts, value)) {
    const trouble = part.rule && piece !== '' ? getTrouble(part.rule, piece) : undefined;
    if (trouble !== undefined) refuse(`(${ai}) 的${trouble}`);
  }
  return value;
}
