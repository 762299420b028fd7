import { LabelError } from '../errors.ts';

const NOT_DIGITS = /[^0-9]/;

/** Refuses what is not digits alone; the message names the symbology and the first character it cannot hold. */
export function requireDigits(title: string, content: string): void {
  const bad = NOT_DIGITS.exec(content);
  if (bad === null) return;
  const [character = ''] = Array.from(content.slice(bad.index));
  throw new LabelError('code-not-encodable', `${title} 只能放数字，不能有“${character}”`);
}

/** GS1's check digit of all digits given: weights 3 and 1 from the right (General Specifications, 7.9). */
export function gs1CheckDigit(digits: string): number {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const weight = (digits.length - i) % 2 === 1 ? 3 : 1;
    sum += (digits.charCodeAt(i) - 48) * weight;
  }
  return (10 - (sum % 10)) % 10;
}

/** `length` digits with a right check digit: one is added where it is missing. */
export function withCheckDigit(title: string, content: string, length: number): string {
  requireDigits(title, content);
  if (content.length === length - 1) return content + String(gs1CheckDigit(content));
  if (content.length !== length) {
    throw new LabelError(
      'code-not-encodable',
      `${title} 要 ${length - 1} 位数字（校验位自动加上）或连校验位 ${length} 位，现在是 ${content.length} 位`,
    );
  }
  const right = gs1CheckDigit(content.slice(0, -1));
  if (content.endsWith(String(right))) return content;
  throw new LabelError(
    'code-not-encodable',
    `${title} 的校验位不对：“${content}”的最后一位应为 ${right}`,
  );
}
