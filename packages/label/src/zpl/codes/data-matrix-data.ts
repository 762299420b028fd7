import { decodeLatin1 } from '../lexer.ts';

/**
 * Result of the escape sequences in a Data Matrix field (guide: ^BX, field data of quality 200).
 */
export type DataMatrixData = { data: Uint8Array; isGs1: boolean; trouble: string };

const GS = 29;
const UNDERSCORE = '_';
/** Both are defaults of some firmware; a field that starts with FNC1 shows which. */
const DEFAULT_ESCAPES = ['~', UNDERSCORE] as const;

/**
 * Reads the data of a Data Matrix field. `escape`: the command's escape character; '' when omitted.
 */
export function readDataMatrixData(field: Uint8Array, escape: string): DataMatrixData {
  const sign =
    escape ||
    DEFAULT_ESCAPES.find((prefix) => decodeLatin1(field.subarray(0, 2)) === `${prefix}1`) ||
    '';
  if (sign === '') return { data: field, isGs1: false, trouble: '' };
  const code = sign.charCodeAt(0);
  const out: number[] = [];
  let isGs1 = false;
  let trouble = '';
  for (let at = 0; at < field.length; at += 1) {
    const byte = field[at] ?? 0;
    const next = field[at + 1] ?? 0;
    if (byte !== code) out.push(byte);
    else if (next === code) at = pushValidByte(out, code, at + 1);
    else if (next === 0x31) {
      // FNC1: at the start it marks GS1, later it is a separator.
      if (out.length === 0 && !isGs1) isGs1 = true;
      else out.push(GS);
      at += 1;
    } else if (next === 0x64)
      at = pushValidByte(out, Number(decodeLatin1(field.subarray(at + 2, at + 5))), at + 4);
    else if (next >= 0x40 && next <= 0x5f) at = pushValidByte(out, next - 0x40, at + 1);
    else {
      trouble = `Data Matrix 的“${sign}${String.fromCharCode(next)}”还不会读，跳过了`;
      at += 1;
    }
  }
  return { data: Uint8Array.from(out), isGs1, trouble };
}

/** Appends a value if it is a byte. Returns the read position. */
function pushValidByte(out: number[], value: number, at: number): number {
  if (value >= 0 && value <= 255) out.push(value);
  return at;
}
