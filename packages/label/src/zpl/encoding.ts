/**
 * Characters 128 to 255 of code page 850, the base of `^CI0` to `^CI13`. Sets 1 to 12 replace a few
 * characters below 128 in the guide; here they stay ASCII.
 */
const CODE_PAGE_850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤' +
  'ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

/** TextDecoder labels for `^CI`. */
const NAMES: ReadonlyMap<number, string> = new Map([
  [15, 'shift_jis'],
  [17, 'utf-16be'],
  [24, 'windows-1252'],
  [27, 'windows-1252'],
  [28, 'utf-8'],
  [29, 'utf-16be'],
  [30, 'utf-16le'],
  [31, 'windows-1250'],
  [33, 'windows-1251'],
  [34, 'windows-1253'],
  [35, 'windows-1254'],
  [36, 'windows-1255'],
]);

/** Double-byte encodings with a table in the printer, selected by `^SE`. */
const BY_TABLE = new Set([14, 16, 26]);

/** Encoding of field bytes. */
export type Encoding = {
  /** Number of `^CI`. */
  set: number;
  /** Table of `^SE`, e.g. `GB18030.DAT`; '' when none was named. */
  table: string;
};

/** Encoding of a table: GB18030 unless its name indicates another one. */
function resolveTableEncoding(table: string): string {
  if (/BIG ?5|TRAD/.test(table)) return 'big5';
  if (/JIS/.test(table)) return 'shift_jis';
  if (/KS|UHC|KOR|JOHAB/.test(table)) return 'euc-kr';
  return 'gb18030';
}

export const isUtf8CharacterSet = ({ set }: Encoding): boolean => set === 28;

/** Whether the guide defines this set. */
export const isKnownCharacterSet = (set: number): boolean =>
  (set >= 0 && set <= 13) || BY_TABLE.has(set) || NAMES.has(set);

const decoders = new Map<string, TextDecoder>();

/** Decodes field data; invalid bytes become U+FFFD. */
export function decodeZplText(bytes: Uint8Array, { set, table }: Encoding): string {
  const name = BY_TABLE.has(set) ? resolveTableEncoding(table) : NAMES.get(set);
  if (name === undefined) return decodeCodePage(bytes);
  const decoder = decoders.get(name) ?? new TextDecoder(name, { ignoreBOM: true });
  decoders.set(name, decoder);
  return decoder.decode(bytes);
}

function decodeCodePage(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes)
    text += byte < 0x80 ? String.fromCharCode(byte) : CODE_PAGE_850.charAt(byte - 0x80);
  return text;
}
