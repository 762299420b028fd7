import type { BitWriter } from './bits.ts';

export type SegmentMode = 'numeric' | 'alphanumeric' | 'byte';
/** A run of `bytes` from `start` up to `end`, in one mode. */
export type Segment = { mode: SegmentMode; start: number; end: number };

const MODES = ['numeric', 'alphanumeric', 'byte'] as const;
const MODE_BITS = { numeric: 1, alphanumeric: 2, byte: 4 };
/** Widths of the character count for versions 1–9, 10–26, 27–40 (ISO/IEC 18004, table 3). */
const COUNT_BITS = { numeric: [10, 12, 14], alphanumeric: [9, 11, 13], byte: [8, 16, 16] };

const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';
const ALPHANUMERIC_VALUE = new Int8Array(256).fill(-1);
for (let i = 0; i < ALPHANUMERIC.length; i += 1) ALPHANUMERIC_VALUE[ALPHANUMERIC.charCodeAt(i)] = i;

/** Which of the three widths of the character count a version uses. */
export function versionClass(version: number): 0 | 1 | 2 {
  return version < 10 ? 0 : version < 27 ? 1 : 2;
}

function countBits(mode: SegmentMode, group: 0 | 1 | 2): number {
  return COUNT_BITS[mode][group] ?? 16;
}

export function segmentBits(segment: Segment, group: 0 | 1 | 2): number {
  const count = segment.end - segment.start;
  const header = 4 + countBits(segment.mode, group);
  if (segment.mode === 'byte') return header + count * 8;
  if (segment.mode === 'alphanumeric') return header + Math.floor(count / 2) * 11 + (count % 2) * 6;
  return header + Math.floor(count / 3) * 10 + (count % 3 === 0 ? 0 : (count % 3) * 3 + 1);
}

/**
 * Splits the bytes into the segments that take the fewest bits. Costs are counted in sixths of a bit
 * (a digit is 10/3, an alphanumeric 11/2), rounded up to whole bits where a segment ends.
 */
export function splitSegments(bytes: Uint8Array, group: 0 | 1 | 2): Segment[] {
  const count = bytes.length;
  const cameFrom = new Uint8Array(count * 3);
  // Three of each, by name: a label waits for this, and lists of three take twice as long.
  const toNumeric = (4 + countBits('numeric', group)) * 6;
  const toAlphanumeric = (4 + countBits('alphanumeric', group)) * 6;
  const toByte = (4 + countBits('byte', group)) * 6;
  let [numeric, alphanumeric, byte] = [toNumeric, toAlphanumeric, toByte];
  for (let i = 0; i < count; i += 1) {
    const value = bytes[i] ?? 0;
    // Before the first byte nothing has been opened yet, so there is nothing to switch from.
    const numericEnded = i === 0 ? NEVER : wholeBits(numeric);
    const alphanumericEnded = i === 0 ? NEVER : wholeBits(alphanumeric);
    const byteEnded = i === 0 ? NEVER : wholeBits(byte);
    let from = 0;
    let least = numeric;
    if (alphanumericEnded + toNumeric < least) {
      least = alphanumericEnded + toNumeric;
      from = 1;
    }
    if (byteEnded + toNumeric < least) {
      least = byteEnded + toNumeric;
      from = 2;
    }
    cameFrom[i * 3] = from;
    const inNumeric = isDigit(value) ? least + 20 : NEVER;
    from = 0;
    least = numericEnded + toAlphanumeric;
    if (alphanumeric < least) {
      least = alphanumeric;
      from = 1;
    }
    if (byteEnded + toAlphanumeric < least) {
      least = byteEnded + toAlphanumeric;
      from = 2;
    }
    cameFrom[i * 3 + 1] = from;
    const inAlphanumeric = (ALPHANUMERIC_VALUE[value] ?? -1) >= 0 ? least + 33 : NEVER;
    from = 0;
    least = numericEnded + toByte;
    if (alphanumericEnded + toByte < least) {
      least = alphanumericEnded + toByte;
      from = 1;
    }
    if (byte < least) {
      least = byte;
      from = 2;
    }
    cameFrom[i * 3 + 2] = from;
    byte = least + 48;
    numeric = Math.min(NEVER, inNumeric);
    alphanumeric = Math.min(NEVER, inAlphanumeric);
  }
  return tracePath(cameFrom, [numeric, alphanumeric, byte], count);
}

/** In sixths of a bit, rounded up to whole ones. */
const wholeBits = (sixths: number): number => Math.ceil(sixths / 6) * 6;

/** Far more than any content takes, and twice as much is still a small number. */
const NEVER = 2 ** 29;

function tracePath(cameFrom: Uint8Array, cost: readonly number[], count: number): Segment[] {
  let mode = 0;
  for (let i = 1; i < 3; i += 1) if ((cost[i] ?? Infinity) < (cost[mode] ?? Infinity)) mode = i;
  const segments: Segment[] = [];
  let end = count;
  for (let i = count - 1; i >= 0; i -= 1) {
    const before = cameFrom[i * 3 + mode] ?? 0;
    if (before !== mode || i === 0) {
      segments.unshift({ mode: MODES[mode] ?? 'byte', start: i, end });
      end = i;
      mode = before;
    }
  }
  return segments;
}

/** Writes mode, count and data of one segment. */
export function writeSegment(
  out: BitWriter,
  bytes: Uint8Array,
  segment: Segment,
  group: 0 | 1 | 2,
): void {
  const { mode, start, end } = segment;
  out.write(MODE_BITS[mode], 4);
  out.write(end - start, countBits(mode, group));
  if (mode === 'byte') for (let i = start; i < end; i += 1) out.write(bytes[i] ?? 0, 8);
  else if (mode === 'numeric') writeDigits(out, bytes, start, end);
  else writeAlphanumeric(out, bytes, start, end);
}

function writeDigits(out: BitWriter, bytes: Uint8Array, start: number, end: number): void {
  for (let i = start; i < end; i += 3) {
    const digits = Math.min(3, end - i);
    let value = 0;
    for (let j = 0; j < digits; j += 1) value = value * 10 + (bytes[i + j] ?? 48) - 48;
    out.write(value, digits * 3 + 1);
  }
}

function writeAlphanumeric(out: BitWriter, bytes: Uint8Array, start: number, end: number): void {
  for (let i = start; i < end; i += 2) {
    const first = ALPHANUMERIC_VALUE[bytes[i] ?? 0] ?? 0;
    if (i + 1 < end) out.write(first * 45 + (ALPHANUMERIC_VALUE[bytes[i + 1] ?? 0] ?? 0), 11);
    else out.write(first, 6);
  }
}

function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57;
}
