import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Bitmap, createBitmap, isBlackDot, blackenRowSpan } from '../raster/bitmap.ts';
import { PIXELS_PER_DOT, simulateThermalPrint, simulateCamera } from './print-head.ts';

/** Dots where some rows repeat the row above, as in bars and modules. */
const bitmaps = fc
  .tuple(
    fc.integer({ min: 1, max: 20 }),
    fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat(2 ** 20)), {
      minLength: 1,
      maxLength: 6,
    }),
  )
  .map(([width, bands]): Bitmap => {
    const rows = bands.flatMap(([times, bits]) => Array.from({ length: times }, () => bits));
    const dots = createBitmap(width, rows.length);
    for (const [y, bits] of rows.entries())
      for (let x = 0; x < width; x += 1)
        if ((bits >> x) & 1) blackenRowSpan(dots.data, y * dots.stride, x, x + 1);
    return dots;
  });

/**
 * Whether a pixel has ink: from its own dot, from the dot on the left, from the dot above, or from
 * both.
 */
function hasInk(dots: Bitmap, px: number, py: number, spread: number): boolean {
  const [x, y] = [Math.floor(px / PIXELS_PER_DOT), Math.floor(py / PIXELS_PER_DOT)];
  const across = px % PIXELS_PER_DOT < spread ? [x, x - 1] : [x];
  const down = py % PIXELS_PER_DOT < spread ? [y, y - 1] : [y];
  return down.some((row) => across.some((column) => isBlackDot(dots, column, row)));
}

it('spreads dots to the right and down, and blurs them over nine pixels', () => {
  fc.assert(
    fc.property(bitmaps, fc.integer({ min: 0, max: PIXELS_PER_DOT }), (dots, spread) => {
      const { width, height, grey } = simulateThermalPrint(dots, spread);
      expect([width, height]).toEqual([dots.width * PIXELS_PER_DOT, dots.height * PIXELS_PER_DOT]);
      for (let y = 0; y < height; y += 1)
        for (let x = 0; x < width; x += 1) {
          let ink = 0;
          for (const py of [y - 1, y, y + 1])
            for (const px of [x - 1, x, x + 1]) if (hasInk(dots, px, py, spread)) ink += 1;
          const isEdge = x === 0 || y === 0 || x === width - 1 || y === height - 1;
          expect(grey[y * width + x], `${x}, ${y}`).toBe(!isEdge && ink >= 5 ? 0 : 255);
        }
    }),
  );
});

it('sees the mean of so many pixels across and down, and of those there are at the edges', () => {
  fc.assert(
    fc.property(bitmaps, fc.integer({ min: 1, max: 5 }), (dots, factor) => {
      const print = simulateThermalPrint(dots);
      const { width, height, grey } = simulateCamera(print, factor);
      expect([width, height]).toEqual([
        Math.ceil(print.width / factor),
        Math.ceil(print.height / factor),
      ]);
      for (let y = 0; y < height; y += 1)
        for (let x = 0; x < width; x += 1) {
          const pixels: number[] = [];
          for (let py = y * factor; py < Math.min(print.height, (y + 1) * factor); py += 1)
            for (let px = x * factor; px < Math.min(print.width, (x + 1) * factor); px += 1)
              pixels.push(print.grey[py * print.width + px] ?? -1);
          const mean = pixels.reduce((sum, item) => sum + item, 0) / pixels.length;
          expect(grey[y * width + x], `${x}, ${y}`).toBe(Math.round(mean));
        }
    }),
  );
});
