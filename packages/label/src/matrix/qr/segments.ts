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
  const header = MODES.map((mode) => (4 + countBits(mode, group)) * 6);
  const cameFrom = new Uint8Array(count * 3);
  const cost = Int32Array.from(header);
  const [step, ended, best] = [new Int32Array(3).fill(48), new Int32Array(3), new Int32Array(3)];
  for (let i = 0; i < count; i += 1) {
    const byte = bytes[i] ?? 0;
    step[0] = isDigit(byte) ? 20 : NEVER;
    step[1] = (ALPHANUMERIC_VALUE[byte] ?? -1) >= 0 ? 33 : NEVER;
    // Before the first byte nothing has been opened yet, so there is nothing to switch from.
    for (let from = 0; from < 3; from += 1)
      ended[from] = i === 0 ? NEVER : Math.ceil((cost[from] ?? NEVER) / 6) * 6;
    for (let to = 0; to < 3; to += 1) {
      let least = NEVER;
      for (let from = 0; from < 3; from += 1) {
        const opened =
          from === to ? (cost[to] ?? NEVER) : (ended[from] ?? NEVER) + (header[to] ?? 0);
        if (opened >= least) continue;
        least = opened;
        cameFrom[i * 3 + to] = from;
      }
      best[to] = Math.min(NEVER, least + (step[to] ?? NEVER));
    }
    cost.set(best);
  }
  return tracePath(cameFrom, cost, count);
}

/** Far more than any content takes, and twice as much is still a small number. */
const NEVER = 2 ** 29;

function tracePath(cameFrom: Uint8Array, cost: Int32Array, count: number): Segment[] {
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
