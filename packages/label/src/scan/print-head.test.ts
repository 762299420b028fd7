import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Bitmap, createBitmap, dotAt, fillSpan } from '../raster/bitmap.ts';
import { PIXELS, printed, seen } from './print-head.ts';

/** Dots some rows of which are like the row above, as those of bars and modules are. */
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
        if ((bits >> x) & 1) fillSpan(dots.data, y * dots.stride, x, x + 1);
    return dots;
  });

/** Whether a pixel has ink: its own dot's, that of the dot before, above or both. */
function hasInk(dots: Bitmap, px: number, py: number, spread: number): boolean {
  const [x, y] = [Math.floor(px / PIXELS), Math.floor(py / PIXELS)];
  const across = px % PIXELS < spread ? [x, x - 1] : [x];
  const down = py % PIXELS < spread ? [y, y - 1] : [y];
  return down.some((row) => across.some((column) => dotAt(dots, column, row)));
}

it('spreads dots to the right and down, and blurs them over nine pixels', () => {
  fc.assert(
    fc.property(bitmaps, fc.integer({ min: 0, max: PIXELS }), (dots, spread) => {
      const { width, height, grey } = printed(dots, spread);
      expect([width, height]).toEqual([dots.width * PIXELS, dots.height * PIXELS]);
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
      const print = printed(dots);
      const { width, height, grey } = seen(print, factor);
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
          const mean = pixels.reduce((sum, one) => sum + one, 0) / pixels.length;
          expect(grey[y * width + x], `${x}, ${y}`).toBe(Math.round(mean));
        }
    }),
  );
});
