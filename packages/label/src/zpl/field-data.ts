import { decodeText, isUtf8 } from './encoding.ts';
import type { Encoding } from './encoding.ts';

/** Data of a field: as a code takes it, and as people read it. */
export type FieldData = { bytes: Uint8Array; text: string };

export type Reading = {
  encoding: Encoding;
  /** Of `^FH`, as a character code; undefined without it. */
  hexMark?: number | undefined;
  /** Typed or pasted: its characters are known, and in UTF-8 here whatever `^CI` says of bytes. */
  isTyped: boolean;
};

/** Undoes `^FH` and drops line ends, which are no data (guide: ^FD). */
export function readFieldData(
  data: Uint8Array,
  { encoding, hexMark, isTyped }: Reading,
): FieldData {
  const out = new Uint8Array(data.length);
  /** Where bytes begin that were written as hex, or are again as they came. */
  const changes: number[] = [];
  let isHex = false;
  let length = 0;
  const put = (byte: number, wasHex: boolean): void => {
    if (wasHex !== isHex) changes.push(length);
    isHex = wasHex;
    out[length] = byte;
    length += 1;
  };
  for (let at = 0; at < data.length; at += 1) {
    const byte = data[at] ?? 0;
    const value = byte === hexMark ? hexPair(data[at + 1], data[at + 2]) : -1;
    if (value >= 0) {
      put(value, true);
      at += 2;
    } else if (byte !== 0x0a && byte !== 0x0d) put(byte, false);
  }
  const bytes = out.slice(0, length);
  const text =
    isTyped && !isUtf8(encoding)
      ? decodeParts(bytes, changes, encoding)
      : decodeText(bytes, encoding);
  return { bytes, text };
}

const TYPED: Encoding = { set: 28, table: '' };

/** What was typed is UTF-8; only what was written as hex is in the encoding of the stream. */
function decodeParts(bytes: Uint8Array, changes: readonly number[], encoding: Encoding): string {
  let text = '';
  for (let i = 0, from = 0; i <= changes.length; i += 1) {
    const to = changes[i] ?? bytes.length;
    text += decodeText(bytes.subarray(from, to), i % 2 === 0 ? TYPED : encoding);
    from = to;
  }
  return text;
}

function hexPair(first = 0, second = 0): number {
  const [high, low] = [hexDigit(first), hexDigit(second)];
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

/** Value of a hex digit's character code, or -1. */
export function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code & 0xdf;
  return letter >= 0x41 && letter <= 0x46 ? letter - 0x37 : -1;
}
