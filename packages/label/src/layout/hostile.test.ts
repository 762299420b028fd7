import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LabelError } from '../errors.ts';
import type { Font, Fonts } from '../font/font.ts';
import { RARE_ENCODERS } from '../rare-encoders.ts';
import type { Scene } from '../scene.ts';
import { LINEAR_NAMES } from '../template.ts';
import type { Template, TemplateElement } from '../template.ts';
import { getTemplate, testFonts, createTextElement } from '../testing/fixtures.ts';
import { layoutLabel } from './layout.ts';
import { MAX_LABEL_DOTS } from './place.ts';

/** The engine's limit of characters on a label, and the maximum of font calls per character. */
const MAX_CHARACTERS = 30_000;
const CALLS_A_CHARACTER = 5;
/** The engine's limit for the em squares of all glyphs. */
const MAX_GLYPH_DOTS = 270_000_000;

/** Fonts that count the calls: a measure of work that does not depend on the machine's load. */
function countingFonts(): { fonts: Fonts; calls: () => number } {
  let calls = 0;
  const countFontCalls = (font: Font): Font => {
    const countCalls =
      <T>(ask: (of: number) => T) =>
      (of: number): T => {
        calls += 1;
        return ask(of);
      };
    return {
      ...font,
      getGlyph: countCalls(font.getGlyph),
      getAdvance: countCalls(font.getAdvance),
      getBounds: countCalls(font.getBounds),
    };
  };
  const fonts = testFonts();
  return {
    fonts: { 400: countFontCalls(fonts[400]), 700: countFontCalls(fonts[700]) },
    calls: () => calls,
  };
}

type Cost = { calls: number; scene: Scene | undefined };

/** A label or a LabelError, and the cost; rethrows all other errors. */
function computeCost(template: Template, dpi: 203 | 300 | 600 = 203): Cost {
  const { fonts, calls } = countingFonts();
  try {
    const scene = layoutLabel({
      template,
      data: {},
      media: { dpi },
      fonts,
      rareCodes: () => RARE_ENCODERS,
    });
    return { calls: calls(), scene };
  } catch (error) {
    if (!(error instanceof LabelError)) throw error;
    return { calls: calls(), scene: undefined };
  }
}

function expectBounded({ calls, scene }: Cost): void {
  expect(calls).toBeLessThan(CALLS_A_CHARACTER * MAX_CHARACTERS);
  if (scene === undefined) return;
  const { widthDots, heightDots, ops } = scene;
  expect(widthDots * heightDots).toBeLessThanOrEqual(MAX_LABEL_DOTS);
  let [glyphs, glyphDots] = [0, 0];
  for (const op of ops)
    if (op.kind === 'glyphs') {
      glyphs += op.glyphs.length;
      glyphDots += op.glyphs.length * op.sizeDots * op.sizeDots;
    }
  expect(glyphs).toBeLessThanOrEqual(2 * MAX_CHARACTERS);
  expect(glyphDots).toBeLessThanOrEqual(MAX_GLYPH_DOTS);
  // Each warning names an element; an element has at most one warning per part.
  expect(scene.warnings.length).toBeLessThan(5000);
}

const odd = fc.constantFrom(0, -1, 1e-9, 0.05, 1, 3, 40, 299, 1000, 1001, Number.NaN, Infinity);
const number = fc.oneof(
  { arbitrary: odd, weight: 1 },
  { arbitrary: fc.double({ min: 0.1, max: 60, noNaN: true }), weight: 150 },
);
const words = fc.oneof(
  fc.string({ maxLength: 40, unit: 'binary' }),
  fc.constantFrom(
    '云标',
    '%('.repeat(4000),
    'a'.repeat(8001),
    '{{'.repeat(2000),
    '\u{20bb7}\n'.repeat(3000),
    '(',
  ),
  fc.constantFrom('{{1+1}}', '{{不在}}', '(01)09521234543213', '\u0000\ud800\u200b'),
);
const box = {
  id: fc.constantFrom('a', 'b'),
  xMm: number,
  yMm: number,
  widthMm: number,
  heightMm: number,
  rotation: fc.constantFrom(0, 90, 180, 270),
};
const textLike = fc.record({
  ...box,
  type: fc.constant('text'),
  content: words,
  sizeMm: number,
  minSizeMm: number,
  weight: fc.constantFrom(400, 700),
  align: fc.constantFrom('left', 'center', 'right'),
  fit: fc.constantFrom('shrink', 'wrap', 'clip'),
  letterSpacingMm: number,
  lineHeight: number,
  widthScale: number,
  writingMode: fc.constantFrom('horizontal-tb', 'vertical-rl'),
  underline: fc.boolean(),
  inverse: fc.boolean(),
  missingGlyph: fc.constantFrom('gap', 'refuse'),
});
const codeLike = fc.record({
  ...box,
  type: fc.constantFrom(
    ...LINEAR_NAMES,
    'qr',
    'datamatrix',
    'gs1-datamatrix',
    'microqr',
    'pdf417',
    'aztec',
    'databar-stacked',
  ),
  content: words,
  showText: fc.boolean(),
  textSizeMm: number,
  level: fc.constantFrom('L', 'M', 'Q'),
});
const shapeLike = fc.record({
  ...box,
  type: fc.constantFrom('rect', 'ellipse', 'line'),
  lineMm: number,
  radiusMm: number,
  angleDeg: number,
});
const tableLike = fc.record({
  ...box,
  type: fc.constant('table'),
  columnsMm: fc.array(number, { maxLength: 6 }),
  rowsMm: fc.array(number, { maxLength: 6 }),
  lineMm: number,
  paddingMm: number,
  cells: fc.array(
    fc
      .oneof(textLike, codeLike)
      .map((content) => ({ ...content, row: 1, column: 2, columnSpan: 9 })),
    { maxLength: 3 },
  ),
});
// As a member's program might send them: not of the engine's types, but accepted by its schema.
const hostile = fc.record({
  version: fc.constant(1),
  widthMm: number,
  heightMm: number,
  fields: fc.constant([]),
  elements: fc.array(fc.oneof(textLike, codeLike, shapeLike, tableLike), { maxLength: 8 }),
}) as unknown as fc.Arbitrary<Template>;

describe('a template made to cost much', () => {
  it('ends as a label or is refused, with bounded work and memory, whatever it holds', () => {
    let laidOut = 0;
    fc.assert(
      fc.property(hostile, fc.constantFrom(203, 300, 600), (template, dpi) => {
        const cost = computeCost(template, dpi);
        if (cost.scene) laidOut += 1;
        expectBounded(cost);
      }),
      { numRuns: 300 },
    );
    // Some are laid out: about 38 of any 300.
    expect(laidOut).toBeGreaterThan(10);
  });

  const whole = { xMm: 0, yMm: 0, widthMm: 100, heightMm: 100 };
  const dearest: Record<string, TemplateElement[]> = {
    'text that shrinks as far as it may, 500 times': Array.from({ length: 500 }, () =>
      createTextElement('永'.repeat(60), {
        ...whole,
        widthMm: 1,
        fit: 'shrink',
        sizeMm: 90,
        minSizeMm: 0.1,
      }),
    ),
    'text that wraps and shrinks': Array.from({ length: 3 }, () =>
      createTextElement('永a，'.repeat(2500), {
        ...whole,
        fit: 'wrap',
        sizeMm: 90,
        minSizeMm: 0.1,
      }),
    ),
    'columns of text that wrap and shrink': Array.from({ length: 3 }, () =>
      createTextElement('永ab'.repeat(2500), {
        ...whole,
        fit: 'wrap',
        sizeMm: 90,
        minSizeMm: 0.1,
        writingMode: 'vertical-rl',
      }),
    ),
    'lines without a character': [createTextElement('\n'.repeat(8000), { ...whole, fit: 'wrap' })],
  };

  it.each(Object.entries(dearest))(
    'costs so much for each character at most: %s',
    (_, elements) => {
      const cost = computeCost(getTemplate(elements, { widthMm: 100, heightMm: 100 }));
      expectBounded(cost);
    },
  );

  it('is refused for its size before a dot is held', () => {
    expect(computeCost(getTemplate([], { widthMm: 300, heightMm: 300 }), 600)).toMatchObject({
      calls: 0,
      scene: undefined,
    });
  });
});
