import fc from 'fast-check';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createBitmap, isBlackDot, blackenRowSpan } from '../raster/bitmap.ts';
import type { Bitmap } from '../raster/bitmap.ts';
import { deflate } from '../testing/fixtures.ts';
import { noPoppler } from '../testing/poppler.ts';
import { bitmapToPdf, computeDotsPage } from './dots-pdf.ts';

/** Pseudo-random dots: any dot that is moved, widened or missing changes the result. */
const createNoiseBitmap = (width: number, height: number): Bitmap => {
  const bitmap = createBitmap(width, height);
  let state = width * 7919 + height;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      if ((state >>> 16) % 2 === 1) blackenRowSpan(bitmap.data, y * bitmap.stride, x, x + 1);
    }
  return bitmap;
};

const drawAt = (pdf: Uint8Array, dpi: number): Bitmap => {
  const folder = mkdtempSync(join(tmpdir(), 'dots-pdf-'));
  try {
    writeFileSync(join(folder, 'page.pdf'), pdf);
    const [from, to] = [join(folder, 'page.pdf'), join(folder, 'page')];
    spawnSync('pdftoppm', ['-mono', '-singlefile', '-r', String(dpi), from, to]);
    const file = readFileSync(`${to}.pbm`);
    const [head = '', width, height] =
      /^P4\s+(\d+)\s+(\d+)\s/.exec(file.toString('latin1', 0, 40)) ?? [];
    const size = { width: Number(width), height: Number(height) };
    return { ...size, stride: (size.width + 7) >> 3, data: file.subarray(head.length) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

it('is drawn dot for dot in the upper left corner, and nothing beside it', (ctx) => {
  if (noPoppler !== undefined) ctx.skip(noPoppler);
  for (const dpi of [180, 203, 300, 360, 600])
    for (const [width, height] of [
      [100, 100],
      [264, 334],
      [480, 320],
      [799, 61],
    ] as const) {
      const bitmap = createNoiseBitmap(width, height);
      const page = drawAt(bitmapToPdf(bitmap, dpi, deflate), dpi);
      let differing = 0;
      for (let y = 0; y < page.height; y += 1)
        for (let x = 0; x < page.width; x += 1)
          if (isBlackDot(bitmap, x, y) !== isBlackDot(page, x, y)) differing += 1;
      expect(`${width} x ${height} at ${dpi}: ${differing}`).toBe(
        `${width} x ${height} at ${dpi}: 0`,
      );
    }
});

it('lies on a page of whole points that holds its dots, and little more', () => {
  const dots = fc.integer({ min: 1, max: 15_000 });
  fc.assert(
    fc.property(dots, dots, fc.constantFrom(203, 300, 600), (width, height, dpi) => {
      const { widthPt, heightPt } = computeDotsPage({ width, height }, dpi);
      for (const [points, side] of [
        [widthPt, width],
        [heightPt, height],
      ] as const) {
        expect(Number.isInteger(points)).toBe(true);
        expect((points * dpi) / 72).toBeGreaterThanOrEqual(side - 1e-9);
        expect(points - (side * 72) / dpi).toBeLessThan(3);
        // The rows are the same for rasterisers that start at the lower edge and at the upper edge.
        const rows = (points * dpi) / 72;
        expect(Math.abs(rows - Math.round(rows))).toBeLessThan(0.45);
      }
    }),
  );
  // Two more points are not enough for this length of 40.08 points.
  expect(computeDotsPage({ width: 113, height: 113 }, 203)).toEqual({ widthPt: 43, heightPt: 43 });
});
