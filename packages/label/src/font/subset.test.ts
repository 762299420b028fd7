import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testFonts } from '../testing/fixtures.ts';
import { encodeGlyph } from './encode-glyph.ts';
import type { Contour } from './glyf.ts';
import { readContours } from './glyf.ts';
import { subsetFont } from './subset.ts';
import { rounds } from '../../../../scripts/vitest/rounds.ts';

const readBack = (bytes: Uint8Array): Contour[] =>
  readContours(() => new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 0);

const point = fc.record({
  x: fc.integer({ min: -3000, max: 3000 }),
  y: fc.integer({ min: -3000, max: 3000 }),
  on: fc.constantFrom(0, 1),
});
const contour = fc.array(point, { minLength: 1, maxLength: 300 }).map((points): Contour => ({
  x: points.map(({ x }) => x),
  y: points.map(({ y }) => y),
  on: points.map(({ on }) => on),
}));

describe('encodeGlyph', () => {
  it('writes what the reader reads', () => {
    fc.assert(
      fc.property(fc.array(contour, { minLength: 1, maxLength: 5 }), (contours) => {
        const { bytes, bounds } = encodeGlyph(contours);
        expect(readBack(bytes)).toEqual(contours);
        expect(bytes.length % 2).toBe(0);
        expect(bounds[2]).toBe(Math.max(...contours.flatMap(({ x }) => x)));
      }),
      { numRuns: rounds(60) },
    );
  });

  it('repeats flags that are alike', () => {
    const level: Contour = {
      x: Array.from({ length: 400 }, (_, i) => i),
      y: Array.from({ length: 400 }, () => 0),
      on: Array.from({ length: 400 }, () => 1),
    };
    const { bytes } = encodeGlyph([level]);
    expect(readBack(bytes)).toEqual([level]);
    expect(bytes.length).toBeLessThan(430);
  });

  it('has no bytes for a blank', () => expect(encodeGlyph([]).bytes.length).toBe(0));
});

/** The tables of a font file by tag. */
function listTables(file: Uint8Array): Map<string, DataView> {
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  return new Map(
    Array.from({ length: view.getUint16(4) }, (_, i) => {
      const at = 12 + i * 16;
      const tag = String.fromCharCode(...file.subarray(at, at + 4));
      const [from, length] = [view.getUint32(at + 8), view.getUint32(at + 12)];
      return [tag, new DataView(file.buffer, file.byteOffset + from, length)] as const;
    }),
  );
}

describe('subsetFont', () => {
  const font = testFonts()[700];
  const glyphs = [0, ...Array.from('云A㐂 麤', (c) => font.getGlyph(c.codePointAt(0) ?? 0))];
  const { bytes } = subsetFont(font, glyphs);
  const tables = listTables(bytes);
  const getTable = (tag: string): DataView => tables.get(tag) ?? new DataView(new ArrayBuffer(0));

  it('holds the outlines and widths of glyphs of several pieces, in their order', () => {
    const [loca, glyf, hmtx] = [getTable('loca'), getTable('glyf'), getTable('hmtx')];
    glyphs.forEach((glyph, i) => {
      const [from, to] = [loca.getUint32(i * 4), loca.getUint32(i * 4 + 4)];
      const one = new DataView(glyf.buffer, glyf.byteOffset + from, to - from);
      expect(readContours(() => (to > from ? one : undefined), 0)).toEqual(
        font.listContours(glyph),
      );
      expect(hmtx.getUint16(i * 4)).toBe(font.getAdvance(glyph));
      expect(hmtx.getInt16(i * 4 + 2)).toBe(font.getBounds(glyph)[0]);
    });
    expect(getTable('maxp').getUint16(4)).toBe(glyphs.length);
    expect(getTable('hhea').getUint16(34)).toBe(glyphs.length);
  });

  it('adds up as a font file must', () => {
    const view = new DataView(bytes.buffer);
    let sum = 0;
    for (let at = 0; at < bytes.length; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
    expect(sum).toBe(0xb1b0afba);
    expect([...tables.keys()]).toEqual([...tables.keys()].toSorted());
  });

  it('is the same for the same glyphs, and small', () => {
    expect(subsetFont(font, glyphs).bytes).toEqual(bytes);
    expect(bytes.length).toBeLessThan(3000);
  });
});
