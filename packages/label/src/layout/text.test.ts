import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLabelDataCheck } from '../check-data.ts';
import { LabelError } from '../errors.ts';
import { rasterizeScene } from '../raster/rasterize.ts';
import { isBlackDot } from '../raster/bitmap.ts';
import type { DotRect, GlyphsOp, RectOp, Scene } from '../scene.ts';
import {
  listCodes,
  getLayout,
  getTemplate,
  testFonts,
  createTextElement,
} from '../testing/fixtures.ts';
import type { Rotation, TextElement } from '../template.ts';
import { MM_PER_PT } from '../text/units.ts';
import { computeOperationBounds } from './ink.ts';
import { rounds } from '../../../../scripts/vitest/rounds.ts';

/** The box of `textElement` at 203 dpi. */
const BOX = { x0: 16, y0: 16, x1: 336, y1: 96 };

const layOut = (content: string, more: Partial<TextElement> = {}): Scene =>
  getLayout(getTemplate([createTextElement(content, more)]));
const listGlyphs = (scene: Scene): GlyphsOp[] => scene.ops.filter((op) => op.kind === 'glyphs');
const listRects = (scene: Scene): RectOp[] => scene.ops.filter((op) => op.kind === 'rect');
const listBaselines = (scene: Scene): number[] => [
  ...new Set(listGlyphs(scene).flatMap(({ glyphs }) => glyphs.map(({ y }) => y))),
];
const getGlyph = (character: string): number =>
  testFonts()[400].getGlyph(character.codePointAt(0) ?? 0);

describe('lines', () => {
  it('stand at the top, in the middle or at the bottom of the box', () => {
    // 24 dots high; the baseline is 0.88 em below the top of the em box.
    const getBaseline = (verticalAlign: TextElement['verticalAlign']): number | undefined =>
      listBaselines(layOut('云', verticalAlign ? { verticalAlign } : {}))[0];
    expect([getBaseline('top'), getBaseline('middle'), getBaseline('bottom')]).toEqual([
      37, 65, 93,
    ]);
    expect(getBaseline(undefined)).toBe(65);
    expect(listBaselines(layOut('云', { fit: 'wrap' }))).toEqual([37]);
    expect(listBaselines(layOut('云', { fit: 'wrap', verticalAlign: 'bottom' }))).toEqual([93]);
  });

  it('are as far apart as the element says, and fit the box by that', () => {
    const text = '云标\n云标\n云标';
    expect(
      listBaselines(layOut(text, { verticalAlign: 'top', fit: 'clip', lineHeight: 1 })),
    ).toEqual([37, 61, 85]);
    expect(listBaselines(layOut(text, { verticalAlign: 'top', fit: 'clip' }))).toEqual([
      36, 65, 94,
    ]);
    expect(listCodes(layOut(text, { lineHeight: 1 }))).toEqual([]);
    expect(listCodes(layOut(text, { lineHeight: 1.5 }))).toEqual(['text-shrunk']);
    expect(listCodes(layOut('云\n'.repeat(4), { fit: 'wrap', lineHeight: 1 }))).toEqual([
      'text-overflow',
    ]);
  });
});

describe('letter spacing', () => {
  const listPlaces = (content: string, more: Partial<TextElement>): number[] =>
    listGlyphs(layOut(content, { letterSpacingMm: 1.5, ...more })).flatMap(({ glyphs }) =>
      glyphs.map(({ x }) => x),
    );

  it('stands between characters and not behind the last, at every alignment', () => {
    // Three ems of 24 dots and two gaps of 12 take 96 of the 320 dots.
    expect(listPlaces('云标签', { align: 'left' })).toEqual([16, 52, 88]);
    expect(listPlaces('云标签', { align: 'center' })).toEqual([128, 164, 200]);
    expect(listPlaces('云标签', { align: 'right' })).toEqual([240, 276, 312]);
    expect(listPlaces('云标签', { align: 'left', letterSpacingMm: -0.5 })).toEqual([16, 36, 56]);
  });

  it('counts where lines break, shrinks with the text, and runs down in columns', () => {
    // Nine characters take 216 dots; eight gaps take 96 or 160 of the 320 dots.
    const linesAt = (letterSpacingMm: number): number =>
      listBaselines(layOut('云标签打印机好用啊', { letterSpacingMm, fit: 'wrap' })).length;
    expect([linesAt(1.5), linesAt(2.5)]).toEqual([1, 2]);
    const [shrunk] = listGlyphs(layOut('云标签打印机好用啊', { letterSpacingMm: 2.5 }));
    expect(shrunk?.sizeDots).toBeLessThan(24);
    const [first, second] = shrunk?.glyphs.map(({ x }) => x) ?? [];
    expect((second ?? 0) - (first ?? 0)).toBeLessThan(44);
    const column = listGlyphs(
      layOut('云标', { letterSpacingMm: 1, writingMode: 'vertical-rl', heightMm: 20 }),
    );
    expect(column.flatMap(({ glyphs }) => glyphs.map(({ y }) => y))).toEqual([37, 69]);
  });
});

describe('the smallest size', () => {
  const long = '新疆阿克苏冰糖心苹果红富士';

  it('is how far text shrinks before it is cut', () => {
    const scene = layOut(long.repeat(2), { minSizeMm: 1.5 });
    expect(listCodes(scene)).toEqual(['text-shrunk']);
    expect(listGlyphs(scene)[0]?.sizeDots).toBe(12);
    expect(listCodes(layOut(long.repeat(2), { minSizeMm: 2 }))).toEqual(['text-overflow']);
    const [op] = listGlyphs(layOut(long.repeat(2), { minSizeMm: 2 }));
    expect(op?.sizeDots).toBe(16);
  });

  it('lets text that wraps shrink until all its lines fit', () => {
    const more = { fit: 'wrap', sizeMm: 5, heightMm: 9 } as const;
    expect(listCodes(layOut(long, more))).toEqual(['text-overflow']);
    const scene = layOut(long, { ...more, minSizeMm: 2 });
    expect(listCodes(scene)).toEqual(['text-shrunk']);
    expect(listGlyphs(scene)).toHaveLength(2);
    expect(listGlyphs(scene)[0]?.sizeDots).toBe(33.5);
  });

  it('shrinks text that wraps rather than cut a word', () => {
    const more = { fit: 'wrap', widthMm: 20, heightMm: 20, minSizeMm: 2 } as const;
    expect(listCodes(layOut('编号 YN20260518AKS', more))).toEqual(['text-shrunk']);
    expect(listCodes(layOut(`编号 ${'YN20260518'.repeat(4)}`, more))).toEqual([
      'text-shrunk',
      'text-broken',
    ]);
  });

  it('is told in the unit the element is written in', () => {
    // 72 points are an inch.
    expect(72 * MM_PER_PT).toBeCloseTo(25.4, 10);
    const sizeMm = 9 * MM_PER_PT;
    const [pt] = layOut(long.repeat(2), { sizeMm, sizeUnit: 'pt', minSizeMm: 1 }).warnings;
    expect(pt?.message).toContain('已从 9 pt 缩小到 4.');
    const [mm] = layOut(long, { sizeMm: 4, minSizeMm: 1 }).warnings;
    expect(mm?.message).toContain('已从 4 mm 缩小到 3.');
  });
});

describe('underline', () => {
  it('runs below the em box as long as the text, and takes its room', () => {
    const scene = layOut('云标', { underline: true, verticalAlign: 'bottom' });
    // Two ems of 24 dots. The block moves up by a tenth of an em, so that the underline stays
    // inside the box.
    expect(listRects(scene)).toMatchObject([{ x0: 16, x1: 64, y0: 94, y1: 95 }]);
    expect(listBaselines(scene)).toEqual([91]);
  });

  it('stands under each line, and not under an empty one', () => {
    const scene = layOut('云\n\n标', { underline: true, sizeMm: 2.5, fit: 'clip' });
    expect(listRects(scene)).toHaveLength(2);
  });
});

describe('inverse', () => {
  it('is the text in white on its black box', () => {
    const scene = layOut('云 a', { inverse: true });
    expect(scene.ops[0]).toMatchObject({ kind: 'rect', ...BOX });
    expect(listGlyphs(scene).every(({ paper }) => paper)).toBe(true);
    const bitmap = rasterizeScene(scene);
    const countDots = (isBlack: boolean): number => {
      let count = 0;
      for (let y = BOX.y0; y < BOX.y1; y += 1)
        for (let x = BOX.x0; x < BOX.x1; x += 1)
          if (isBlackDot(bitmap, x, y) === isBlack) count += 1;
      return count;
    };
    const white = countDots(false);
    expect(white).toBeGreaterThan(100);
    expect(white).toBeLessThan(countDots(true) / 10);
  });

  it('keeps its letters off the edge of the black, and its underline white', () => {
    const scene = layOut('云', { inverse: true, underline: true });
    expect(listGlyphs(scene)[0]?.glyphs[0]?.x).toBe(16 + Math.round(0.15 * 24));
    expect(listRects(scene).map(({ paper }) => paper)).toEqual([undefined, true]);
  });

  it('draws nothing where there is no text', () => {
    expect(layOut('', { inverse: true }).ops).toEqual([]);
  });
});

describe('vertical text', () => {
  const vertical = { writingMode: 'vertical-rl', heightMm: 20, align: 'right' } as const;
  const placeVertically = (content: string, more: Partial<TextElement> = {}) =>
    listGlyphs(layOut(content, { ...vertical, ...more })).flatMap(({ rotation, glyphs }) =>
      glyphs.map((glyph) => ({ ...glyph, rotation })),
    );

  it('runs down in columns from right to left', () => {
    const [first, second, third] = placeVertically('云标\n签');
    // The box ends at 336; a column is one em of 24 dots wide, and the next is 1.2 ems to the left.
    expect(first).toMatchObject({ x: 312, y: 37, rotation: 0 });
    expect(second).toMatchObject({ x: 312, y: 61, rotation: 0 });
    expect(third?.x).toBe(283);
    expect(third?.y).toBe(37);
  });

  it('stands where both alignments put it', () => {
    const getFirstPlace = (more: Partial<TextElement>): (number | undefined)[] => {
      const [placedGlyph] = placeVertically('云', more);
      return [placedGlyph?.x, placedGlyph?.y];
    };
    expect(getFirstPlace({ align: 'left' })).toEqual([16, 37]);
    expect(getFirstPlace({ align: 'center', verticalAlign: 'middle' })).toEqual([164, 105]);
    expect(getFirstPlace({ align: 'right', verticalAlign: 'bottom' })).toEqual([312, 173]);
  });

  it('lays Latin on its side, or stands its letters one below the other', () => {
    expect(placeVertically('A1').map(({ rotation }) => rotation)).toEqual([90, 90]);
    const upright = placeVertically('A1', { textOrientation: 'upright' });
    expect(upright.map(({ rotation, y }) => [rotation, y])).toEqual([
      [0, 37],
      [0, 61],
    ]);
    // Centred in the column.
    const font = testFonts()[400];
    for (const { x, glyph } of upright)
      expect(Math.abs(x + (font.getAdvance(glyph) / 1000) * 12 - 324)).toBeLessThanOrEqual(0.5);
  });

  it('takes the vertical forms of punctuation, and corner brackets for quotes', () => {
    const listGlyphIds = (content: string): number[] =>
      placeVertically(content).map(({ glyph }) => glyph);
    expect(listGlyphIds('（，）——')).toEqual(Array.from('︵︐︶︱︱', getGlyph));
    expect(listGlyphIds('“‘云’”')).toEqual(Array.from('﹃﹁云﹂﹄', getGlyph));
    expect(listGlyphIds('don’t')).toEqual(Array.from('don’t', getGlyph));
    expect(Array.from('︵︐︶︱﹃﹁﹂﹄', getGlyph)).not.toContain(0);
  });

  it('moves a stop without a vertical form to the upper right of its cell', () => {
    const [placedGlyph] = placeVertically('．');
    expect(placedGlyph).toMatchObject({ x: 312 + 15, y: 37 - 14, rotation: 0 });
  });

  it('turns what stands on its side with no form of its own', () => {
    expect(placeVertically('～').map(({ rotation }) => rotation)).toEqual([90]);
  });

  it('wraps, shrinks and underlines as lines do', () => {
    expect(placeVertically('云标签打印机七八九十', { fit: 'wrap' }).map(({ x }) => x)).toEqual([
      312, 312, 312, 312, 312, 312, 283, 283, 283, 283,
    ]);
    expect(listCodes(layOut('云标签打印机七八', vertical))).toEqual(['text-shrunk']);
    const [rule] = listRects(layOut('云标', { ...vertical, underline: true }));
    expect(rule).toMatchObject({ x0: 310, x1: 311, y0: 16, y1: 64 });
  });
});

describe('a character no font has', () => {
  const createTemplate = (missingGlyph: 'refuse' | 'gap') => ({
    ...getTemplate([createTextElement('{{姓名}}', { missingGlyph })]),
    fields: [{ name: '姓名', label: '姓名', sample: '' }],
  });

  it('is refused, or marked, as the element says, and told with its place', () => {
    const data = { 姓名: '王😀' };
    expect(getLayout(createTemplate('refuse'), data).warnings).toMatchObject([
      { code: 'missing-glyph', level: 'error' },
    ]);
    const marked = getLayout(createTemplate('gap'), data);
    expect(marked.warnings).toMatchObject([
      {
        code: 'missing-glyph',
        level: 'warning',
        message: '姓名的第 2 个字“😀”字体里没有，打印成“〓”',
      },
    ]);
    expect(listGlyphs(marked)[0]?.glyphs.map(({ glyph }) => glyph)).toEqual([
      getGlyph('王'),
      getGlyph('〓'),
    ]);
  });

  it('is told with its place up to five times, and all others together', () => {
    const faces = Array.from({ length: 30 }, (_, i) => String.fromCodePoint(0x1f600 + i));
    for (const [missingGlyph, end] of [
      ['refuse', '打印不出来，请换一个'],
      ['gap', '打印成“〓”'],
    ] as const) {
      const listMessages = (count: number): string[] =>
        getLayout(createTemplate(missingGlyph), { 姓名: faces.slice(0, count).join('') })
          .warnings.filter(({ code }) => code === 'missing-glyph')
          .map(({ message }) => message);
      expect(listMessages(5)).toHaveLength(5);
      const [last] = listMessages(6).slice(5);
      expect(last).toBe(`文字“姓名”里还有 1 个字打印不了：“${faces[5]}”，${end}`);
      expect(listMessages(30).slice(5)).toEqual([
        `文字“姓名”里还有 25 个字打印不了：“${faces.slice(5, 25).join('')}…”，${end}`,
      ]);
    }
  });

  it('stops the row only where it would be refused', () => {
    const countTroubles = (missingGlyph: 'refuse' | 'gap'): number =>
      createLabelDataCheck(createTemplate(missingGlyph), testFonts())({ 姓名: '王😀' }).length;
    expect([countTroubles('refuse'), countTroubles('gap')]).toEqual([1, 0]);
  });
});

const anyText: fc.Arbitrary<TextElement> = fc
  .record({
    content: fc.string({
      unit: fc.constantFrom(...'中文字，。（）《》——……A1g -“”¥5％\n😀𠮷'),
      minLength: 1,
      maxLength: 40,
    }),
    sizeMm: fc.constantFrom(2, 3, 4.3, 8),
    minSizeMm: fc.constantFrom(undefined, 1, 2),
    weight: fc.constantFrom(400 as const, 700 as const),
    align: fc.constantFrom('left' as const, 'center' as const, 'right' as const),
    verticalAlign: fc.constantFrom(undefined, 'top' as const, 'middle' as const, 'bottom' as const),
    fit: fc.constantFrom('shrink' as const, 'wrap' as const, 'clip' as const),
    lineHeight: fc.constantFrom(undefined, 1, 1.7),
    letterSpacingMm: fc.constantFrom(undefined, 0, 1),
    writingMode: fc.constantFrom(undefined, 'vertical-rl' as const),
    textOrientation: fc.constantFrom(undefined, 'upright' as const),
    inverse: fc.boolean(),
    underline: fc.boolean(),
    widthMm: fc.integer({ min: 6, max: 40 }),
    heightMm: fc.integer({ min: 6, max: 30 }),
    missingGlyph: fc.constant('gap' as const),
  })
  .map((item) => {
    const definedEntries = Object.entries(item).filter(([, value]) => value !== undefined);
    return createTextElement(item.content, {
      xMm: 10,
      yMm: 5,
      ...Object.fromEntries(definedEntries),
    });
  });

const growRect = ({ x0, y0, x1, y1 }: DotRect, by: number): DotRect => ({
  x0: x0 - by,
  y0: y0 - by,
  x1: x1 + by,
  y1: y1 + by,
});
const isIn = (a: DotRect, b: DotRect): boolean =>
  a.x0 >= b.x0 && a.y0 >= b.y0 && a.x1 <= b.x1 && a.y1 <= b.y1;

describe('any text', () => {
  it('stays in its box, descenders apart, or says that it does not', () => {
    fc.assert(
      fc.property(anyText, (element) => {
        const scene = getLayout(getTemplate([element], { widthMm: 60, heightMm: 40 }));
        const isTold = listCodes(scene).includes('text-overflow');
        const box = {
          x0: 80,
          y0: 40,
          x1: 80 + element.widthMm * 8,
          y1: 40 + element.heightMm * 8,
        };
        for (const op of scene.ops) {
          const ink = computeOperationBounds(op);
          if (ink === undefined) continue;
          // Glyphs extend beyond their em square by at most a sixth of it.
          const reach = op.kind === 'glyphs' && !isTold ? 2 + op.sizeDots / 6 : 2;
          const isWhite = op.kind === 'glyphs' && op.paper === true;
          expect(isIn(ink, growRect(box, isWhite ? 0 : reach))).toBe(true);
        }
      }),
      { numRuns: rounds(300) },
    );
  });

  it('is the same picture in every quarter turn', () => {
    const turnOnce = ({ x, y }: { x: number; y: number }, height: number) => ({
      x: height - y,
      y: x,
    });
    fc.assert(
      fc.property(anyText, fc.constantFrom(1, 2, 3), (element, quarters) => {
        const template = getTemplate([element], { widthMm: 60, heightMm: 40 });
        const straight = getLayout(template);
        const rotation = (quarters * 90) as Rotation;
        const media = getLayout(template, {}, { dpi: 203, rotation });
        const turnPoint = (point: { x: number; y: number }) => {
          let at = point;
          for (let i = 0; i < quarters; i += 1) at = turnOnce(at, i % 2 === 0 ? 320 : 480);
          return at;
        };
        const listTurnedGlyphs = (scene: Scene, more: number, move: typeof turnPoint) =>
          listGlyphs(scene).flatMap((op) =>
            op.glyphs.map((glyph) => ({
              ...move(glyph),
              glyph: glyph.glyph,
              size: op.sizeDots,
              rotation: (op.rotation + more) % 360,
            })),
          );
        expect(listTurnedGlyphs(media, 0, (at) => ({ x: at.x, y: at.y }))).toEqual(
          listTurnedGlyphs(straight, rotation, turnPoint),
        );
        const listTurnedCorners = (scene: Scene, move: typeof turnPoint) =>
          listRects(scene).map(({ x0, y0, x1, y1 }) => {
            const [a, b] = [move({ x: x0, y: y0 }), move({ x: x1, y: y1 })];
            return [a.x, b.x, a.y, b.y].map((value) => value + 0).toSorted((c, d) => c - d);
          });
        expect(listTurnedCorners(media, (at) => at)).toEqual(
          listTurnedCorners(straight, turnPoint),
        );
      }),
      { numRuns: rounds(200) },
    );
  });

  it('of any length is laid out or refused', () => {
    const more = { fit: 'wrap', minSizeMm: 0.5, lineHeight: 0.5, sizeMm: 20 } as const;
    for (const unit of ['中', 'a', '（', '1 ', '——', '\n']) {
      for (const writingMode of ['horizontal-tb', 'vertical-rl'] as const) {
        const scene = layOut(unit.repeat(20_000), { ...more, writingMode, underline: true });
        expect(listCodes(scene)).toContain('text-overflow');
      }
    }
    expect(() => layOut('云', { lineHeight: 0 })).toThrow(LabelError);
    expect(() => layOut('云', { minSizeMm: Number.NaN })).toThrow(LabelError);
  });
});
