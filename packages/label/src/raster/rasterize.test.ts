import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FlatOutline } from '../font/outline.ts';
import {
  writeRows,
  getLayout,
  createQrElement,
  getTemplate,
  testFonts,
  createTextElement,
} from '../testing/fixtures.ts';
import type { Rotation } from '../template.ts';
import { whitenRowSpan, createBitmap, isBlackDot, blackenRowSpan } from './bitmap.ts';
import type { Bitmap } from './bitmap.ts';
import { getGlyphBitmap, getGlyphBitmapSheet } from './glyph-cache.ts';
import { rasterizeOutline } from './rasterize-outline.ts';
import type { GlyphBitmap } from './rasterize-outline.ts';
import { rasterizeScene } from './rasterize.ts';

function createPolygon(...rings: [number, number][][]): FlatOutline {
  const starts: number[] = [];
  const points: number[] = [];
  for (const ring of rings) {
    starts.push(points.length / 2);
    for (const [x, y] of ring) points.push(x, y);
  }
  return {
    points: Float64Array.from(points),
    starts: Uint32Array.from(starts),
  };
}

function drawGlyph({ width, height, stride, bits }: GlyphBitmap): string[] {
  return writeRows({ width, height, stride, data: bits });
}

const createBox = (x0: number, y0: number, x1: number, y1: number): [number, number][] => [
  [x0, y0],
  [x1, y0],
  [x1, y1],
  [x0, y1],
];

const PLAIN = { scale: 1, scaleAlong: 1, slant: 0 };

describe('rasterizeOutline', () => {
  it('slants to the right with the height', () => {
    const slanted = { ...PLAIN, slant: 1 };
    expect(drawGlyph(rasterizeOutline(createPolygon(createBox(0, 0, 1, 3)), 0, slanted))).toEqual([
      '..##',
      '.##.',
      '##..',
    ]);
  });

  it('blackens dots that are at least half covered', () => {
    expect(drawGlyph(rasterizeOutline(createPolygon(createBox(0, 0, 2.5, 2)), 0, PLAIN))).toEqual([
      '###',
      '###',
    ]);
    expect(drawGlyph(rasterizeOutline(createPolygon(createBox(0, 0, 2.49, 2)), 0, PLAIN))).toEqual([
      '##.',
      '##.',
    ]);
    expect(drawGlyph(rasterizeOutline(createPolygon(createBox(0, 0, 2, 1.5)), 0, PLAIN))).toEqual([
      '##',
      '##',
    ]);
    expect(drawGlyph(rasterizeOutline(createPolygon(createBox(0, 0, 2, 1.4)), 0, PLAIN))).toEqual([
      '..',
      '##',
    ]);
  });

  it('fills by non-zero winding: overlaps stay black, opposite rings cut holes', () => {
    const outer = createBox(0, 0, 5, 5);
    const inner = createBox(1, 1, 4, 4);
    expect(drawGlyph(rasterizeOutline(createPolygon(outer, inner), 0, PLAIN)).join('')).toBe(
      '#'.repeat(25),
    );
    expect(drawGlyph(rasterizeOutline(createPolygon(outer, inner.toReversed()), 0, PLAIN))[2]).toBe(
      '#...#',
    );
  });

  it('turns clockwise about the pen', () => {
    const flag = createPolygon(createBox(0, 0, 1, 3), createBox(1, 2, 2, 3));
    expect(drawGlyph(rasterizeOutline(flag, 0, PLAIN))).toEqual(['##', '#.', '#.']);
    const quarter = rasterizeOutline(flag, 90, PLAIN);
    expect(drawGlyph(quarter)).toEqual(['###', '..#']);
    expect([quarter.left, quarter.top]).toEqual([0, 0]);
    expect(drawGlyph(rasterizeOutline(flag, 180, PLAIN))).toEqual(['.#', '.#', '##']);
    expect(drawGlyph(rasterizeOutline(flag, 270, PLAIN))).toEqual(['#..', '###']);
  });

  it('covers about the area of the outline at any size', () => {
    const font = testFonts()[700];
    const computeInkArea = (size: number): number => {
      const { bits } = getGlyphBitmap(
        getGlyphBitmapSheet({ font, sizeDots: size, rotation: 0 }),
        font.getGlyph(0x56fd),
      );
      return (
        bits.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0) /
        (size * size)
      );
    };
    for (const size of [24, 40, 96])
      expect(Math.abs(computeInkArea(size) - computeInkArea(400))).toBeLessThan(0.05);
  });
});

describe('glyphs that were drawn', () => {
  const font = testFonts()[400];
  const glyph = font.getGlyph(0x56fd);

  it('are forgotten when they are more than is kept, and come out the same again', () => {
    const sheet = getGlyphBitmapSheet({ font, sizeDots: 24, rotation: 0 });
    const first = getGlyphBitmap(sheet, glyph);
    expect(getGlyphBitmap(getGlyphBitmapSheet({ font, sizeDots: 24, rotation: 0 }), glyph)).toBe(
      first,
    );
    for (let size = 400; size < 800; size += 1)
      getGlyphBitmap(getGlyphBitmapSheet({ font, sizeDots: size, rotation: 0 }), glyph);
    expect(getGlyphBitmapSheet({ font, sizeDots: 24, rotation: 0 })).not.toBe(sheet);
    expect(getGlyphBitmap(getGlyphBitmapSheet({ font, sizeDots: 24, rotation: 0 }), glyph)).toEqual(
      first,
    );
    expect(getGlyphBitmap(sheet, glyph)).toEqual(first);
  });
});

describe('glyphs of a few dots and of many', () => {
  const font = testFonts()[700];
  const glyph = font.getGlyph(0x56fd);

  it.each([9, 20, 27, 31, 34, 40])(
    'are drawn dot for dot where they stand, up to every edge, at an em of %i dots',
    (sizeDots) => {
      const source = getGlyphBitmap(
        getGlyphBitmapSheet({ font, sizeDots: sizeDots, rotation: 0 }),
        glyph,
      );
      const [width, height] = [source.width + 9, source.height + 1];
      for (let x = 0; x <= 9; x += 1)
        for (let y = 0; y <= 1; y += 1) {
          const at = { codePoint: 0x56fd, glyph, x: x - source.left, y: y - source.top };
          const op = { kind: 'glyphs', elementId: 't', font, sizeDots, rotation: 0 } as const;
          const bitmap = rasterizeScene({
            dpi: 203,
            widthDots: width,
            heightDots: height,
            ops: [{ ...op, glyphs: [at] }],
            codes: [],
            warnings: [],
          });
          const expected = Array.from({ length: height }, (_, row) =>
            '.'
              .repeat(x)
              .concat(drawGlyph(source)[row - y] ?? '.'.repeat(source.width))
              .padEnd(width, '.'),
          );
          expect(writeRows(bitmap)).toEqual(expected);
        }
    },
  );
});

describe('blackenRowSpan', () => {
  it('blackens exactly its dots', () => {
    fc.assert(
      fc.property(fc.nat(70), fc.nat(70), (a, b) => {
        const bitmap = createBitmap(71, 1);
        blackenRowSpan(bitmap.data, 0, Math.min(a, b), Math.max(a, b));
        expect(Array.from({ length: 71 }, (_, x) => isBlackDot(bitmap, x, 0))).toEqual(
          Array.from({ length: 71 }, (_, x) => x >= Math.min(a, b) && x < Math.max(a, b)),
        );
      }),
    );
  });
});

describe('whitenRowSpan', () => {
  it('whitens exactly its dots', () => {
    fc.assert(
      fc.property(fc.nat(70), fc.nat(70), (a, b) => {
        const bitmap = createBitmap(71, 1);
        blackenRowSpan(bitmap.data, 0, 0, 71);
        whitenRowSpan(bitmap.data, 0, Math.min(a, b), Math.max(a, b));
        expect(Array.from({ length: 71 }, (_, x) => isBlackDot(bitmap, x, 0))).toEqual(
          Array.from({ length: 71 }, (_, x) => x < Math.min(a, b) || x >= Math.max(a, b)),
        );
      }),
    );
  });
});

/** Rotates a finished bitmap clockwise, dot by dot. */
function turnRows(bitmap: Bitmap, rotation: Rotation): string[] {
  const { width, height } = bitmap;
  const isSideways = rotation % 180 !== 0;
  const [w, h] = isSideways ? [height, width] : [width, height];
  return Array.from({ length: h }, (_, y) =>
    Array.from({ length: w }, (__, x) => {
      const [sx, sy] =
        rotation === 90
          ? [y, height - 1 - x]
          : rotation === 180
            ? [width - 1 - x, height - 1 - y]
            : rotation === 270
              ? [width - 1 - y, x]
              : [x, y];
      return isBlackDot(bitmap, sx, sy) ? '#' : '.';
    }).join(''),
  );
}

describe('rasterizeScene', () => {
  it.each([90, 180, 270] as const)(
    'draws codes and lines turned by %i exactly as the turned picture',
    (rotation) => {
      const template = getTemplate([
        createQrElement('https://yunbiao.example/1', {
          xMm: 3.3,
          yMm: 1.7,
          widthMm: 31,
          heightMm: 31,
        }),
        {
          type: 'code128',
          id: 'c',
          xMm: 35,
          yMm: 30,
          widthMm: 24,
          heightMm: 7,
          rotation: 0,
          content: '1234',
          showText: false,
          textSizeMm: 3,
        },
        {
          type: 'rect',
          id: 'r',
          xMm: 40,
          yMm: 2,
          widthMm: 12,
          heightMm: 9,
          rotation: 0,
          lineMm: 0.5,
        },
      ]);
      const straight = rasterizeScene(getLayout(template));
      const media = rasterizeScene(getLayout(template, {}, { dpi: 203, rotation }));
      expect(countDiffering(turnRows(straight, rotation), writeRows(media))).toBe(0);
    },
  );

  it.each([90, 180, 270] as const)(
    'draws text turned by %i exactly as the turned picture, in lines and in columns',
    (rotation) => {
      const template = getTemplate([
        createTextElement('新疆苹果 Apple 5 kg', { sizeMm: 4.3, underline: true }),
        createTextElement('竖排 ab，（字）。', {
          id: 'v',
          yMm: 13,
          heightMm: 25,
          writingMode: 'vertical-rl',
          weight: 700,
        }),
        createTextElement('反白 g', { id: 'i', xMm: 45, yMm: 13, widthMm: 13, inverse: true }),
      ]);
      const straight = rasterizeScene(getLayout(template));
      const media = rasterizeScene(getLayout(template, {}, { dpi: 203, rotation }));
      expect(countDiffering(turnRows(straight, rotation), writeRows(media))).toBe(0);
    },
  );

  it('draws in the colour of the paper what is said to be: the same dots, white on black', () => {
    const plain = getLayout(
      getTemplate([createTextElement('新疆 Apple', { xMm: 3.3, sizeMm: 4 })]),
    );
    const { widthDots, heightDots } = plain;
    const black = {
      kind: 'rect',
      elementId: 'b',
      x0: 0,
      y0: 0,
      x1: widthDots,
      y1: heightDots,
    } as const;
    const gap = { ...black, x0: 19, y0: 200, x1: 47, y1: 210, paper: true } as const;
    const ops = plain.ops.map((op) =>
      op.kind === 'glyphs' ? { ...op, paper: true as const } : op,
    );
    const rows = writeRows(rasterizeScene({ ...plain, ops: [black, ...ops, gap] })).join('\n');
    const { paper: _, ...bar } = gap;
    const inked = writeRows(rasterizeScene({ ...plain, ops: [...plain.ops, bar] })).join('\n');
    const opposite: Record<string, string> = { '#': '.', '.': '#' };
    expect(rows).toBe(inked.replaceAll(/[#.]/g, (dot) => opposite[dot] ?? dot));
  });

  it('gives the same dots twice, whatever was drawn between', () => {
    const template = getTemplate([createTextElement('云标 yunbiao', { sizeMm: 3.3 })]);
    const first = rasterizeScene(getLayout(template)).data;
    for (let size = 2; size < 8; size += 0.5)
      rasterizeScene(getLayout(getTemplate([createTextElement('云标打印标签', { sizeMm: size })])));
    expect(rasterizeScene(getLayout(template)).data).toEqual(first);
  });
});

function countDiffering(a: string[], b: string[]): number {
  expect([b.length, b[0]?.length]).toEqual([a.length, a[0]?.length]);
  const [left, right] = [a.join(''), b.join('')];
  let count = 0;
  for (let i = 0; i < left.length; i += 1) if (left[i] !== right[i]) count += 1;
  return count;
}
