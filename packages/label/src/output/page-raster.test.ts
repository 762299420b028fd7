import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Bitmap, createBitmap, isBlackDot, blackenRowSpan } from '../raster/bitmap.ts';
import { bitmapToPageRaster, type PageRaster } from './page-raster.ts';
import { rounds } from '../../../../scripts/vitest/rounds.ts';

const KINDS: readonly PageRaster[] = ['pwg-black', 'pwg-gray', 'urf'];
const READER = join(import.meta.dirname, '../testing/libcups.py');
const LIBRARIES = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64'];
const noReader =
  existsSync('/usr/bin/python3') &&
  LIBRARIES.some((folder) => existsSync(join(folder, 'libcups.so.2')))
    ? ''
    : 'python3 和 libcups2：没有找到';

const drawRuns = (width: number, height: number, runs: readonly (readonly number[])[]): Bitmap => {
  const bitmap = createBitmap(width, height);
  for (const [y = 0, x0 = 0, x1 = 0] of runs)
    blackenRowSpan(bitmap.data, (y % height) * bitmap.stride, x0 % width, Math.min(width, x1));
  return bitmap;
};
const listRows = (bitmap: Bitmap): string[] =>
  Array.from({ length: bitmap.height }, (_, y) =>
    Array.from({ length: bitmap.width }, (__, x) => (isBlackDot(bitmap, x, y) ? '#' : '.')).join(
      '',
    ),
  );

/** Output of the CUPS reader: a line about the page, then its rows. */
const readByCups = (raster: Uint8Array): string[] => {
  const { status, stdout, stderr } = spawnSync('/usr/bin/python3', [READER], {
    input: raster,
    maxBuffer: 64_000_000,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout.trimEnd().split('\n');
};

describe.each(KINDS)('a page as %s', (kind) => {
  beforeEach((ctx) => {
    if (noReader) ctx.skip(noReader);
  });

  it('says how large it is, and has its dots', () => {
    const bitmap = drawRuns(480, 320, [
      [0, 0, 480],
      [1, 3, 4],
      [2, 5, 200],
      [319, 0, 1],
    ]);
    const [about, ...rows] = readByCups(bitmapToPageRaster(bitmap, 203, kind));
    const [page, x, y, , , width, height, bits, space] = (about ?? '').split(' ').map(Number);
    expect([page, x, y, width, height]).toEqual([1, 203, 203, 480, 320]);
    expect([bits, space]).toEqual(kind === 'pwg-black' ? [1, 3] : [8, 18]);
    expect(rows).toEqual(listRows(bitmap));
  });

  it('comes back whatever is on it', () => {
    const size = fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 40 }));
    const run = fc.tuple(fc.nat(), fc.nat(), fc.nat({ max: 300 }));
    fc.assert(
      fc.property(size, fc.array(run, { maxLength: 60 }), ([width, height], runs) => {
        const bitmap = drawRuns(width, height, runs);
        const [, ...rows] = readByCups(bitmapToPageRaster(bitmap, 300, kind));
        expect(rows).toEqual(listRows(bitmap));
      }),
      { numRuns: rounds(25) },
    );
  });

  it('packs a blank label to almost nothing, and no label to more than its bytes', () => {
    const blank = bitmapToPageRaster(createBitmap(800, 1200), 203, kind);
    expect(blank.length).toBeLessThan(2100);
    const noise = createBitmap(800, 200);
    noise.data.forEach((_, i) => (noise.data[i] = (i * 167 + (i >> 3) * 89) & 0xff));
    const dots = kind === 'pwg-black' ? 100 * 200 : 800 * 200;
    expect(bitmapToPageRaster(noise, 203, kind).length).toBeLessThan(1800 + dots * 1.05 + 400);
  });
});
