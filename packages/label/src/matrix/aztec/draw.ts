import { createMatrix, setDark } from '../module-matrix.ts';
import type { ModuleMatrix } from '../module-matrix.ts';
import type { AztecSize } from './encode.ts';

type Put = (x: number, y: number) => void;

/** Modules from the middle to the last ring of the bull's eye, and to the mode message around it. */
const COMPACT = { eye: 4, mode: 5 };
const FULL = { eye: 6, mode: 7 };

/** Places everything of a symbol (ISO/IEC 24778, 7.3 to 7.6). */
export function drawAztec(
  size: AztecSize,
  mode: readonly number[],
  words: readonly number[],
): ModuleMatrix {
  const { isCompact, layers } = size;
  const ring = isCompact ? COMPACT : FULL;
  const places = listLines(isCompact ? 11 + 4 * layers : 14 + 4 * layers, isCompact);
  const side = (places.at(-1) ?? 0) + 1;
  const middle = side >> 1;
  const matrix = createMatrix(side, side);
  const put: Put = (x, y) => setDark(matrix, x, y);
  if (!isCompact) placeGrid(side, put);
  placeEye(middle, ring.eye, put);
  placeMode(middle, ring.mode, mode, put);
  placeWords(size, words, (x, y) => put(places[x] ?? 0, places[y] ?? 0));
  return matrix;
}

/** Where the lines of modules without reference grid stand among all: every sixteenth from the middle is of the grid. */
function listLines(count: number, isCompact: boolean): number[] {
  if (isCompact) return Array.from({ length: count }, (_, i) => i);
  const half = count / 2;
  const gone = (i: number): number => i + Math.floor(i / 15) + 1;
  const middle = gone(half - 1);
  return Array.from({ length: count }, (_, i) =>
    i < half ? middle - gone(half - 1 - i) : middle + gone(i - half),
  );
}

/** Lines through the middle and every sixteenth from it, of modules dark in turn. */
function placeGrid(side: number, put: Put): void {
  const middle = side >> 1;
  for (let line = middle % 16; line < side; line += 16) {
    for (let i = middle % 2; i < side; i += 2) {
      put(line, i);
      put(i, line);
    }
  }
}

/** Square rings, and the marks at the corners around them that tell how the symbol is turned. */
function placeEye(middle: number, eye: number, put: Put): void {
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
function placeMode(middle: number, ring: number, bits: readonly number[], put: Put): void {
  const side = bits.length / 4;
  for (let i = 0; i < side; i += 1) {
    // In a full symbol the reference grid lies in the middle of each side.
    const along = middle - (side >> 1) + i + (side === 10 && i >= 5 ? 1 : 0);
    if (bits[i] === 1) put(along, middle - ring);
    if (bits[side + i] === 1) put(middle + ring, along);
    if (bits[side * 3 - 1 - i] === 1) put(along, middle + ring);
    if (bits[side * 4 - 1 - i] === 1) put(middle - ring, along);
  }
}

/** Two modules thick around the bull's eye, from the outermost layer inwards, anticlockwise from the top left. */
function placeWords(
  { isCompact, layers, wordBits, bits }: AztecSize,
  words: readonly number[],
  put: Put,
) {
  // Bits left over stand before the first codeword and are light.
  const first = bits % wordBits;
  const isOne = (bit: number): boolean => {
    const at = bit - first;
    if (at < 0) return false;
    const word = words[Math.floor(at / wordBits)] ?? 0;
    return ((word >> (wordBits - 1 - (at % wordBits))) & 1) === 1;
  };
  const last = (isCompact ? 11 : 14) + 4 * layers - 1;
  for (let layer = 0, bit = 0; layer < layers; layer += 1) {
    const [near, far] = [layer * 2, last - layer * 2];
    const length = far - near - 1;
    const sides: Put[] = [
      (along, depth) => put(near + depth, near + along),
      (along, depth) => put(near + along, far - depth),
      (along, depth) => put(far - depth, far - along),
      (along, depth) => put(far - along, near + depth),
    ];
    for (const side of sides) {
      for (let i = 0; i < length * 2; i += 1, bit += 1) if (isOne(bit)) side(i >> 1, i & 1);
    }
  }
}
