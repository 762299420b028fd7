import { describe, expect, it } from 'vitest';
import type { BarsOp, GlyphsOp, RectOp } from '../scene.ts';
import type { LinearElement } from '../template.ts';
import { createCode128Element, getLayout, getTemplate } from '../testing/fixtures.ts';

type Drawn = { bars: BarsOp[]; rects: RectOp[]; glyphs: GlyphsOp[] };

/** A symbol in a box of 400 × 160 dots with its upper left corner at 16, 16. */
function drawCode(type: LinearElement['type'], content: string, more: object = {}): Drawn {
  const box = { xMm: 2, yMm: 2, widthMm: 50, heightMm: 20 };
  const element = { ...createCode128Element(content, { ...box, ...more }), type } as LinearElement;
  const { ops, warnings } = getLayout(getTemplate([element]));
  expect(warnings).toEqual([]);
  return {
    bars: ops.filter((op) => op.kind === 'bars'),
    rects: ops.filter((op) => op.kind === 'rect'),
    glyphs: ops.filter((op) => op.kind === 'glyphs'),
  };
}

/**
 * Start of each character of the text by the bars, in modules from the first bar, and its baseline.
 */
const listCharacters = ({ bars, glyphs }: Drawn): [string, number, number][] => {
  const [first] = bars;
  return glyphs.flatMap((op) =>
    op.glyphs.map(({ codePoint, x, y }): [string, number, number] => [
      String.fromCodePoint(codePoint),
      (x - (first?.x0 ?? 0)) / (first?.moduleDots ?? 1),
      y,
    ]),
  );
};

describe('guard bars', () => {
  it.each([
    ['ean13', '6901234567892', [0, 45, 92]],
    ['ean8', '96385074', [0, 31, 64]],
    // The first and the last digit are printed beside the bars: their bars are long, too.
    ['upca', '036000291452', [0, 45, 85]],
    ['upce', '04252614', [0, 45]],
  ] as const)(
    'of %s reach five modules below the others, at either end and in the middle',
    (type, content, at) => {
      // Capped at half the text height: five modules would leave no room for small text.
      const { bars } = drawCode(type, content, { textSizeMm: 6 });
      const [main, guards] = bars;
      if (!main || !guards) throw new Error('no bars');
      expect(bars).toHaveLength(2);
      expect(guards.y0).toBe(main.y1);
      expect(guards.y1 - guards.y0).toBe(5 * main.moduleDots);
      const begins = guards.edges
        .filter((_, i) => i % 2 === 0)
        .map((edge) => edge / main.moduleDots);
      for (const place of at)
        expect(
          begins.some((begin) => begin >= place && begin < place + 3),
          `${place}`,
        ).toBe(true);
      expect(guards.edges.length).toBeLessThan(main.edges.length);
    },
  );

  it('reach nowhere without text', () => {
    expect(drawCode('ean13', '6901234567892', { showText: false }).bars).toHaveLength(1);
  });
});

describe('the text at the bars', () => {
  it.each([
    ['ean13', '6901234567892', 1],
    ['upca', '036000291452', 1],
    ['upce', '04252614', 1],
    ['ean8', '96385074', 0],
  ] as const)(
    'of %s has each digit below its bars, those outside beside them',
    (type, content, outside) => {
      const all = drawCode(type, content);
      const [{ x0, x1, moduleDots } = { x0: 0, x1: 0, moduleDots: 1 }] = all.bars;
      const modules = (x1 - x0) / moduleDots;
      const characters = listCharacters(all);
      expect(characters.map(([one]) => one).join('')).toBe(content);
      const places = characters.map(([, x]) => x);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(places.filter((x) => x < 0)).toHaveLength(outside);
      const behind = type.startsWith('upc') ? 1 : 0;
      expect(places.filter((x) => x >= modules)).toHaveLength(behind);
      expect(new Set(characters.map(([, , y]) => y)).size).toBe(1);
    },
  );

  it.each([
    ['ean13', '9780201379624 51299', 95],
    ['ean8', '96385074 34', 67],
    ['upca', '036000291452 05', 95],
  ] as const)(
    'of %s with an add-on has its digits above bars that begin lower: %s',
    (type, content, modules) => {
      const all = drawCode(type, content);
      const [main] = all.bars;
      const addOn = all.bars.at(-1);
      if (!main || !addOn) throw new Error('no bars');
      const { moduleDots } = main;
      // Nine light modules, as BWIPP draws with both.
      expect((addOn.x0 - main.x0) / moduleDots).toBe(modules + 9);
      expect(addOn.y0).toBeGreaterThan(main.y0);
      expect(addOn.quiet.after).toBe(5 * moduleDots);
      const digits = content.slice(content.indexOf(' ') + 1);
      const characters = listCharacters(all);
      const above = characters.filter(([, x]) => x >= modules + 9);
      expect(above.map(([one]) => one).join('')).toBe(digits);
      for (const [, , y] of above) {
        expect(y).toBeLessThanOrEqual(addOn.y0);
        expect(y).toBeGreaterThan(main.y0);
      }
      for (const [, , y] of characters.slice(0, -digits.length)) expect(y).toBeGreaterThan(main.y1);
    },
  );
});

it('shows a control character as a space at the bars', () => {
  const characters = listCharacters(drawCode('code128', 'A\u0007B'));
  expect(characters.map(([one]) => one)).toEqual(['A', ' ', 'B']);
});

it('has bearer bars of two modules above and below an ITF-14, and its bars between them', () => {
  const { bars, rects } = drawCode('itf14', '15400141288763');
  const [main] = bars;
  if (!main) throw new Error('no bars');
  const { x0, x1, y0, y1, moduleDots } = main;
  const thick = 2 * moduleDots;
  expect(rects).toMatchObject([
    { x0, x1, y0: y0 - thick, y1: y0 },
    { x0, x1, y0: y1, y1: y1 + thick },
  ]);
});

it('draws no bars lower than two millimetres', () => {
  const listWarnings = (heightMm: number) =>
    getLayout(
      getTemplate([createCode128Element('A1', { widthMm: 30, heightMm, showText: false })]),
    ).warnings.map(({ code, message }) => `${code} ${message}`);
  expect(listWarnings(2)).toEqual([]);
  expect(listWarnings(1.8)).toEqual(['code-too-wide 条码“A1”高度不够，未画出：条的高度至少 2 mm']);
});
