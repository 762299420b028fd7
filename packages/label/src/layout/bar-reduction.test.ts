import { describe, expect, it } from 'vitest';
import { turnBitmap } from '../image/turn.ts';
import { listBarRects, listDarkModuleRects } from '../output/symbol-rects.ts';
import { type Bitmap, createBitmap, isBlackDot, blackenRowSpan } from '../raster/bitmap.ts';
import { rasterizeScene } from '../raster/rasterize.ts';
import { gradeCodeReadability } from '../scan/grade.ts';
import { simulateThermalPrint } from '../scan/print-head.ts';
import { extractScanCodes } from '../scan/scan-codes.ts';
import type { BarsOp, MatrixOp } from '../scene.ts';
import {
  createCode128Element,
  getLayout,
  createQrElement,
  getTemplate,
} from '../testing/fixtures.ts';
import { readImage, readWithZxing } from '../testing/readers.ts';
import type { MatrixElement, Rotation } from '../template.ts';

const CODE = getTemplate([
  createCode128Element('AB-12', { widthMm: 50, heightMm: 12, showText: false }),
]);

const listBars = (barReductionDots: number, rotation: Rotation = 0): BarsOp => {
  const scene = getLayout(CODE, {}, { dpi: 203, rotation, barReductionDots });
  const bars = scene.ops.find((op) => op.kind === 'bars');
  if (!bars) throw new Error('no bars');
  return bars;
};
const listBarWidths = ({ edges }: BarsOp): number[] =>
  edges.flatMap((edge, i) => (i % 2 === 0 ? [(edges[i + 1] ?? 0) - edge] : []));

it.each([0, 90, 180, 270] as const)('makes every bar narrower, and moves none, at %i°', (turn) => {
  const [plain, thin] = [listBars(0, turn), listBars(2, turn)];
  expect(plain.moduleDots).toBeGreaterThan(2);
  expect(listBarWidths(thin)).toEqual(listBarWidths(plain).map((dots) => dots - 2));
  expect(thin.edges.map((edge, i) => edge - (plain.edges[i] ?? 0))).toEqual(
    plain.edges.map((_, i) => (i % 2 === 0 ? 1 : -1)),
  );
  expect({ ...thin, edges: [] }).toEqual({ ...plain, edges: [] });
});

it('leaves the narrowest bar a dot', () => {
  const { moduleDots } = listBars(0);
  const narrowest = Math.min(...listBarWidths(listBars(99)));
  expect(narrowest).toBe(1);
  expect(Math.min(...listBarWidths(listBars(moduleDots - 1)))).toBe(1);
});

it('undoes what a head adds to each bar', () => {
  const drawRow = (barReductionDots: number, spread: number): string => {
    const scene = getLayout(CODE, {}, { dpi: 203, barReductionDots });
    const bitmap = rasterizeScene(scene);
    const print = simulateThermalPrint(bitmap, spread);
    const { y0, y1 } = listBars(0);
    const middle = Math.round((y0 + y1) / 2) * 3;
    return print.grey.subarray(middle * print.width, (middle + 1) * print.width).join();
  };
  expect(drawRow(1, 3)).toBe(drawRow(0, 0));
  expect(drawRow(0, 3)).not.toBe(drawRow(0, 0));
});

it('is drawn in whole dots by every surface', () => {
  const bars = listBars(1);
  const { x, across, rects } = listBarRects(bars);
  expect(x).toBe(bars.x0);
  expect(rects.flatMap((rect) => [rect.x * across, (rect.x + rect.width) * across])).toEqual(
    bars.edges,
  );
});

it('is refused when it is no whole number', () => {
  for (const barReductionDots of [-1, 0.5, Number.NaN])
    expect(() => getLayout(CODE, {}, { dpi: 203, barReductionDots })).toThrow('条码收窄');
});

describe('of a two-dimensional code', () => {
  const { level: _, ...box } = createQrElement('YN0000000001', { xMm: 5, yMm: 5 });
  const CODES: MatrixElement[] = [
    { ...box, type: 'qr', level: 'M' },
    { ...box, type: 'datamatrix', shape: 'rectangle' },
  ];
  const getScene = (element: MatrixElement, barReductionDots: number, rotation: Rotation = 0) =>
    getLayout(getTemplate([element]), {}, { dpi: 203, rotation, barReductionDots });
  const getMatrix = (...of: Parameters<typeof getScene>): MatrixOp => {
    const op = getScene(...of).ops.find(({ kind }) => kind === 'matrix');
    if (op?.kind !== 'matrix') throw new Error('no code');
    return op;
  };

  /** Dots whose neighbours are all dark, up to `before` and `behind` dots away. */
  const erodeBitmap = (bitmap: Bitmap, before: number, behind: number): Bitmap => {
    const out = createBitmap(bitmap.width, bitmap.height);
    for (let y = before; y < bitmap.height - behind; y += 1)
      for (let x = before; x < bitmap.width - behind; x += 1) {
        let isDark = true;
        for (let dy = -before; dy <= behind; dy += 1)
          for (let dx = -before; dx <= behind; dx += 1)
            isDark &&= isBlackDot(bitmap, x + dx, y + dy);
        if (isDark) blackenRowSpan(out.data, y * out.stride, x, x + 1);
      }
    return out;
  };

  describe.each(CODES)('$type', (element) => {
    it.each([1, 2, 3])('takes %i dots from every dark area in both directions', (dots) => {
      const plain = rasterizeScene(getScene(element, 0));
      const thin = rasterizeScene(getScene(element, dots));
      const start = Math.floor(dots / 2);
      expect(thin.data).toEqual(erodeBitmap(plain, start, dots - start).data);
    });

    it.each([90, 180, 270] as const)('is the same picture turned by %i', (rotation) => {
      const upright = rasterizeScene(getScene(element, 1));
      const turned = rasterizeScene(getScene(element, 1, rotation));
      expect(turned.data).toEqual(turnBitmap(upright, rotation).data);
    });

    it('is undone by a head that adds as much, and read back either way', async () => {
      const [plain, thin] = [0, 1].map((dots) => rasterizeScene(getScene(element, dots)));
      if (!plain || !thin) throw new Error('nothing drawn');
      expect(
        Buffer.compare(simulateThermalPrint(thin, 3).grey, simulateThermalPrint(plain, 0).grey),
      ).toBe(0);
      expect(
        Buffer.compare(simulateThermalPrint(plain, 3).grey, simulateThermalPrint(plain, 0).grey),
      ).not.toBe(0);
      const options = { formats: ['QRCode' as const, 'DataMatrix' as const] };
      for (const rotation of [0, 90, 180, 270] as const)
        expect(
          await readWithZxing(rasterizeScene(getScene(element, 1, rotation)), options),
        ).toEqual(['YN0000000001']);
    });

    it('is graded by what is printed, on a head that spreads and on one that does not', async () => {
      const getGrade = async (sideMm: number, dots: number, rotation: Rotation = 0) => {
        const scene = getScene({ ...element, widthMm: sideMm, heightMm: sideMm }, dots, rotation);
        const [code] = extractScanCodes(scene, rasterizeScene(scene));
        if (!code) throw new Error('nothing drawn');
        return { ...(await gradeCodeReadability(code, readImage)), module: code.moduleDots };
      };
      const side = element.type === 'qr' ? 15 : 20;
      for (const rotation of [0, 90, 180, 270] as const)
        for (const dots of [0, 1, 2])
          expect(await getGrade(side, dots, rotation)).toMatchObject({ module: 4, grade: 'ample' });
      expect(await getGrade(side, 3)).toMatchObject({
        grade: expect.stringMatching(/just|none/) as string,
        reason: '条码收窄太多：每格 4 点，收窄后只打印 1 点，请改小',
      });
    });

    it('is never ample where a single dot of a square is left', async () => {
      const small = { ...element, widthMm: 10, heightMm: 10 };
      const scene = getScene(small, 1);
      const [code] = extractScanCodes(scene, rasterizeScene(scene));
      expect(code?.moduleDots).toBe(2);
      const grade = code && (await gradeCodeReadability(code, readImage));
      expect(grade?.grade).not.toBe('ample');
      expect(grade?.reason).toBe('条码收窄太多：每格 2 点，收窄后只打印 1 点，请改小');
    });

    it.each([
      ['as drawn', [true, true, false, false, true, true, true, true]],
      ['as spread', [true, true, true, true, true, true, false, false]],
    ])('is graded by the worse, which is that %s', async (_, reads) => {
      const scene = getScene(element, 1);
      const [code] = extractScanCodes(scene, rasterizeScene(scene));
      const left = reads.values();
      const read = async () => (left.next().value === true ? ['YN0000000001'] : []);
      expect(code && (await gradeCodeReadability(code, read))).toMatchObject({
        grade: 'just',
        reason: '打印得太浓就读不出，请加大',
      });
    });

    it('loses none of its quiet zone to what stands beside it', () => {
      const scene = getScene(element, 2);
      const op = getMatrix(element, 2);
      const x1 = op.x - op.quiet + 2;
      const beside = { kind: 'rect', elementId: 'r', x0: 0, y0: 0, x1, y1: 320 } as const;
      const more = { ...scene, ops: [...scene.ops, beside] };
      const [code] = extractScanCodes(more, rasterizeScene(more));
      // Two of its columns of dots are dark before the reduction.
      expect([0, 1, 2].map((x) => code?.spread && isBlackDot(code.spread, x, 0))).toEqual([
        true,
        true,
        false,
      ]);
    });

    it('is drawn in whole dots by every surface, and leaves the smallest module a dot', () => {
      for (const dots of [1, 2, 99]) {
        const op = getMatrix(element, dots);
        const drawn = createBitmap(480, 320);
        const { x, y, across, down, rects } = listDarkModuleRects(op);
        expect([across, down]).toEqual([1, 1]);
        for (const rect of rects)
          for (let row = rect.y; row < rect.y + rect.height; row += 1)
            blackenRowSpan(
              drawn.data,
              (y + row) * drawn.stride,
              x + rect.x,
              x + rect.x + rect.width,
            );
        expect(drawn.data).toEqual(rasterizeScene(getScene(element, dots)).data);
        const narrowest = Math.min(...rects.map(({ width }) => width));
        expect(narrowest).toBe(Math.max(1, op.moduleDots - dots));
      }
    });
  });
});
