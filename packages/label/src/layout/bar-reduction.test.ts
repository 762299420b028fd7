import { expect, it } from 'vitest';
import { barRects } from '../output/symbol-rects.ts';
import { rasterize } from '../raster/rasterize.ts';
import { printed } from '../scan/print-head.ts';
import type { BarsOp } from '../scene.ts';
import { code128Element, layoutOf, templateOf } from '../testing/fixtures.ts';
import type { Rotation } from '../template.ts';

const CODE = templateOf([code128Element('AB-12', { widthMm: 50, heightMm: 12, showText: false })]);

const barsOf = (barReductionDots: number, rotation: Rotation = 0): BarsOp => {
  const scene = layoutOf(CODE, {}, { dpi: 203, rotation, barReductionDots });
  const bars = scene.ops.find((op) => op.kind === 'bars');
  if (!bars) throw new Error('no bars');
  return bars;
};
const widths = ({ edges }: BarsOp): number[] =>
  edges.flatMap((edge, i) => (i % 2 === 0 ? [(edges[i + 1] ?? 0) - edge] : []));

it.each([0, 90, 180, 270] as const)('makes every bar narrower, and moves none, at %i°', (turn) => {
  const [plain, thin] = [barsOf(0, turn), barsOf(2, turn)];
  expect(plain.moduleDots).toBeGreaterThan(2);
  expect(widths(thin)).toEqual(widths(plain).map((dots) => dots - 2));
  expect(thin.edges.map((edge, i) => edge - (plain.edges[i] ?? 0))).toEqual(
    plain.edges.map((_, i) => (i % 2 === 0 ? 1 : -1)),
  );
  expect({ ...thin, edges: [] }).toEqual({ ...plain, edges: [] });
});

it('leaves the narrowest bar a dot', () => {
  const { moduleDots } = barsOf(0);
  const narrowest = Math.min(...widths(barsOf(99)));
  expect(narrowest).toBe(1);
  expect(Math.min(...widths(barsOf(moduleDots - 1)))).toBe(1);
});

it('undoes what a head adds to each bar', () => {
  const row = (barReductionDots: number, spread: number): string => {
    const scene = layoutOf(CODE, {}, { dpi: 203, barReductionDots });
    const bitmap = rasterize(scene);
    const print = printed(bitmap, spread);
    const { y0, y1 } = barsOf(0);
    const middle = Math.round((y0 + y1) / 2) * 3;
    return print.grey.subarray(middle * print.width, (middle + 1) * print.width).join();
  };
  expect(row(1, 3)).toBe(row(0, 0));
  expect(row(0, 3)).not.toBe(row(0, 0));
});

it('is drawn in whole dots by every surface', () => {
  const bars = barsOf(1);
  const { x, across, rects } = barRects(bars);
  expect(x).toBe(bars.x0);
  expect(rects.flatMap((one) => [one.x * across, (one.x + one.width) * across])).toEqual(
    bars.edges,
  );
});

it('is refused when it is no whole number', () => {
  for (const barReductionDots of [-1, 0.5, Number.NaN])
    expect(() => layoutOf(CODE, {}, { dpi: 203, barReductionDots })).toThrow('条码收窄');
});
