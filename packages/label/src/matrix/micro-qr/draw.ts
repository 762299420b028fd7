import { createModuleMatrix, isDarkModule, setModuleDark } from '../module-matrix.ts';
import type { ModuleMatrix } from '../module-matrix.ts';

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (_x, y) => y % 2 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/**
 * Draws the symbol with the mask that leaves the most dark modules on the right and bottom edges
 * (ISO/IEC 18004, 7.8.3.2).
 */
export function drawMicroQr(
  version: number,
  number: number,
  bits: readonly number[],
): ModuleMatrix {
  const size = 9 + 2 * version;
  let best: ModuleMatrix | undefined;
  let max = -1;
  for (const [mask, isFlipped] of MASKS.entries()) {
    const matrix = createModuleMatrix(size, size);
    placeFinderAndTimingPatterns(matrix);
    placeFormatInformation(matrix, computeMicroQrFormatBits(number, mask));
    placeDataBits(matrix, bits, isFlipped);
    const score = computeMaskScore(matrix);
    if (score > max) [best, max] = [matrix, score];
  }
  return best ?? createModuleMatrix(size, size);
}

function computeMaskScore(matrix: ModuleMatrix): number {
  const last = matrix.width - 1;
  let [right, bottom] = [0, 0];
  for (let i = 1; i <= last; i += 1) {
    if (isDarkModule(matrix, last, i)) right += 1;
    if (isDarkModule(matrix, i, last)) bottom += 1;
  }
  return Math.min(right, bottom) * 16 + Math.max(right, bottom);
}

/** The finder pattern, and the timing patterns along the top and left edges. */
function placeFinderAndTimingPatterns(matrix: ModuleMatrix): void {
  for (let y = 0; y < 7; y += 1) {
    for (let x = 0; x < 7; x += 1)
      if (Math.max(Math.abs(x - 3), Math.abs(y - 3)) !== 2) setModuleDark(matrix, x, y);
  }
  for (let i = 8; i < matrix.width; i += 2) {
    setModuleDark(matrix, i, 0);
    setModuleDark(matrix, 0, i);
  }
}

/** BCH (15,5), XORed with 100010001000101 (7.9.2). */
function computeMicroQrFormatBits(number: number, mask: number): number {
  const data = number * 4 + mask;
  let remainder = data;
  for (let i = 0; i < 10; i += 1) remainder = (remainder << 1) ^ ((remainder >>> 9) * 0x537);
  return ((data << 10) | remainder) ^ 0x4445;
}

/**
 * Around the finder, most significant bit first: rightwards below it, then upwards on its right.
 */
function placeFormatInformation(matrix: ModuleMatrix, bits: number): void {
  for (let i = 0; i < 15; i += 1) {
    if (((bits >> (14 - i)) & 1) === 0) continue;
    if (i < 8) setModuleDark(matrix, i + 1, 8);
    else setModuleDark(matrix, 8, 15 - i);
  }
}

/** Two columns at a time from the right, alternating upwards and downwards (7.7.3). */
function placeDataBits(
  matrix: ModuleMatrix,
  bits: readonly number[],
  isFlipped: (x: number, y: number) => boolean,
): void {
  const { width } = matrix;
  let at = 0;
  for (let right = width - 1, upward = true; right > 0; right -= 2, upward = !upward) {
    for (let step = 1; step < width; step += 1) {
      const y = upward ? width - step : step;
      for (const x of [right, right - 1]) {
        if (x <= 8 && y <= 8) continue;
        if ((bits[at] === 1) !== isFlipped(x, y)) setModuleDark(matrix, x, y);
        at += 1;
      }
    }
  }
}
