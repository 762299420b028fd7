import { describe, expect, it } from 'vitest';
import { trimBitmap, turnBitmap } from '../image/turn.ts';
import { listElementInkBoxes } from '../output/boxes.ts';
import { rasterizeScene } from '../raster/rasterize.ts';
import type { DotRect, GlyphsOp } from '../scene.ts';
import {
  createCode128Element,
  listCodes,
  getLayout,
  getTemplate,
  testFonts,
  createTextElement,
} from '../testing/fixtures.ts';
import type { LabelData, LinearElement, TextElement } from '../template.ts';

const listOps = (element: TextElement | LinearElement, data: LabelData = {}): GlyphsOp[] =>
  getLayout(getTemplate([element]), data).ops.filter((op) => op.kind === 'glyphs');

describe('a price', () => {
  const layOutPrice = (value: string, more: Partial<TextElement> = {}): GlyphsOp[] =>
    listOps(
      createTextElement('¥{{价格}}', { sizeMm: 8, restScale: 0.5, align: 'right', ...more }),
      {
        价格: value,
      },
    );

  it('keeps its whole number large; sign and decimals are smaller, on one baseline', () => {
    const ops = layOutPrice('49.90');
    expect(ops.map(({ sizeDots, glyphs }) => [sizeDots, glyphs.length])).toEqual([
      [32, 1],
      [64, 2],
      [32, 3],
    ]);
    expect(new Set(ops.flatMap(({ glyphs }) => glyphs.map(({ y }) => y))).size).toBe(1);
  });

  it('takes thousands as part of the number, and a text without one as it is', () => {
    expect(layOutPrice('1,280.00').map(({ glyphs }) => glyphs.length)).toEqual([1, 5, 3]);
    expect(layOutPrice('面议').map(({ sizeDots }) => sizeDots)).toEqual([64]);
  });

  it('ends at the right edge whatever its length', () => {
    const getEnd = (value: string): number => {
      const last = layOutPrice(value).at(-1);
      const glyph = last?.glyphs.at(-1);
      if (!last || !glyph) return 0;
      return glyph.x + (last.font.getAdvance(glyph.glyph) / last.font.unitsPerEm) * last.sizeDots;
    };
    for (const value of ['9.90', '49.90', '149.00']) {
      expect(getEnd(value)).toBeGreaterThan(42 * 8 - 1.5);
      expect(getEnd(value)).toBeLessThan(42 * 8 + 1.5);
    }
  });

  it('shrinks only until its decimals would be illegible', () => {
    const template = getTemplate([
      createTextElement('¥12345678901234567890.50', { sizeMm: 8, restScale: 0.5, widthMm: 10 }),
    ]);
    const scene = getLayout(template);
    const sizes = scene.ops.flatMap((op) => (op.kind === 'glyphs' ? [op.sizeDots] : []));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(2.1 * 8);
    expect(listCodes(scene)).toContain('text-overflow');
  });
});

describe('a tail', () => {
  const tail = { content: '{{等级}}', sizeMm: 2, weight: 400, gapMm: 1 } as const;
  const layOutName = (value: string, grade: string): GlyphsOp[] =>
    listOps(createTextElement('{{品名}}', { sizeMm: 4, weight: 700, tail }), {
      品名: value,
      等级: grade,
    });

  it('follows the text on its baseline, in its own weight and size', () => {
    const [bold, light] = layOutName('脐橙', '精选');
    const fonts = testFonts();
    expect([bold?.font, light?.font]).toEqual([fonts[700], fonts[400]]);
    expect([bold?.sizeDots, light?.sizeDots]).toEqual([32, 16]);
    expect(bold?.glyphs[0]?.y).toBe(light?.glyphs[0]?.y);
    // Two characters of 32 dots, then a millimetre.
    expect(light?.glyphs[0]?.x).toBe(2 * 8 + 2 * 32 + 8);
  });

  it('moves with the length of the text before it', () => {
    expect(layOutName('阿克苏苹果', '大')[1]?.glyphs[0]?.x).toBe(2 * 8 + 5 * 32 + 8);
  });

  it('stands alone where there is nothing before it', () =>
    expect(layOutName('', '精选').map(({ glyphs }) => glyphs.length)).toEqual([2]));

  it('says which of its characters the font lacks', () => {
    const template = getTemplate([createTextElement('{{品名}}', { tail })]);
    template.fields.push({ name: '等级', label: '等级', sample: '' });
    const { warnings } = getLayout(template, { 品名: '橙', 等级: '甲😀' });
    expect(warnings.map(({ message }) => message)).toEqual([
      '等级的第 2 个字“😀”字体里没有，打印不出来，请换一个',
    ]);
  });
});

describe('bars', () => {
  const getStart = (align: 'left' | 'center' | 'right'): number => {
    const scene = getLayout(getTemplate([createCode128Element('A1', { align })]));
    const bars = scene.ops.find((op) => op.kind === 'bars');
    return bars?.x0 ?? -1;
  };

  it('stand with their quiet zone at the side of the box they are asked to', () => {
    const scene = getLayout(
      getTemplate([createCode128Element('A1', { align: 'left', widthMm: 20 })]),
    );
    const bars = scene.ops.find((op) => op.kind === 'bars');
    expect(bars?.x0).toBe(2 * 8 + 10 * 2);
    expect(getStart('left')).toBeLessThan(getStart('center'));
    expect(getStart('center')).toBeLessThan(getStart('right'));
    expect(listCodes(scene)).toEqual([]);
  });

  it('have their text spaced out under their own middle', () => {
    const element = createCode128Element('A1', { align: 'left', textSpacingMm: 1, widthMm: 56 });
    const scene = getLayout(getTemplate([element]));
    const bars = scene.ops.find((op) => op.kind === 'bars');
    const [text] = listOps(element);
    const [first, second] = text?.glyphs ?? [];
    if (!bars || !text || !first || !second) throw new Error('nothing drawn');
    const getWidth = (glyph: number): number =>
      (text.font.getAdvance(glyph) / text.font.unitsPerEm) * text.sizeDots;
    expect(second.x - first.x).toBeCloseTo(getWidth(first.glyph) + 8, -0.5);
    const middle = (first.x + second.x + getWidth(second.glyph)) / 2;
    expect(Math.abs(middle - (bars.x0 + bars.x1) / 2)).toBeLessThan(1.5);
  });
});

const EMPTY: DotRect = { x0: 0, y0: 0, x1: 0, y1: 0 };

describe('width of characters', () => {
  const createElement = (widthScale: number, more: Partial<TextElement> = {}): TextElement =>
    createTextElement('品名 Coffee', { widthScale, sizeMm: 3.5, ...more });
  const getBox = (of: TextElement) => {
    const scene = getLayout(getTemplate([of]));
    expect(scene.warnings).toEqual([]);
    const box = listElementInkBoxes(scene)[0]?.box ?? EMPTY;
    return { box, bitmap: rasterizeScene(scene) };
  };

  it('changes along the line only, and the box that is told is that of the dots', () => {
    const plain = getBox(createElement(1)).box;
    for (const scale of [0.5, 2]) {
      const { box, bitmap } = getBox(createElement(scale));
      expect([box.y0, box.y1]).toEqual([plain.y0, plain.y1]);
      expect((box.x1 - box.x0) / (plain.x1 - plain.x0)).toBeCloseTo(scale, 1);
      const ink = trimBitmap(bitmap);
      expect(ink?.left).toBeGreaterThanOrEqual(Math.floor(box.x0));
      expect((ink?.left ?? 0) + (ink?.bitmap.width ?? 0)).toBeLessThanOrEqual(Math.ceil(box.x1));
    }
  });

  it('has the same dots in every quarter turn', () => {
    const template = getTemplate([createElement(0.7)]);
    const upright = rasterizeScene(getLayout(template));
    for (const rotation of [90, 180, 270] as const) {
      const turned = rasterizeScene(getLayout(template, {}, { dpi: 203, rotation }));
      expect(turned.data).toEqual(turnBitmap(upright, rotation).data);
    }
  });

  it('counts where lines break and where text shrinks', () => {
    const countLines = (widthScale: number): number =>
      new Set(
        listOps(createElement(widthScale, { widthMm: 14, heightMm: 20, fit: 'wrap' })).flatMap(
          (op) => op.glyphs.map(({ y }) => y),
        ),
      ).size;
    expect([countLines(0.5), countLines(1)]).toEqual([1, 2]);
    const [shrunk] = listOps(createElement(2, { widthMm: 30 }));
    expect(shrunk?.sizeDots).toBeLessThan(28);
  });

  it('stays as it is in vertical text', () => {
    const vertical = { writingMode: 'vertical-rl', heightMm: 36 } as const;
    expect(listOps(createElement(2, vertical))).toEqual(listOps(createElement(1, vertical)));
  });
});
