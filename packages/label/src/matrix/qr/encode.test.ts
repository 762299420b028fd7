import fc from 'fast-check';
import { encode as encodeUqr } from 'uqr';
import { describe, expect, it } from 'vitest';
import { LabelError } from '../../errors.ts';
import type { QrLevel } from '../../template.ts';
import { isDarkModule } from '../module-matrix.ts';
import { encodeQr } from './encode.ts';
import type { QrCode } from './encode.ts';
import { getQrFrame, getMaskOverlay } from './frame.ts';
import { computeMaskPenalty } from './penalty.ts';
import { rounds } from '../../../../../scripts/vitest/rounds.ts';
import { sampleCases } from '../../../../../scripts/vitest/rounds.ts';

const LEVELS: QrLevel[] = ['L', 'M', 'Q', 'H'];

function listModules(code: QrCode): boolean[][] {
  return Array.from({ length: code.width }, (_, y) =>
    Array.from({ length: code.width }, (__, x) => isDarkModule(code, x, y)),
  );
}

/** Penalty strictly by ISO/IEC 18004, 7.8.3, one module at a time. */
function slowPenalty(m: boolean[][]): number {
  const size = m.length;
  const isDark = (x: number, y: number): boolean => m[y]?.[x] ?? false;
  let penalty = 0;
  for (const get of [isDark, (x: number, y: number) => isDark(y, x)]) {
    for (let y = 0; y < size; y += 1) {
      let run = 0;
      for (let x = 0; x < size; x += 1) {
        run = x > 0 && get(x, y) === get(x - 1, y) ? run + 1 : 1;
        if (run === 5) penalty += 3;
        else if (run > 5) penalty += 1;
        const core = [true, false, true, true, true, false, true].every(
          (want, i) => x + i < size && get(x + i, y) === want,
        );
        const areFourLight = (from: number): boolean =>
          [0, 1, 2, 3].every((i) => !get(x + from + i, y));
        if (core && areFourLight(7)) penalty += 40;
        if (core && areFourLight(-4)) penalty += 40;
      }
    }
  }
  let dark = 0;
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if (isDark(x, y)) dark += 1;
      const isBlock =
        x + 1 < size &&
        y + 1 < size &&
        isDark(x, y) === isDark(x + 1, y) &&
        isDark(x, y) === isDark(x, y + 1) &&
        isDark(x, y) === isDark(x + 1, y + 1);
      if (isBlock) penalty += 3;
    }
  }
  const total = size * size;
  return penalty + Math.max(0, Math.ceil(Math.abs(dark * 20 - total * 10) / total) - 1) * 10;
}

const VERSIONS = Array.from({ length: 40 }, (_, index) => index + 1);

describe('encodeQr', () => {
  it('draws the same modules as uqr for every version and level', () => {
    for (const level of LEVELS) {
      for (const version of sampleCases(VERSIONS)) {
        const text = 'y'.repeat(largestByteCount(version, level));
        const ours = encodeQr(text, level);
        expect(ours.version).toBe(version);
        const theirs = encodeUqr(text, {
          ecc: level,
          border: 0,
          boostEcc: false,
          maskPattern: ours.mask,
        });
        expect(listModules(ours)).toEqual(theirs.data);
      }
    }
  });

  it('takes the smallest version that holds the text', () => {
    expect(encodeQr('1'.repeat(41), 'L').version).toBe(1);
    expect(encodeQr('1'.repeat(42), 'L').version).toBe(2);
    expect(encodeQr('A'.repeat(25), 'L').version).toBe(1);
    expect(encodeQr('a'.repeat(17), 'L').version).toBe(1);
    expect(encodeQr('1'.repeat(7089), 'L').version).toBe(40);
  });

  it('has room for the word that its text is UTF-8, up to the last byte of a version', () => {
    for (const level of LEVELS) {
      for (let count = 1; count <= 120; count += 1) {
        // Twelve header bits, while four bits were left over: one byte less.
        const version = versionFor(3 * count + 1, level);
        expect(encodeQr('中'.repeat(count), level).version, `${count} ${level}`).toBe(version);
      }
    }
  });

  it('mixes modes when that saves a version', () => {
    // Version 1-L holds 17 bytes or 41 digits; this text has more than 17 bytes.
    expect(encodeQr(`a${'1'.repeat(28)}`, 'L').version).toBe(1);
  });

  it('scores masks as the standard says, module by module', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 300 }),
        fc.constantFrom(...LEVELS),
        (text, level) => {
          const code = encodeQr(text, level);
          expect(
            computeMaskPenalty(getQrFrame(code.version), new Int32Array(code.rows), Infinity),
          ).toBe(slowPenalty(listModules(code)));
        },
      ),
      { numRuns: rounds(40) },
    );
  });

  it('chooses the mask with the lowest penalty', () => {
    const code = encodeQr('https://yunbiao.example/t/1', 'M');
    const frame = getQrFrame(code.version);
    const used = getMaskOverlay(frame, 'M', code.mask);
    const scores = Array.from({ length: 8 }, (_, mask) => {
      const overlay = getMaskOverlay(frame, 'M', mask);
      return computeMaskPenalty(
        frame,
        new Int32Array(code.rows.map((word, i) => word ^ (used[i] ?? 0) ^ (overlay[i] ?? 0))),
        Infinity,
      );
    });
    expect(scores.indexOf(Math.min(...scores))).toBe(code.mask);
  });

  it('takes bytes as they are', () => {
    const bytes = Uint8Array.from([0, 255, 128, 1]);
    const ours = encodeQr(bytes, 'M');
    const theirs = encodeUqr([...bytes], {
      ecc: 'M',
      border: 0,
      boostEcc: false,
      maskPattern: ours.mask,
    });
    expect(listModules(ours)).toEqual(theirs.data);
  });

  it('refuses what is empty or fits no version', () => {
    expect(() => encodeQr('', 'M')).toThrow(LabelError);
    expect(() => encodeQr('苹'.repeat(2000), 'L')).toThrow('太长');
    expect(() => encodeQr('1'.repeat(100_000), 'L')).toThrow('太长');
  });
});

/** Capacity in byte mode, from the number of data codewords in the standard. */
function largestByteCount(version: number, level: QrLevel): number {
  let low = 1;
  let high = 2953;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (versionFor(middle, level) <= version) low = middle;
    else high = middle - 1;
  }
  return low;
}

function versionFor(bytes: number, level: QrLevel): number {
  try {
    const { size } = encodeUqr('y'.repeat(bytes), {
      ecc: level,
      border: 0,
      boostEcc: false,
      maskPattern: 0,
    });
    return (size - 17) / 4;
  } catch {
    return 41;
  }
}
