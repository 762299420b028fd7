import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LabelError } from '../errors.ts';
import { readFontBytes } from '../testing/fixtures.ts';
import { loadFont } from './font.ts';
import { rounds } from '../../../../scripts/vitest/rounds.ts';

describe.each([400, 700] as const)('font %i', (weight) => {
  const font = loadFont(readFontBytes(`${weight}/00.ttf`));

  it('has the characters names and price tags need', () => {
    const wanted = Array.from('啊一座Az09¥￥№℃±×÷→■●①Ⅻ。，（）《》“”…—～！？：；％');
    expect(wanted.filter((c) => font.getGlyph(c.codePointAt(0) ?? 0) === 0)).toEqual([]);
  });

  it('gives every ideograph one em and a digit less', () => {
    expect(font.getAdvance(font.getGlyph(0x4e00))).toBe(font.unitsPerEm);
    expect(font.getAdvance(font.getGlyph(0x30))).toBeLessThan(font.unitsPerEm * 0.7);
  });

  it('draws a visible box for a missing character', () => {
    expect(font.getGlyph(0x1f600)).toBe(0);
    expect(font.getOutline(0).points.length).toBeGreaterThan(8);
  });

  it('knows the bounds of every outline without drawing it', () => {
    for (let glyph = 0; glyph < 4600; glyph += 7) {
      const [xMin, yMin, xMax, yMax] = font.getBounds(glyph);
      const { points } = font.getOutline(glyph);
      // The file stores the bounds of curves rounded to whole units.
      const isInside = points.every((value, i) =>
        i % 2 === 0
          ? value >= xMin - 1 && value <= xMax + 1
          : value >= yMin - 1 && value <= yMax + 1,
      );
      expect(isInside, `glyph ${glyph}`).toBe(true);
    }
  });
});

describe('loadFont', () => {
  it('refuses what is not a TrueType font', () => {
    for (const bytes of [
      new Uint8Array(0),
      new Uint8Array(200),
      new TextEncoder().encode('OTTO'.repeat(20)),
    ]) {
      expect(() => loadFont(bytes)).toThrow(LabelError);
    }
  });

  it('refuses a cut font instead of crashing', () => {
    const fontBytes = readFontBytes('400/00.ttf');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200_000 }), (length) => {
        expect(() => loadFont(fontBytes.slice(0, length))).toThrow(LabelError);
      }),
      { numRuns: rounds(30) },
    );
  });
});
