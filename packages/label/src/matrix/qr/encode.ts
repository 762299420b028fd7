import { LabelError } from '../../errors.ts';
import type { QrLevel } from '../../template.ts';
import type { BitRows, ModuleMatrix } from '../module-matrix.ts';
import { BitWriter } from './bits.ts';
import { getQrFrame, getMaskOverlay } from './frame.ts';
import type { Frame } from './frame.ts';
import { computeMaskPenalty } from './penalty.ts';
import { computeCheckCodewords } from './reed-solomon.ts';
import {
  computeSegmentBits,
  splitBytesIntoSegments,
  getQrVersionClass,
  writeQrSegment,
} from './segments.ts';
import type { Segment } from './segments.ts';
import {
  getErrorCorrectionBlockCount,
  getCheckCodewordsPerBlock,
  countDataCodewords,
  MAX_VERSION,
  countDataAndCheckCodewords,
} from './tables.ts';

/** Quiet zone on each side, in modules (ISO/IEC 18004, 6.3.8). */
export const QR_QUIET_ZONE = 4;

/** The ECI mode indicator and 26 for UTF-8. */
const ECI_UTF8 = 0b0111_0001_1010;
const ECI_UTF8_BITS = 12;

/** A QR symbol without quiet zone. */
export type QrCode = ModuleMatrix & { version: number; level: QrLevel; mask: number };

/**
 * Encodes text as UTF-8, or raw bytes, in the smallest QR symbol (versions 1–40) of the error
 * correction level. UTF-8 that is not ASCII gets ECI 26: readers that guess take some Chinese for
 * Shift JIS. Throws LabelError `code-not-encodable` if the content is empty or does not fit version
 * 40.
 */
export function encodeQr(content: string | Uint8Array, level: QrLevel): QrCode {
  // Version 40 holds at most 7089 digits, the densest content.
  const isTooLong = content.length > 7089;
  if (content.length === 0 || isTooLong) throw createNotEncodableError(content.length === 0);
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const isUtf8 = typeof content === 'string' && bytes.length > content.length;
  const { version, segments } = chooseQrVersion(bytes, isUtf8, level);
  const frame = getQrFrame(version);
  const rows = frame.dark.slice();
  placeDataCodewords(
    frame,
    rows,
    interleaveBlocks(
      encodeQrDataCodewords({ bytes, isUtf8, segments, version, level }),
      version,
      level,
    ),
  );
  const mask = chooseQrMask(frame, rows, level);
  return {
    version,
    level,
    mask,
    width: frame.size,
    height: frame.size,
    words: frame.words,
    rows: applyQrMask(frame, rows, level, mask),
  };
}

function createNotEncodableError(isEmpty: boolean): LabelError {
  return new LabelError(
    'code-not-encodable',
    isEmpty ? '二维码的内容为空' : '二维码的内容太长，放不进一个二维码',
  );
}

function chooseQrVersion(
  bytes: Uint8Array,
  isUtf8: boolean,
  level: QrLevel,
): { version: number; segments: Segment[] } {
  for (const [first, last] of [
    [1, 9],
    [10, 26],
    [27, MAX_VERSION],
  ] as const) {
    const group = getQrVersionClass(first);
    // Skips the search for the best split if even digits would not fit.
    if (bytes.length * 10 > countDataCodewords(last, level) * 24 + 60) continue;
    const segments = splitBytesIntoSegments(bytes, group);
    const bits = segments.reduce(
      (sum, segment) => sum + computeSegmentBits(segment, group),
      isUtf8 ? ECI_UTF8_BITS : 0,
    );
    for (let version = first; version <= last; version += 1) {
      if (bits <= countDataCodewords(version, level) * 8) return { version, segments };
    }
  }
  throw createNotEncodableError(false);
}

type Data = {
  bytes: Uint8Array;
  isUtf8: boolean;
  segments: Segment[];
  version: number;
  level: QrLevel;
};

/** ECI header, segments, terminator and pad codewords (7.4.2, 7.4.9, 7.4.10). */
function encodeQrDataCodewords({ bytes, isUtf8, segments, version, level }: Data): Uint8Array {
  const capacity = countDataCodewords(version, level);
  const out = new BitWriter(capacity);
  const group = getQrVersionClass(version);
  if (isUtf8) out.write(ECI_UTF8, ECI_UTF8_BITS);
  for (const segment of segments) writeQrSegment(out, bytes, segment, group);
  out.write(0, Math.min(4, capacity * 8 - out.length));
  let pad = 0xec;
  for (let at = (out.length + 7) >> 3; at < capacity; at += 1) {
    out.bytes[at] = pad;
    pad ^= 0xec ^ 0x11;
  }
  return out.bytes;
}

/** Splits the data into blocks, adds check codewords, and interleaves both (7.6). */
function interleaveBlocks(data: Uint8Array, version: number, level: QrLevel): Uint8Array {
  const blocks = getErrorCorrectionBlockCount(version, level);
  const degree = getCheckCodewordsPerBlock(version, level);
  const shortLength = Math.floor(data.length / blocks);
  const shortBlocks = blocks - (data.length % blocks);
  const result = new Uint8Array(countDataAndCheckCodewords(version));
  let start = 0;
  for (let block = 0; block < blocks; block += 1) {
    const length = shortLength + (block < shortBlocks ? 0 : 1);
    for (let i = 0; i < length; i += 1) {
      const at = i < shortLength ? i * blocks + block : shortLength * blocks + block - shortBlocks;
      result[at] = data[start + i] ?? 0;
    }
    const check = computeCheckCodewords(data, start, start + length, degree);
    for (let i = 0; i < degree; i += 1) result[data.length + i * blocks + block] = check[i] ?? 0;
    start += length;
  }
  return result;
}

function placeDataCodewords(frame: Frame, rows: BitRows, codewords: Uint8Array): void {
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

function applyQrMask(frame: Frame, rows: BitRows, level: QrLevel, mask: number): BitRows {
  const overlay = getMaskOverlay(frame, level, mask);
  const result = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i += 1) result[i] = (rows[i] ?? 0) ^ (overlay[i] ?? 0);
  return result;
}

/** Mask with the lowest penalty; the first one on a tie. */
function chooseQrMask(frame: Frame, rows: BitRows, level: QrLevel): number {
  let best = 0;
  let lowest = Infinity;
  const data = new Int32Array(rows.buffer);
  const candidate = new Int32Array(rows.length);
  for (let mask = 0; mask < 8; mask += 1) {
    const overlay = new Int32Array(getMaskOverlay(frame, level, mask).buffer);
    for (let i = 0; i < data.length; i += 1) candidate[i] = (data[i] ?? 0) ^ (overlay[i] ?? 0);
    const penalty = computeMaskPenalty(frame, candidate, lowest);
    if (penalty < lowest) {
      lowest = penalty;
      best = mask;
    }
  }
  return best;
}
