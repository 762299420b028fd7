import { createModuleMatrix, setModuleDark } from '../module-matrix.ts';
import type { ModuleMatrix } from '../module-matrix.ts';
import type { AztecSize } from './sizes.ts';

type SetModule = (x: number, y: number) => void;

/**
 * Distance from the centre to the last ring of the bull's eye and to the mode message, in modules.
 */
const COMPACT = { eye: 4, mode: 5 };
const FULL = { eye: 6, mode: 7 };

/** Draws a complete symbol (ISO/IEC 24778, 7.3 to 7.6). */
export function drawAztec(
  size: AztecSize,
  mode: readonly number[],
  words: readonly number[],
): ModuleMatrix {
  const { isCompact, layers } = size;
  const ring = isCompact ? COMPACT : FULL;
  const places = listModuleLinePositions(isCompact ? 11 + 4 * layers : 14 + 4 * layers, isCompact);
  const side = (places.at(-1) ?? 0) + 1;
  const middle = side >> 1;
  const matrix = createModuleMatrix(side, side);
  const darkenModule: SetModule = (x, y) => setModuleDark(matrix, x, y);
  if (!isCompact) placeReferenceGrid(side, darkenModule);
  placeBullsEye(middle, ring.eye, darkenModule);
  placeModeMessage(middle, ring.mode, mode, darkenModule);
  placeDataWords(size, words, (x, y) => darkenModule(places[x] ?? 0, places[y] ?? 0));
  return matrix;
}

/**
 * Positions of the module lines outside the reference grid; every sixteenth line from the centre
 * belongs to the grid.
 */
function listModuleLinePositions(count: number, isCompact: boolean): number[] {
  if (isCompact) return Array.from({ length: count }, (_, i) => i);
  const half = count / 2;
  const skipGridLines = (i: number): number => i + Math.floor(i / 15) + 1;
  const middle = skipGridLines(half - 1);
  return Array.from({ length: count }, (_, i) =>
    i < half ? middle - skipGridLines(half - 1 - i) : middle + skipGridLines(i - half),
  );
}

/** Grid lines through the centre and every sixteenth line from it, with alternating modules. */
function placeReferenceGrid(side: number, put: SetModule): void {
  const middle = side >> 1;
  for (let line = middle % 16; line < side; line += 16) {
    for (let i = middle % 2; i < side; i += 2) {
      put(line, i);
      put(i, line);
    }
  }
}

/** Square rings, and the orientation marks at the corners around them. */
function placeBullsEye(middle: number, eye: number, put: SetModule): void {
  for (let ring = 0; ring <= eye; ring += 2) {
    for (let i = -ring; i <= ring; i += 1) {
      put(middle + i, middle - ring);
      put(middle + i, middle + ring);
      put(middle - ring, middle + i);
      put(middle + ring, middle + i);
    }
  }
  const [near, far] = [middle - eye - 1, middle + eye + 1];
  put(near, near);
  put(near + 1, near);
  put(near, near + 1);
  put(far, near);
  put(far, near + 1);
  put(far, far - 1);
}

/** Along the four sides of the bull's eye, clockwise from the top left. */
function placeModeMessage(
  middle: number,
  ring: number,
  bits: readonly number[],
  put: SetModule,
): void {
  const side = bits.length / 4;
  for (let i = 0; i < side; i += 1) {
    // In a full symbol the reference grid crosses the middle of each side.
    const position = middle - (side >> 1) + i + (side === 10 && i >= 5 ? 1 : 0);
    if (bits[i] === 1) put(position, middle - ring);
    if (bits[side + i] === 1) put(middle + ring, position);
    if (bits[side * 3 - 1 - i] === 1) put(position, middle + ring);
    if (bits[side * 4 - 1 - i] === 1) put(middle - ring, position);
  }
}

/**
 * Layers of two modules around the bull's eye, from the outermost inwards, anticlockwise from the
 * top left.
 */
function placeDataWords(
  { isCompact, layers, wordBits, bits }: AztecSize,
  words: readonly number[],
  put: SetModule,
) {
  // Surplus bits precede the first codeword and are light.
  const first = bits % wordBits;
  const isBitSet = (bit: number): boolean => {
    const at = bit - first;
    if (at < 0) return false;
    const word = words[Math.floor(at / wordBits)] ?? 0;
    return ((word >> (wordBits - 1 - (at % wordBits))) & 1) === 1;
  };
  const last = (isCompact ? 11 : 14) + 4 * layers - 1;
  for (let layer = 0, bit = 0; layer < layers; layer += 1) {
    const [near, far] = [layer * 2, last - layer * 2];
    const length = far - near - 1;
    const sides: SetModule[] = [
      (offset, depth) => put(near + depth, near + offset),
      (offset, depth) => put(near + offset, far - depth),
      (offset, depth) => put(far - depth, far - offset),
      (offset, depth) => put(far - offset, near + depth),
    ];
    for (const side of sides) {
      for (let i = 0; i < length * 2; i += 1, bit += 1) if (isBitSet(bit)) side(i >> 1, i & 1);
    }
  }
}
