import type { QrLevel } from '../../template.ts';

/** Check codewords per block, by level and version 1–40 (ISO/IEC 18004:2015, table 9). */
const CHECK_PER_BLOCK: Record<QrLevel, readonly number[]> = {
  L: [
    7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30,
    26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
  ],
  M: [
    10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28,
    28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
  ],
  Q: [
    13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30, 28, 30, 30, 30,
    30, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
  ],
  H: [
    17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28, 30, 24, 30, 30,
    30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
  ],
};

/** Number of blocks, by level and version (same table). */
const BLOCKS: Record<QrLevel, readonly number[]> = {
  L: [
    1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15,
    16, 17, 18, 19, 19, 20, 21, 22, 24, 25,
  ],
  M: [
    1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25,
    26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
  ],
  Q: [
    1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20, 23, 23, 25, 27, 29, 34, 34,
    35, 38, 40, 43, 45, 48, 51, 53, 56, 59, 62, 65, 68,
  ],
  H: [
    1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25, 25, 34, 30, 32, 35, 37,
    40, 42, 45, 48, 51, 54, 57, 60, 63, 66, 70, 74, 77, 81,
  ],
};

/** The two level bits of the format information (table 12). */
export const LEVEL_BITS: Record<QrLevel, number> = { L: 1, M: 0, Q: 3, H: 2 };

export const MAX_VERSION = 40;

export function getQrVersionSize(version: number): number {
  return version * 4 + 17;
}

export function getCheckCodewordsPerBlock(version: number, level: QrLevel): number {
  return CHECK_PER_BLOCK[level][version - 1] ?? 0;
}

export function getErrorCorrectionBlockCount(version: number, level: QrLevel): number {
  return BLOCKS[level][version - 1] ?? 0;
}

/** Modules available for data and check bits, excluding function patterns. */
export function countDataAndCheckModules(version: number): number {
  const size = getQrVersionSize(version);
  let modules = size * size - 3 * 64 - 31 - 2 * (size - 16);
  if (version >= 2) {
    const alignments = Math.floor(version / 7) + 2;
    modules -= (alignments * alignments - 3) * 25 - 2 * 5 * (alignments - 2);
  }
  return version >= 7 ? modules - 36 : modules;
}

export function countDataAndCheckCodewords(version: number): number {
  return Math.floor(countDataAndCheckModules(version) / 8);
}

export function countDataCodewords(version: number, level: QrLevel): number {
  return (
    countDataAndCheckCodewords(version) -
    getCheckCodewordsPerBlock(version, level) * getErrorCorrectionBlockCount(version, level)
  );
}

/** Centres of the alignment patterns along one axis (annex E). */
export function listAlignmentCentres(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const last = getQrVersionSize(version) - 7;
  const step = version === 32 ? 26 : Math.ceil((last - 6) / (count - 1) / 2) * 2;
  const centres = [6];
  for (let i = count - 2; i >= 0; i -= 1) centres.push(last - i * step);
  return centres;
}
