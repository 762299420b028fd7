import { CHARACTERS } from './characters.ts';
import { computeCheckDigit } from './check-digits.ts';
import { throwGs1Error } from './refuse.ts';
import { describeValuePartFault } from './rules.ts';
import type { Part } from './table.ts';

/**
 * Splits a value into its parts from the left, each with its maximum length. Excess characters are
 * in no part.
 */
function splitValueIntoParts(
  parts: readonly Part[],
  value: string,
): { part: Part; piece: string }[] {
  let from = 0;
  return parts.map((part) => {
    const piece = value.slice(from, from + part.max);
    from += part.max;
    return { part, piece };
  });
}

/** Describes a character in a message. */
function describeCharacter(character: string): string {
  if (character === ' ') return '空格';
  const code = character.codePointAt(0) ?? 0;
  return /\p{C}/u.test(character)
    ? `“U+${code.toString(16).toUpperCase().padStart(4, '0')}”`
    : `“${character}”`;
}

function validateValueCharacters(ai: string, parts: readonly Part[], value: string): void {
  let [place, partEnd, partIndex] = [0, 0, -1];
  for (const character of value) {
    while (place >= partEnd && partIndex + 1 < parts.length) {
      partIndex += 1;
      partEnd += parts[partIndex]?.max ?? 0;
    }
    const { members, name } = CHARACTERS[parts[partIndex]?.characters ?? 'x'];
    place += 1;
    if (members.has(character)) continue;
    throwGs1Error(`(${ai}) 的第 ${place} 位不能是${describeCharacter(character)}，只能用${name}`);
  }
}

/** Allowed lengths of a value, as ranges. */
function listAllowedLengths(parts: readonly Part[]): { min: number; max: number }[] {
  const lengths = [{ min: 0, max: 0 }];
  for (const part of parts) {
    const before = lengths.at(-1) ?? { min: 0, max: 0 };
    if (!part.optional) lengths.pop();
    lengths.push({ min: before.min + part.min, max: before.max + part.max });
  }
  return lengths;
}

function validateValueLength(ai: string, parts: readonly Part[], { length }: string): void {
  const lengths = listAllowedLengths(parts);
  if (lengths.some(({ min, max }) => length >= min && length <= max)) return;
  const allowedLengths = lengths.map(({ min, max }) =>
    min === max ? `${min}` : `${min} 到 ${max}`,
  );
  throwGs1Error(`(${ai}) 的内容要 ${allowedLengths.join(' 或 ')} 位，现在有 ${length} 位`);
}

/** Appends an omitted check digit if nothing else can be missing. */
function addMissingCheckDigit(ai: string, parts: readonly Part[], value: string): string {
  const [key, ...otherParts] = parts;
  if (key?.rule !== 'check' || otherParts.some(({ min }) => min > 0)) return value;
  if (value.length !== key.max - 1) return value;
  const looksComplete = computeCheckDigit(value.slice(0, -1)) === value.slice(-1);
  if (key.max === 14 && looksComplete)
    throwGs1Error(
      `(${ai}) 的内容要 14 位，现在有 13 位：如果它是 13 位的商品条码，请在前面补 0，写成 0${value}`,
    );
  return value + computeCheckDigit(value);
}

/** Returns the value as encoded. Throws LabelError if it is invalid. */
export function validateGs1Value(ai: string, parts: readonly Part[], text: string): string {
  if (text === '') throwGs1Error(`(${ai}) 后面没有内容`);
  validateValueCharacters(ai, parts, text);
  const value = addMissingCheckDigit(ai, parts, text);
  validateValueLength(ai, parts, value);
  for (const { part, piece } of splitValueIntoParts(parts, value)) {
    const trouble =
      part.rule && piece !== '' ? describeValuePartFault(part.rule, piece) : undefined;
    if (trouble !== undefined) throwGs1Error(`(${ai}) 的${trouble}`);
  }
  return value;
}
