import type { QrLevel } from '../../template.ts';
import { decodeLatin1 } from '../lexer.ts';

/** Switches before the data of a QR code (guide: ^BQ, considerations for ^FD). */
export type QrData = {
  level: QrLevel;
  data: Uint8Array;
  /** Warning in Chinese; '' when there is none. */
  trouble: string;
};

const SWITCHES = /^(?:D\d{4}[0-9A-F]{2},)?([HQML])?([AM]),/i;
const MAX_HEAD = 16;
/** Bytes at the start of the data that a printer always takes as switches. */
const HEAD_BYTES = 3;

export function readQrData(field: Uint8Array): QrData {
  const head = decodeLatin1(field.subarray(0, MAX_HEAD));
  const match = SWITCHES.exec(head);
  if (match === null)
    return {
      level: 'M',
      data: field.subarray(HEAD_BYTES),
      trouble:
        '二维码的 ^FD 要以“QA,”这样的开关开头；打印机把前 3 个字当成开关，打印出来的少了它们',
    };
  const [prefix, letter = 'Q', mode = 'A'] = match;
  const level = letter.toUpperCase() as QrLevel;
  const data = field.subarray(prefix.length);
  const isManual = mode.toUpperCase() === 'M';
  return { level, data: isManual ? readManualQrSegments(data) : data, trouble: '' };
}

const COMMA = 0x2c;

/** Segments with explicit mode: `N0123,A12AB,B0005hello`. */
function readManualQrSegments(data: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let at = 0;
  while (at < data.length) {
    const kind = String.fromCharCode(data[at] ?? 0).toUpperCase();
    const countedBytes =
      kind === 'B' ? Number.parseInt(decodeLatin1(data.subarray(at + 1, at + 5)), 10) : Number.NaN;
    const from = Number.isNaN(countedBytes) ? at + 1 : at + 5;
    const comma = data.indexOf(COMMA, from);
    const to = Number.isNaN(countedBytes) ? (comma < 0 ? data.length : comma) : from + countedBytes;
    parts.push(data.subarray(from, to));
    // Skips the comma between segments.
    at = Math.max(to, from) + 1;
  }
  const joinedBytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let length = 0;
  for (const part of parts) {
    joinedBytes.set(part, length);
    length += part.length;
  }
  return joinedBytes;
}
