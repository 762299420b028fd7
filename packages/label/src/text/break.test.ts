import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testFonts } from '../testing/fixtures.ts';
import { breakLine } from './break.ts';
import { shapeText, widthOf } from './shape.ts';

function broken(text: string, ems: number): string[] {
  const [line = []] = shapeText(testFonts()[400], text).lines;
  return breakLine(line, ems, 0).map((part) =>
    String.fromCodePoint(...part.map((c) => c.codePoint)),
  );
}

describe('breakLine', () => {
  it('breaks Chinese between any two characters', () => {
    expect(broken('新疆阿克苏苹果', 3)).toEqual(['新疆阿', '克苏苹', '果']);
  });

  it('keeps closing punctuation off the start of a line', () => {
    expect(broken('新疆苹果，好吃。', 4)).toEqual(['新疆苹', '果，好', '吃。']);
    expect(broken('一（二）三', 3)).toEqual(['一', '（二）', '三']);
  });

  it('keeps opening punctuation off the end of a line', () => {
    expect(broken('苹果《新疆》', 3)).toEqual(['苹果', '《新', '疆》']);
  });

  it('keeps Latin words and numbers whole', () => {
    expect(broken('规格 250 gram 一包', 4)).toEqual(['规格 250', 'gram 一', '包']);
  });

  it('cuts a word only when it alone is wider than the line', () => {
    const lines = broken('ABCDEFGHIJKLMNOP', 3);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join('')).toBe('ABCDEFGHIJKLMNOP');
  });

  it('loses nothing but spaces, and keeps to the width wherever a break is possible', () => {
    const [font] = [testFonts()[400]];
    const text = fc.string({ unit: fc.constantFrom(...'中文，。（）A1 b-/“”¥'), maxLength: 60 });
    fc.assert(
      fc.property(text, fc.double({ min: 1, max: 12, noNaN: true }), (content, ems) => {
        const [line = []] = shapeText(font, content).lines;
        const parts = breakLine(line, ems, 0);
        const kept = parts.flat().filter((c) => c.codePoint !== 0x20);
        expect(kept).toEqual(line.filter((c) => c.codePoint !== 0x20));
        for (const part of parts)
          expect(part.length <= 1 || widthOf(part, 0) <= ems + 1e-6).toBe(true);
      }),
    );
  });
});
