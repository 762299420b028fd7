import type { BitWriter } from './bits.ts';

export type SegmentMode = 'numeric' | 'alphanumeric' | 'byte';
/** The bytes from `start` to before `end`, in one mode. */
export type Segment = { mode: SegmentMode; start: number; end: number };

const MODES = ['numeric', 'alphanumeric', 'byte'] as const;
const MODE_BITS = { numeric: 1, alphanumeric: 2, byte: 4 };
/** Bits of the character count for versions 1–9, 10–26, 27–40 (ISO/IEC 18004, table 3). */
const COUNT_BITS = { numeric: [10, 12, 14], alphanumeric: [9, 11, 13], byte: [8, 16, 16] };

const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';
const ALPHANUMERIC_VALUE = new Int8Array(256).fill(-1);
for (let i = 0; i < ALPHANUMERIC.length; i += 1) ALPHANUMERIC_VALUE[ALPHANUMERIC.charCodeAt(i)] = i;

/** Index of the character count width for a version. */
export function getQrVersionClass(version: number): 0 | 1 | 2 {
  return version < 10 ? 0 : version < 27 ? 1 : 2;
}

function getCountFieldBits(mode: SegmentMode, group: 0 | 1 | 2): number {
  return COUNT_BITS[mode][group] ?? 16;
}

export function computeSegmentBits(segment: Segment, group: 0 | 1 | 2): number {
  const count = segment.end - segment.start;
  const header = 4 + getCountFieldBits(segment.mode, group);
  if (segment.mode === 'byte') return header + count * 8;
  if (segment.mode === 'alphanumeric') return header + Math.floor(count / 2) * 11 + (count % 2) * 6;
  return header + Math.floor(count / 3) * 10 + (count % 3 === 0 ? 0 : (count % 3) * 3 + 1);
}

/**
 * Splits the bytes into segments with the fewest bits. Costs are in sixths of a bit (a digit takes
 * 10/3 bits, an alphanumeric character 11/2), rounded up to whole bits at the end of a segment.
 */
// oxlint-disable-next-line house/function-length -- one loop, unrolled for the three modes to be fast
export function splitBytesIntoSegments(bytes: Uint8Array, group: 0 | 1 | 2): Segment[] {
  const count = bytes.length;
  const previousModes = new Uint8Array(count * 3);
  // Unrolled for the three modes: labels wait for this, and arrays of three take twice as long.
  const toNumeric = (4 + getCountFieldBits('numeric', group)) * 6;
  const toAlphanumeric = (4 + getCountFieldBits('alphanumeric', group)) * 6;
  const toByte = (4 + getCountFieldBits('byte', group)) * 6;
  let [numeric, alphanumeric, byte] = [toNumeric, toAlphanumeric, toByte];
  for (let i = 0; i < count; i += 1) {
    const value = bytes[i] ?? 0;
    // Before the first byte no segment is open, so there is none to switch from.
    const numericEnded = i === 0 ? UNREACHABLE : roundUpToWholeBits(numeric);
    const alphanumericEnded = i === 0 ? UNREACHABLE : roundUpToWholeBits(alphanumeric);
    const byteEnded = i === 0 ? UNREACHABLE : roundUpToWholeBits(byte);
    let from = 0;
    let min = numeric;
    if (alphanumericEnded + toNumeric < min) {
      min = alphanumericEnded + toNumeric;
      from = 1;
    }
    if (byteEnded + toNumeric < min) {
      min = byteEnded + toNumeric;
      from = 2;
    }
    previousModes[i * 3] = from;
    const inNumeric = isDigit(value) ? min + 20 : UNREACHABLE;
    from = 0;
    min = numericEnded + toAlphanumeric;
    if (alphanumeric < min) {
      min = alphanumeric;
      from = 1;
    }
    if (byteEnded + toAlphanumeric < min) {
      min = byteEnded + toAlphanumeric;
      from = 2;
    }
    previousModes[i * 3 + 1] = from;
    const inAlphanumeric = (ALPHANUMERIC_VALUE[value] ?? -1) >= 0 ? min + 33 : UNREACHABLE;
    from = 0;
    min = numericEnded + toByte;
    if (alphanumericEnded + toByte < min) {
      min = alphanumericEnded + toByte;
      from = 1;
    }
    if (byte < min) {
      min = byte;
      from = 2;
    }
    previousModes[i * 3 + 2] = from;
    byte = min + 48;
    numeric = Math.min(UNREACHABLE, inNumeric);
    alphanumeric = Math.min(UNREACHABLE, inAlphanumeric);
  }
  return traceCheapestSegments(previousModes, [numeric, alphanumeric, byte], count);
}

/** Rounds sixths of a bit up to whole bits. */
const roundUpToWholeBits = (sixths: number): number => Math.ceil(sixths / 6) * 6;

/** Exceeds any cost, and twice the value is still a small integer. */
const UNREACHABLE = 2 ** 29;

function traceCheapestSegments(
  cameFrom: Uint8Array,
  cost: readonly number[],
  count: number,
): Segment[] {
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

/** Writes mode, character count and data of one segment. */
export function writeQrSegment(
  out: BitWriter,
  bytes: Uint8Array,
  segment: Segment,
  group: 0 | 1 | 2,
): void {
  const { mode, start, end } = segment;
  out.write(MODE_BITS[mode], 4);
  out.write(end - start, getCountFieldBits(mode, group));
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
