import fc from 'fast-check';
import { expect, it } from 'vitest';
import { drawingOf, layoutOf, templateOf, textElement } from '../testing/fixtures.ts';
import { type Bitmap, createBitmap, fillSpan } from './bitmap.ts';
import { rasterize } from './rasterize.ts';
import { sideBySide } from './side-by-side.ts';

const label = (width: number, height: number, seed: number): Bitmap => {
  const bitmap = createBitmap(width, height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if ((x * 7 + y * 13 + seed * x * y) % 5 < 2)
        fillSpan(bitmap.data, y * bitmap.stride, x, x + 1);
  return bitmap;
};

it('has each label dot for dot in its place, and nothing between them', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.nat(20),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 4 }),
      (width, gapDots, columns, count) => {
        const labels = Array.from({ length: Math.min(columns, count) }, (_, i) =>
          label(width, 3, i),
        );
        const row = sideBySide(labels, { columns, gapDots });
        const gap = '.'.repeat(gapDots);
        const blank = '.'.repeat(width);
        for (let y = 0; y < 3; y += 1) {
          const parts = Array.from({ length: columns }, (_, i) => {
            const one = labels[i];
            return one ? drawingOf(one)[y] : blank;
          });
          expect(drawingOf(row)[y]).toBe(parts.join(gap));
        }
      },
    ),
  );
});

it('lets nothing that hangs over a label come out on the next', () => {
  const wide = textElement('超出标签的一行字', { xMm: 15, widthMm: 60, sizeMm: 5 });
  const size = { widthMm: 20, heightMm: 12 };
  const [over, empty] = [[wide], []].map((elements) =>
    rasterize(layoutOf(templateOf(elements, size))),
  ) as [Bitmap, Bitmap];
  const row = drawingOf(sideBySide([over, empty], { columns: 2, gapDots: 16 }));
  expect(row.join('')).toContain('#');
  expect(row.map((dots) => dots.slice(160)).join('')).not.toContain('#');
});

it('refuses rows that cannot be', () => {
  const one = label(8, 2, 1);
  const refused =
    (labels: Bitmap[], columns: number, gapDots = 0) =>
    () =>
      sideBySide(labels, { columns, gapDots });
  expect(refused([], 2)).toThrow('一排要有 1 到 2 张标签');
  expect(refused([one, one, one], 2)).toThrow('一排要有 1 到 2 张标签');
  expect(refused([one, label(9, 2, 1)], 2)).toThrow('一样大');
  expect(refused([one], 2, 8000)).toThrow('太宽');
  expect(refused([one], 2, Number.NaN)).toThrow('太宽');
});
