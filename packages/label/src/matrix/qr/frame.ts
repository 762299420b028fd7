import type { QrLevel } from '../../template.ts';
import type { BitRows } from '../module-matrix.ts';
import {
  listAlignmentCentres,
  LEVEL_BITS,
  countDataAndCheckCodewords,
  getQrVersionSize,
} from './tables.ts';

/** Data of a version that does not depend on the content. */
export type Frame = {
  version: number;
  size: number;
  /** 32-bit words per row. */
  words: number;
  /** Dark function modules; the format information is left light. */
  dark: BitRows;
  /** Word index and bit mask of each data bit, in order. */
  dataWord: Uint16Array;
  dataBit: Uint32Array;
  /**
   * Keyed by level × 8 + mask: the mask over the data area plus the format information, as an XOR
   * overlay.
   */
  overlays: Map<number, BitRows>;
  isFunction: BitRows;
};

const frames = new Map<number, Frame>();

export function getQrFrame(version: number): Frame {
  let frame = frames.get(version);
  if (frame === undefined) {
    frame = buildQrFrame(version);
    frames.set(version, frame);
  }
  return frame;
}

function buildQrFrame(version: number): Frame {
  const size = getQrVersionSize(version);
  const words = (size + 31) >> 5;
  const dark = new Uint32Array(size * words);
  const isFunction = new Uint32Array(size * words);
  const setFunctionModule = (x: number, y: number, on: boolean): void => {
    const at = y * words + (x >> 5);
    const bit = 1 << (x & 31);
    isFunction[at] = (isFunction[at] ?? 0) | bit;
    if (on) dark[at] = (dark[at] ?? 0) | bit;
  };
  placeFunctionPatterns(version, size, setFunctionModule);
  const order = listDataModulePositions(
    size,
    (x, y) => (((isFunction[y * words + (x >> 5)] ?? 0) >>> (x & 31)) & 1) === 1,
  );
  const usedBits = countDataAndCheckCodewords(version) * 8;
  const dataWord = new Uint16Array(usedBits);
  const dataBit = new Uint32Array(usedBits);
  for (let i = 0; i < usedBits; i += 1) {
    const [x, y] = [order[i * 2] ?? 0, order[i * 2 + 1] ?? 0];
    dataWord[i] = y * words + (x >> 5);
    dataBit[i] = 1 << (x & 31);
  }
  return { version, size, words, dark, dataWord, dataBit, overlays: new Map(), isFunction };
}

type SetModule = (x: number, y: number, on: boolean) => void;

function placeFunctionPatterns(version: number, size: number, put: SetModule): void {
  for (let i = 0; i < size; i += 1) {
    put(6, i, i % 2 === 0);
    put(i, 6, i % 2 === 0);
  }
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    placeFinderPattern(cx, cy, size, put);
  const centres = listAlignmentCentres(version);
  const last = centres.length - 1;
  for (let i = 0; i <= last; i += 1) {
    for (let j = 0; j <= last; j += 1) {
      const onFinder = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0);
      if (!onFinder) placeAlignmentPattern(centres[i] ?? 0, centres[j] ?? 0, put);
    }
  }
  for (let i = 0; i < 9; i += 1) {
    if (i !== 6) {
      put(8, i, false);
      put(i, 8, false);
    }
    if (i < 8) {
      put(size - 1 - i, 8, false);
      put(8, size - 1 - i, false);
    }
  }
  put(8, size - 8, true);
  if (version >= 7) placeVersionInformation(version, size, put);
}

function placeFinderPattern(cx: number, cy: number, size: number, put: SetModule): void {
  for (let dy = -4; dy <= 4; dy += 1) {
    for (let dx = -4; dx <= 4; dx += 1) {
      const [x, y] = [cx + dx, cy + dy];
      if (x < 0 || y < 0 || x >= size || y >= size) continue;
      const ring = Math.max(Math.abs(dx), Math.abs(dy));
      put(x, y, ring !== 2 && ring !== 4);
    }
  }
}

function placeAlignmentPattern(cx: number, cy: number, put: SetModule): void {
  for (let dy = -2; dy <= 2; dy += 1) {
    for (let dx = -2; dx <= 2; dx += 1)
      put(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
  }
}

/** Version information, Golay (18,6) (ISO/IEC 18004, 7.10). */
function placeVersionInformation(version: number, size: number, put: SetModule): void {
  let remainder = version;
  for (let i = 0; i < 12; i += 1) remainder = (remainder << 1) ^ ((remainder >>> 11) * 0x1f25);
  const bits = (version << 12) | remainder;
  for (let i = 0; i < 18; i += 1) {
    const on = ((bits >>> i) & 1) === 1;
    const a = size - 11 + (i % 3);
    const b = Math.floor(i / 3);
    put(a, b, on);
    put(b, a, on);
  }
}

/**
 * x, y of the data modules: two columns at a time from right to left, alternating upwards and
 * downwards (7.7.3).
 */
function listDataModulePositions(
  size: number,
  isTaken: (x: number, y: number) => boolean,
): number[] {
  const order: number[] = [];
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const upward = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step += 1) {
      const y = upward ? size - 1 - step : step;
      for (const x of [right, right - 1]) if (!isTaken(x, y)) order.push(x, y);
    }
  }
  return order;
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Overlay to XOR onto the frame and data; applies a mask and writes its format information. */
export function getMaskOverlay(frame: Frame, level: QrLevel, mask: number): BitRows {
  const key = LEVEL_BITS[level] * 8 + mask;
  let overlay = frame.overlays.get(key);
  if (overlay === undefined) {
    overlay = buildMaskOverlay(frame, level, mask);
    frame.overlays.set(key, overlay);
  }
  return overlay;
}

function buildMaskOverlay(frame: Frame, level: QrLevel, mask: number): BitRows {
  const { size, words, isFunction } = frame;
  const overlay = new Uint32Array(size * words);
  const flips = MASKS[mask];
  const flipModule = (x: number, y: number): void => {
    const at = y * words + (x >> 5);
    overlay[at] = (overlay[at] ?? 0) | (1 << (x & 31));
  };
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const isFunctionModule = (((isFunction[y * words + (x >> 5)] ?? 0) >>> (x & 31)) & 1) === 1;
      if (!isFunctionModule && flips?.(x, y) === true) flipModule(x, y);
    }
  }
  placeFormatInformation(size, computeQrFormatBits(level, mask), flipModule);
  return overlay;
}

/** BCH (15,5), XORed with 101010000010010 (7.9). */
function computeQrFormatBits(level: QrLevel, mask: number): number {
  const data = (LEVEL_BITS[level] << 3) | mask;
  let remainder = data;
  for (let i = 0; i < 10; i += 1) remainder = (remainder << 1) ^ ((remainder >>> 9) * 0x537);
  return ((data << 10) | remainder) ^ 0x5412;
}

function placeFormatInformation(
  size: number,
  bits: number,
  put: (x: number, y: number) => void,
): void {
  for (let i = 0; i < 15; i += 1) {
    if (((bits >>> i) & 1) === 0) continue;
    if (i < 6) put(8, i);
    else if (i < 8) put(8, i + 1);
    else if (i === 8) put(7, 8);
    else put(14 - i, 8);
    if (i < 8) put(size - 1 - i, 8);
    else put(8, size - 15 + i);
  }
}
