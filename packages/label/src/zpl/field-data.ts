import { decodeZplText, isUtf8CharacterSet } from './encoding.ts';
import type { Encoding } from './encoding.ts';

/** Field data as bytes for codes and as text for people. */
export type FieldData = { bytes: Uint8Array; text: string };

export type DecodeOptions = {
  encoding: Encoding;
  /** Escape character of `^FH` as a character code; undefined without it. */
  hexMark?: number | undefined;
  /**
   * The source is the text of an editor, not a file: its characters are known and are encoded as
   * UTF-8, independent of `^CI`.
   */
  isEditorText: boolean;
};

/** Decodes `^FH` escapes and removes line ends, which are not data (guide: ^FD). */
export function decodeFieldData(
  data: Uint8Array,
  { encoding, hexMark, isEditorText }: DecodeOptions,
): FieldData {
  const out = new Uint8Array(data.length);
  /** Positions at which hex bytes start or end. */
  const changes: number[] = [];
  let isHex = false;
  let length = 0;
  const writeByte = (byte: number, wasHex: boolean): void => {
    if (wasHex !== isHex) changes.push(length);
    isHex = wasHex;
    out[length] = byte;
    length += 1;
  };
  for (let at = 0; at < data.length; at += 1) {
    const byte = data[at] ?? 0;
    const value = byte === hexMark ? parseHexPair(data[at + 1], data[at + 2]) : -1;
    if (value >= 0) {
      writeByte(value, true);
      at += 2;
    } else if (byte !== 0x0a && byte !== 0x0d) writeByte(byte, false);
  }
  const bytes = out.slice(0, length);
  const text =
    isEditorText && !isUtf8CharacterSet(encoding)
      ? decodeEditorTextAndHexParts(bytes, changes, encoding)
      : decodeZplText(bytes, encoding);
  return { bytes, text };
}

const UTF8: Encoding = { set: 28, table: '' };

/** Decodes a field from an editor: its text is UTF-8; only hex bytes use the stream's encoding. */
function decodeEditorTextAndHexParts(
  bytes: Uint8Array,
  changes: readonly number[],
  encoding: Encoding,
): string {
  let text = '';
  for (let i = 0, from = 0; i <= changes.length; i += 1) {
    const to = changes[i] ?? bytes.length;
    text += decodeZplText(bytes.subarray(from, to), i % 2 === 0 ? UTF8 : encoding);
    from = to;
  }
  return text;
}

function parseHexPair(first = 0, second = 0): number {
  const [high, low] = [parseHexDigit(first), parseHexDigit(second)];
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

/** Value of a hex digit's character code; -1 for any other character. */
export function parseHexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code & 0xdf;
  return letter >= 0x41 && letter <= 0x46 ? letter - 0x37 : -1;
}
