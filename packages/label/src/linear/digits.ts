import { LabelError } from '../errors.ts';
import { computeCheckDigit } from '../gs1/check-digits.ts';

const NOT_DIGITS = /[^0-9]/;

/**
 * Throws LabelError unless the content is digits only; the message names the symbology and the
 * first other character.
 */
export function requireDigits(title: string, content: string): void {
  const badDigit = NOT_DIGITS.exec(content);
  if (badDigit === null) return;
  const [character = ''] = Array.from(content.slice(badDigit.index));
  throw new LabelError('code-not-encodable', `${title} 只能放数字，不能有“${character}”`);
}

/** Returns `length` digits with a valid check digit; appends an omitted check digit. */
export function ensureCheckDigit(title: string, content: string, length: number): string {
  requireDigits(title, content);
  if (content.length === length - 1) return content + computeCheckDigit(content);
  if (content.length !== length) {
    throw new LabelError(
      'code-not-encodable',
      `${title} 要 ${length - 1} 位数字（校验位自动加上）或连校验位 ${length} 位，现在是 ${content.length} 位`,
    );
  }
  const right = computeCheckDigit(content.slice(0, -1));
  if (content.endsWith(right)) return content;
  throw new LabelError(
    'code-not-encodable',
    `${title} 的校验位不对：“${content}”的最后一位应为 ${right}`,
  );
}
