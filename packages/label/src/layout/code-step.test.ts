import { describe, expect, it } from 'vitest';
import { rasterizeScene } from '../raster/rasterize.ts';
import { isBlackDot } from '../raster/bitmap.ts';
import type { BarsOp, MatrixOp } from '../scene.ts';
import {
  createCode128Element,
  getLayout,
  getTemplate,
  createQrElement,
} from '../testing/fixtures.ts';
import type { Rotation } from '../template.ts';

/** Codes whose largest module is odd, at odd places. */
const TEMPLATE = getTemplate([
  createCode128Element('AB-12', { xMm: 1.1, yMm: 1.4, widthMm: 42.1, heightMm: 12 }),
  createQrElement('https://example.com/1', { xMm: 2.1, yMm: 15.1, widthMm: 13.4, heightMm: 13.4 }),
]);

const listCodeOps = (codeStepDots: number, rotation: Rotation = 0): (BarsOp | MatrixOp)[] =>
  getLayout(TEMPLATE, {}, { dpi: 203, rotation, codeStepDots }).ops.filter(
    (op) => op.kind === 'bars' || op.kind === 'matrix',
  );

describe('codes for a picture of two dots a pixel', () => {
  it('have odd modules without it', () =>
    expect(listCodeOps(1).map(({ moduleDots }) => moduleDots % 2)).toEqual([1, 1]));
  it.each([0, 90, 180, 270] as const)('are whole pixels at %i°', (rotation) => {
    const ops = listCodeOps(2, rotation);
    expect(ops.map(({ kind }) => kind)).toEqual(['bars', 'matrix']);
    const places = ops.flatMap((op) =>
      op.kind === 'bars'
        ? [op.along === 'x' ? op.x0 : op.y0, op.moduleDots, ...op.edges]
        : [op.x, op.y, op.moduleDots],
    );
    expect(places.filter((dots) => dots % 2 !== 0)).toEqual([]);
  });
  it('leave no grey where two dots become one', () => {
    const bitmap = rasterizeScene(getLayout(TEMPLATE, {}, { dpi: 203, codeStepDots: 2 }));
    const [bars] = listCodeOps(2);
    const y = bars?.kind === 'bars' ? Math.round((bars.y0 + bars.y1) / 2) : 0;
    const greys = Array.from({ length: bitmap.width / 2 }, (_, x) => x * 2).filter(
      (x) => isBlackDot(bitmap, x, y) !== isBlackDot(bitmap, x + 1, y),
    );
    expect(greys).toEqual([]);
  });
  it.each([
    ['ABCDEFGH12', 20.6],
    ['ABCDEFGH', 17.9],
    ['AB12CD', 15.1],
  ])('that just fit are drawn: %s at %f mm', (content, widthMm) => {
    const template = getTemplate([
      createCode128Element(content, { xMm: 0, yMm: 0, widthMm, heightMm: 12 }),
    ]);
    const list = (codeStepDots: number) =>
      getLayout(template, {}, { dpi: 203, codeStepDots }).ops.filter(({ kind }) => kind === 'bars');
    expect(list(1)).toHaveLength(1);
    expect(list(2)).toEqual(list(1));
  });
  it.each([0, 90, 180, 270] as const)('that just fit in height are drawn at %i°', (rotation) => {
    // 17 dots: bars are at least 16 high.
    const low = getTemplate([
      createCode128Element('AB', { xMm: 2, yMm: 2, widthMm: 40, heightMm: 2, showText: false }),
      createQrElement('A', { xMm: 2.1, yMm: 10.1, widthMm: 7.3, heightMm: 7.3 }),
    ]);
    const list = (codeStepDots: number) =>
      getLayout(low, {}, { dpi: 203, rotation, codeStepDots }).ops.map(({ kind }) => kind);
    expect(list(1)).toEqual(['bars', 'matrix']);
    expect(list(2)).toEqual(list(1));
  });
  it('of one dot stay as they are: there is no room for more', () => {
    const narrow = getTemplate([
      createCode128Element('ABCDEFGH12', { xMm: 0, yMm: 0, widthMm: 25, heightMm: 12 }),
    ]);
    const list = (codeStepDots: number) =>
      getLayout(narrow, {}, { dpi: 203, codeStepDots }).ops.flatMap((op) =>
        op.kind === 'bars' ? op.moduleDots : [],
      );
    expect([list(1), list(2)]).toEqual([[1], [1]]);
  });
});
