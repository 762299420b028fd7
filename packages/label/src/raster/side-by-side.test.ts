import fc from 'fast-check';
import { expect, it } from 'vitest';
import { writeRows, getLayout, getTemplate, createTextElement } from '../testing/fixtures.ts';
import { type Bitmap, createBitmap, blackenRowSpan } from './bitmap.ts';
import { rasterizeScene } from './rasterize.ts';
import { computeLabelRowDots } from '../stock.ts';
import { joinLabelsSideBySide } from './side-by-side.ts';

const createLabel = (width: number, height: number, seed: number): Bitmap => {
  const bitmap = createBitmap(width, height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if ((x * 7 + y * 13 + seed * x * y) % 5 < 2)
        blackenRowSpan(bitmap.data, y * bitmap.stride, x, x + 1);
  return bitmap;
};

it('has each label dot for dot in its place, and nothing between them', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.nat(20),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: -50, max: 50 }),
      (width, gapDots, columns, count, shift) => {
        const labels = Array.from({ length: Math.min(columns, count) }, (_, i) =>
          createLabel(width, 3, i),
        );
        const [widthMm, columnGapMm, offsetXMm] = [width / 8, gapDots / 8, shift / 8];
        const row = joinLabelsSideBySide(
          labels,
          computeLabelRowDots({ columns, widthMm, columnGapMm, offsetXMm, dpi: 203 }),
        );
        const gap = '.'.repeat(gapDots);
        const blank = '.'.repeat(width);
        for (let y = 0; y < 3; y += 1) {
          const parts = Array.from({ length: columns }, (_, i) => {
            const one = labels[i];
            return one ? writeRows(one)[y] : blank;
          });
          const whole = parts.join(gap);
          const moved =
            shift < 0
              ? whole.slice(-shift).padEnd(whole.length, '.')
              : ('.'.repeat(shift) + whole).slice(0, whole.length);
          expect(writeRows(row)[y]).toBe(moved);
        }
        // There is no ink after the last dot of a row, at any offset of the row.
        for (let y = 0; y < 3; y += 1)
          expect(
            (row.data[(y + 1) * row.stride - 1] ?? 0) & ((1 << (row.stride * 8 - row.width)) - 1),
          ).toBe(0);
      },
    ),
  );
});

it('puts every column where it is in mm, at every head, and pads labels that are smaller', () => {
  const columns = 6;
  for (const dpi of [203, 300, 600] as const) {
    const k = dpi === 203 ? 8 : dpi / 25.4;
    const [widthMm, columnGapMm] = [20.3, 1.9];
    const dot = createBitmap(Math.round(15 * k), 1);
    blackenRowSpan(dot.data, 0, 0, 1);
    const dots = Array.from({ length: columns }, () => dot);
    const row = joinLabelsSideBySide(
      dots,
      computeLabelRowDots({ columns, widthMm, columnGapMm, dpi }),
    );
    expect(row.width).toBe(Math.round((columns * widthMm + (columns - 1) * columnGapMm) * k));
    const ink = [...(writeRows(row)[0] ?? '')].flatMap((item, x) => (item === '#' ? [x] : []));
    expect(ink).toEqual(
      Array.from({ length: columns }, (_, i) => Math.round(i * (widthMm + columnGapMm) * k)),
    );
  }
});

it('lets nothing that hangs over a label come out on the next', () => {
  const wide = createTextElement('超出标签的一行字', { xMm: 15, widthMm: 60, sizeMm: 5 });
  const size = { widthMm: 20, heightMm: 12 };
  const row = computeLabelRowDots({ columns: 2, widthMm: 20, columnGapMm: 2, dpi: 203 });
  const [over, empty] = [[wide], []].map((elements) =>
    rasterizeScene(getLayout(getTemplate(elements, size))),
  ) as [Bitmap, Bitmap];
  const drawing = writeRows(joinLabelsSideBySide([over, empty], row));
  expect(drawing.join('')).toContain('#');
  expect(drawing.map((dots) => dots.slice(160)).join('')).not.toContain('#');
  // Content wider than the label of the roll is cut off too.
  const black = createBitmap(200, 1);
  blackenRowSpan(black.data, 0, 0, 200);
  expect(writeRows(joinLabelsSideBySide([black, black], row))[0]).toBe(
    `${'#'.repeat(160)}${'.'.repeat(16)}${'#'.repeat(160)}`,
  );
});

it('refuses rows that cannot be', () => {
  const label = createLabel(8, 2, 1);
  const joinLabels =
    (labels: Bitmap[], columns: number, columnGapMm = 0) =>
    () =>
      joinLabelsSideBySide(
        labels,
        computeLabelRowDots({ columns, columnGapMm, widthMm: 1, dpi: 203 }),
      );
  expect(joinLabels([], 2)).toThrow('一排要有 1 到 2 张标签');
  expect(joinLabels([label, label, label], 2)).toThrow('一排要有 1 到 2 张标签');
  expect(joinLabels([label, createLabel(9, 2, 1)], 2)).toThrow('一样大');
  expect(joinLabels([label], 2, 1000)).toThrow('太宽');
  expect(joinLabels([label], 2, Number.NaN)).toThrow('太宽');
});
