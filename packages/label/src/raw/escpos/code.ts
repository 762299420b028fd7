const NUL = 0;
const MAX_CODE_BYTES = 255;

/** Data pattern of each symbology (Epson's reference, `GS k`). */
const SYMBOLOGIES: readonly RegExp[] = [
  /^\d{11,12}$/,
  /^(?:\d{6}|0\d{6,7}|0\d{10,11})$/,
  /^\d{12,13}$/,
  /^\d{7,8}$/,
  /^[0-9A-Z $%*+./-]+$/,
  /^(?:\d\d)+$/,
  /^[A-Da-d][0-9$+./:-]*[A-Da-d]$/,
  /^[\0-\x7f]+$/,
];
const CODE_128 = 8;

/** Data bytes of code sets A, B and C, and the characters allowed after a brace. */
const CODE_SETS: Readonly<Record<string, { data: RegExp; escapes: string }>> = {
  A: { data: /[\0-_]/, escapes: 'BCS1234' },
  B: { data: /[ -z|}~\x7f]/, escapes: 'ACS1234{' },
  C: { data: /[\0-c]/, escapes: 'AB1' },
};

function isValidCode128(text: string): boolean {
  let set = text.startsWith('{') ? CODE_SETS[text.charAt(1)] : undefined;
  if (text.length < 3) return false;
  for (let at = 2; set && at < text.length; at += 1) {
    if (text.charAt(at) === '{') {
      at += 1;
      const escape = text.charAt(at);
      if (escape === '' || !set.escapes.includes(escape)) return false;
      set = CODE_SETS[escape] ?? set;
    } else if (!set.data.test(text.charAt(at))) return false;
  }
  return set !== undefined;
}

const isValidBarcodeText = (symbology: number, text: string): boolean =>
  symbology === CODE_128 ? isValidCode128(text) : (SYMBOLOGIES[symbology]?.test(text) ?? false);

/**
 * Number of bytes `GS k` takes after its name, in its NUL-terminated form (0–6) and its counted
 * form (65–73). Null for invalid data: printers print the following bytes as text and execute
 * commands in them.
 */
export function measureBarcodeData(at: (offset: number) => number): number | null {
  const isCounted = at(0) >= 65 && at(0) <= 73;
  if (!isCounted && !(at(0) <= 6)) return null;
  const from = isCounted ? 2 : 1;
  let length = isCounted ? at(1) : 0;
  if (!isCounted) while (at(from + length) > NUL && length < MAX_CODE_BYTES) length += 1;
  if (!isCounted && at(from + length) !== NUL) return null;
  let text = '';
  for (let n = 0; n < length; n += 1) {
    const byte = at(from + n);
    if (Number.isNaN(byte)) return null;
    text += String.fromCharCode(byte);
  }
  if (!isValidBarcodeText(isCounted ? at(0) - 65 : at(0), text)) return null;
  return from + length + (isCounted ? 0 : 1);
}
