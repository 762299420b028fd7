/**
 * How Code 39 says each ASCII character: by itself, or by one of $ % / + and a letter (ISO/IEC 16388, annex A). Code 93 says
 * what it has no character for by shifts of the same names and the same letters.
 */
export const FULL_ASCII: readonly string[] = Array.from({ length: 128 }, (_, code) => spell(code));

function spell(code: number): string {
  const character = String.fromCharCode(code);
  if (/[0-9A-Z .-]/.test(character)) return character;
  const pair = (shift: string, offset: number): string =>
    shift + String.fromCharCode('A'.charCodeAt(0) + offset);
  if (code === 0) return pair('%', 20);
  if (code <= 26) return pair('$', code - 1);
  if (code <= 31) return pair('%', code - 27);
  if (code <= 58) return pair('/', code - 33);
  if (code <= 63) return pair('%', code - 59 + 5);
  if (code === 64) return pair('%', 21);
  if (code <= 95) return pair('%', code - 91 + 10);
  if (code === 96) return pair('%', 22);
  if (code <= 122) return pair('+', code - 97);
  return pair('%', code - 123 + 15);
}
