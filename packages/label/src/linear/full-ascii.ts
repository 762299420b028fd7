/**
 * Spelling of each ASCII character in Code 39: itself, or one of $ % / + and a letter (ISO/IEC
 * 16388, annex A). Code 93 uses shifts of the same names and the same letters for characters it
 * lacks.
 */
export const FULL_ASCII: readonly string[] = Array.from({ length: 128 }, (_, code) =>
  spellFullAsciiCharacter(code),
);

function spellFullAsciiCharacter(code: number): string {
  const character = String.fromCharCode(code);
  if (/[0-9A-Z .-]/.test(character)) return character;
  const createShiftPair = (shift: string, offset: number): string =>
    shift + String.fromCharCode('A'.charCodeAt(0) + offset);
  if (code === 0) return createShiftPair('%', 20);
  if (code <= 26) return createShiftPair('$', code - 1);
  if (code <= 31) return createShiftPair('%', code - 27);
  if (code <= 58) return createShiftPair('/', code - 33);
  if (code <= 63) return createShiftPair('%', code - 59 + 5);
  if (code === 64) return createShiftPair('%', 21);
  if (code <= 95) return createShiftPair('%', code - 91 + 10);
  if (code === 96) return createShiftPair('%', 22);
  if (code <= 122) return createShiftPair('+', code - 97);
  return createShiftPair('%', code - 123 + 15);
}
