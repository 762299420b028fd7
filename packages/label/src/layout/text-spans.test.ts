import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../../../scripts/vitest/rounds.ts';
import { createLabelDataCheck } from '../check-data.ts';
import { sceneToSvg } from '../output/svg.ts';
import { rasterizeScene } from '../raster/rasterize.ts';
import type { GlyphsOp, RectOp, Scene } from '../scene.ts';
import type { TextElement, TextSpan } from '../template.ts';
import {
  createTextElement,
  getLayout,
  getTemplate,
  listCodes,
  testFonts,
} from '../testing/fixtures.ts';
import { computeOperationBounds } from './ink.ts';

const layOut = (content: string, more: Partial<TextElement> = {}): Scene =>
  getLayout(getTemplate([createTextElement(content, more)]));
const listGlyphs = (scene: Scene): GlyphsOp[] => scene.ops.filter((op) => op.kind === 'glyphs');
const listRules = (scene: Scene): RectOp[] => scene.ops.filter((op) => op.kind === 'rect');
const listBaselines = (scene: Scene): number[] => [
  ...new Set(listGlyphs(scene).flatMap(({ glyphs }) => glyphs.map(({ y }) => y))),
];
/** 3 mm, the size of `createTextElement`: 24 dots. */
const createSpan = (content: string, more: Partial<TextSpan> = {}): TextSpan => ({
  content,
  sizeMm: 3,
  weight: 400,
  ...more,
});

describe('parts of a text', () => {
  it('draw the same dots as one text when they look the same', () => {
    const text = fc.string({ unit: fc.constantFrom(...'云标 签，a1\n（）'), maxLength: 40 });
    fc.assert(
      fc.property(text, fc.nat(40), fc.constantFrom('wrap', 'shrink', 'clip'), (whole, at, fit) => {
        const [head, rest] = [whole.slice(0, at), whole.slice(at)];
        const parts = layOut(head, { fit, spans: [createSpan(rest)] });
        expect(rasterizeScene(parts)).toEqual(rasterizeScene(layOut(whole, { fit })));
      }),
      { numRuns: rounds(200) },
    );
  });

  it('draw what a tail drew', () => {
    const look = { content: '一级', sizeMm: 2, weight: 700, gapMm: 1 } as const;
    for (const more of [{}, { underline: true }])
      expect(
        rasterizeScene(
          layOut('¥12.50', {
            ...more,
            spans: [{ ...look, ...more }],
          }),
        ),
      ).toEqual(rasterizeScene(layOut('¥12.50', { ...more, tail: look })));
  });

  it('have their own size and weight, on one baseline', () => {
    const scene = layOut('大', { spans: [createSpan('小', { sizeMm: 1.5, weight: 700 })] });
    expect(listGlyphs(scene).map(({ sizeDots, font }) => [sizeDots, font])).toEqual([
      [24, testFonts()[400]],
      [12, testFonts()[700]],
    ]);
    expect(listBaselines(scene)).toHaveLength(1);
  });

  it('make each line as high as its largest part', () => {
    const more = { fit: 'wrap', lineHeight: 1, verticalAlign: 'top' } as const;
    const small = createSpan('\n小\n小', { sizeMm: 1.5 });
    // 24 dots, then 12 and 12; the baseline is 0.88 em below the top.
    expect(listBaselines(layOut('大', { ...more, spans: [small] }))).toEqual([
      16 + 21,
      16 + 24 + 11,
      16 + 36 + 11,
    ]);
  });

  it('break into lines together, and shrink together', () => {
    const spans = [createSpan('标'.repeat(30), { sizeMm: 2 })];
    const wrapped = layOut('云'.repeat(30), { fit: 'wrap', spans });
    expect(listCodes(wrapped)).toEqual(['text-overflow']);
    const shrunk = layOut('云'.repeat(30), { spans, minSizeMm: 0.5 });
    expect(listCodes(shrunk)).toEqual(['text-shrunk']);
    const [first, second] = listGlyphs(shrunk);
    expect((second?.sizeDots ?? 0) / (first?.sizeDots ?? 1)).toBeCloseTo(2 / 3, 0);
  });

  it('are underlined and struck through alone', () => {
    const scene = layOut('云', {
      spans: [createSpan('标', { underline: true, strike: true }), createSpan('签')],
    });
    const [, marked] = listGlyphs(scene).flatMap(({ glyphs }) => glyphs);
    const rules = listRules(scene);
    expect(rules.map(({ x0, x1 }) => [x0, x1])).toEqual([
      [marked?.x, (marked?.x ?? 0) + 24],
      [marked?.x, (marked?.x ?? 0) + 24],
    ]);
    const baseline = marked?.y ?? 0;
    expect(rules.map(({ y0 }) => y0 > baseline)).toEqual([true, false]);
  });

  it('slant', () => {
    const scene = layOut('', { spans: [createSpan('l', { italic: true })] });
    const upright = layOut('', { spans: [createSpan('l')] });
    const [op, plain] = [scene, upright].map((drawn) => listGlyphs(drawn)[0]);
    if (!op || !plain) throw new Error('nothing was drawn');
    expect(op.italic).toBe(true);
    const [ink, plainInk] = [op, plain].map(computeOperationBounds);
    expect(ink?.x1).toBeGreaterThan((plainInk?.x1 ?? 0) + 2);
    expect(rasterizeScene(scene)).not.toEqual(rasterizeScene(upright));
    expect(sceneToSvg(scene)).not.toBe(sceneToSvg(upright));
  });

  it('check the values of all of them', () => {
    const spans = [createSpan('{{规格}}', { weight: 700 })];
    const template = getTemplate([createTextElement('{{品名}}', { spans })]);
    const field = { name: '规格', label: '规格', sample: '' };
    const check = createLabelDataCheck({ ...template, fields: [field] }, testFonts());
    expect(check({ 规格: '\u{1F600}' }).map(({ code }) => code)).toEqual(['missing-glyph']);
  });
});
