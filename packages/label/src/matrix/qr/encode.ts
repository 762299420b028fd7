import { LabelError } from '../../errors.ts';
import type { QrLevel } from '../../template.ts';
import type { BitRows, ModuleMatrix } from '../module-matrix.ts';
import { BitWriter } from './bits.ts';
import { getFrame, getOverlay } from './frame.ts';
import type { Frame } from './frame.ts';
import { computePenalty } from './penalty.ts';
import { checkCodewords } from './reed-solomon.ts';
import { segmentBits, splitSegments, versionClass, writeSegment } from './segments.ts';
import type { Segment } from './segments.ts';
import { blockCount, checkPerBlock, dataCodewords, MAX_VERSION, rawCodewords } from './tables.ts';

/** Modules of light space on each side (ISO/IEC 18004, 6.3.8). */
export const QR_QUIET_ZONE = 4;

/** The ECI mode, and 26 for UTF-8. */
const ECI_UTF8 = 0b0111_0001_1010;
const ECI_UTF8_BITS = 12;

/** A QR symbol without its quiet zone. */
export type QrCode = ModuleMatrix & { version: number; level: QrLevel; mask: number };

/**
 * The smallest QR symbol (versions 1–40) that holds the text as UTF-8, or the bytes as they are, at
 * the given error correction level. UTF-8 that is not ASCII is announced (ECI 26): readers that guess take some Chinese
 * for Shift JIS.
 * Throws LabelError `code-not-encodable` when empty or longer than version 40 holds.
 */
export function encodeQr(content: string | Uint8Array, level: QrLevel): QrCode {
  // Characters never take less than a third of a byte, so anything longer cannot fit version 40.
  const isTooLong = content.length > 7089;
  if (content.length === 0 || isTooLong) throw notEncodable(content.length === 0);
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const isUtf8 = typeof content === 'string' && bytes.length > content.length;
  const { version, segments } = chooseVersion(bytes, isUtf8, level);
  const frame = getFrame(version);
  const rows = frame.dark.slice();
  placeData(
    frame,
    rows,
    interleave(writeData({ bytes, isUtf8, segments, version, level }), version, level),
  );
  const mask = chooseMask(frame, rows, level);
  return {
    version,
    level,
    mask,
    width: frame.size,
    height: frame.size,
    words: frame.words,
    rows: applied(frame, rows, level, mask),
  };
}

function notEncodable(isEmpty: boolean): LabelError {
  return new LabelError(
    'code-not-encodable',
    isEmpty ? '二维码的内容为空' : '二维码的内容太长，放不进一个二维码',
  );
}

function chooseVersion(
  bytes: Uint8Array,
  isUtf8: boolean,
  level: QrLevel,
): { version: number; segments: Segment[] } {
  for (const [first, last] of [
    [1, 9],
    [10, 26],
    [27, MAX_VERSION],
  ] as const) {
    const group = versionClass(first);
    // Even all digits would not fit: skip the search for the best split.
    if (bytes.length * 10 > dataCodewords(last, level) * 24 + 60) continue;
    const segments = splitSegments(bytes, group);
    const bits = segments.reduce(
      (sum, segment) => sum + segmentBits(segment, group),
      isUtf8 ? ECI_UTF8_BITS : 0,
    );
    for (let version = first; version <= last; version += 1) {
      if (bits <= dataCodewords(version, level) * 8) return { version, segments };
    }
  }
  throw notEncodable(false);
}

type Data = {
  bytes: Uint8Array;
  isUtf8: boolean;
  segments: Segment[];
  version: number;
  level: QrLevel;
};

/** ECI header, segments, terminator and pad codewords (7.4.2, 7.4.9, 7.4.10). */
function writeData({ bytes, isUtf8, segments, version, level }: Data): Uint8Array {
  const capacity = dataCodewords(version, level);
  const out = new BitWriter(capacity);
  const group = versionClass(version);
  if (isUtf8) out.write(ECI_UTF8, ECI_UTF8_BITS);
  for (const segment of segments) writeSegment(out, bytes, segment, group);
  out.write(0, Math.min(4, capacity * 8 - out.length));
  let pad = 0xec;
  for (let at = (out.length + 7) >> 3; at < capacity; at += 1) {
    out.bytes[at] = pad;
    pad ^= 0xec ^ 0x11;
  }
  return out.bytes;
}

/** Splits into blocks, adds check codewords, and interleaves both (7.6). */
function interleave(data: Uint8Array, version: number, level: QrLevel): Uint8Array {
  const blocks = blockCount(version, level);
  const degree = checkPerBlock(version, level);
  const shortLength = Math.floor(data.length / blocks);
  const shortBlocks = blocks - (data.length % blocks);
  const result = new Uint8Array(rawCodewords(version));
  let start = 0;
  for (let block = 0; block < blocks; block += 1) {
    const length = shortLength + (block < shortBlocks ? 0 : 1);
    for (let i = 0; i < length; i += 1) {
      const at = i < shortLength ? i * blocks + block : shortLength * blocks + block - shortBlocks;
      result[at] = data[start + i] ?? 0;
    }
    const check = checkCodewords(data, start, start + length, degree);
    for (let i = 0; i < degree; i += 1) result[data.length + i * blocks + block] = check[i] ?? 0;
    start += length;
  }
  return result;
}

function placeData(frame: Frame, rows: BitRows, codewords: Uint8Array): void {
  const { dataWord, dataBit } = frame;
  for (let i = 0, at = 0; i < codewords.length; i += 1) {
    const byte = codewords[i] ?? 0;
    for (let bit = 7; bit >= 0; bit -= 1, at += 1) {
      if (((byte >>> bit) & 1) === 0) continue;
      const word = dataWord[at] ?? 0;
      rows[word] = (rows[word] ?? 0) | (dataBit[at] ?? 0);
    }
  }
}

function applied(frame: Frame, rows: BitRows, level: QrLevel, mask: number): BitRows {
  const overlay = getOverlay(frame, level, mask);
  const result = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i += 1) result[i] = (rows[i] ?? 0) ^ (overlay[i] ?? 0);
  return result;
}

/** The mask with the lowest penalty; the first of equals. */
function chooseMask(frame: Frame, rows: BitRows, level: QrLevel): number {
  let best = 0;
  let lowest = Infinity;
  const data = new Int32Array(rows.buffer);
  const candidate = new Int32Array(rows.length);
  for (let mask = 0; mask < 8; mask += 1) {
    const overlay = new Int32Array(getOverlay(frame, level, mask).buffer);
    for (let i = 0; i < data.length; i += 1) candidate[i] = (data[i] ?? 0) ^ (overlay[i] ?? 0);
    const penalty = computePenalty(frame, candidate, lowest);
    if (penalty < lowest) {
      lowest = penalty;
      best = mask;
    }
  }
  return best;
}
