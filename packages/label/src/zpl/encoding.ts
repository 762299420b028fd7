/**
 * Characters 128 to 255 of code page 850, which `^CI0` to `^CI13` are made of. The guide replaces a few characters below
 * 128 in 1 to 12; here they stay ASCII.
 */
const CODE_PAGE_850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤' +
  'ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

/** What TextDecoder calls the encodings of `^CI`. */
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

/** With two bytes a character, by a table in the printer that `^SE` names. */
const BY_TABLE = new Set([14, 16, 26]);

/** Which characters the bytes of fields are. */
export type Encoding = {
  /** Of `^CI`. */
  set: number;
  /** Of `^SE`: `GB18030.DAT`; '' when none was named. */
  table: string;
};

/** Of a table: GBK with its later extensions unless its name says another one. */
function tableEncoding(table: string): string {
  if (/BIG ?5|TRAD/.test(table)) return 'big5';
  if (/JIS/.test(table)) return 'shift_jis';
  if (/KS|UHC|KOR|JOHAB/.test(table)) return 'euc-kr';
  return 'gb18030';
}

export const isUtf8 = ({ set }: Encoding): boolean => set === 28;

/** Whether the guide has such a set at all. */
export const isKnownSet = (set: number): boolean =>
  (set >= 0 && set <= 13) || BY_TABLE.has(set) || NAMES.has(set);

const decoders = new Map<string, TextDecoder>();

/** The characters of field data; what is none in the encoding becomes U+FFFD. */
export function decodeText(bytes: Uint8Array, { set, table }: Encoding): string {
  const name = BY_TABLE.has(set) ? tableEncoding(table) : NAMES.get(set);
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
