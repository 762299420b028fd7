import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rasterizeScene } from '../raster/rasterize.ts';
import { layoutLabel } from '../layout/layout.ts';
import { sceneToSvg } from '../output/svg.ts';
import { readFontBytes, getTemplate, testFonts, createTextElement } from '../testing/fixtures.ts';
import { getFontFileName } from './files.ts';
import { loadFonts } from './pieces.ts';

/** Every hanzi of GBK, from the platform's decoder: 6,763 of GB 2312 and 14,245 more. */
function hanziOfGbk(): string[] {
  const decoder = new TextDecoder('gbk');
  const found: string[] = [];
  for (let high = 0x81; high <= 0xfe; high += 1) {
    for (let low = 0x40; low <= 0xfe; low += 1) {
      const text = low === 0x7f ? '' : decoder.decode(Uint8Array.of(high, low));
      if (Array.from(text).length === 1 && /\p{Script=Han}/u.test(text)) found.push(text);
    }
  }
  return found;
}

/** 通用规范汉字表 in its order; source: `fixtures/hanzi/README.md`. */
const hanziOfTable = (): string[] =>
  Array.from(
    readFileSync(new URL('../../../../fixtures/hanzi/tgh-2013.txt', import.meta.url), 'utf8'),
  ).filter((character) => character !== '\n');

const codePoint = (character: string): number => character.codePointAt(0) ?? 0;

describe.each([400, 700] as const)('the pieces of weight %i', (weight) => {
  const font = testFonts()[weight];

  /** Hanzi without a glyph, without ink, or not one em wide. */
  const listBad = (hanzi: readonly string[]): string[] =>
    hanzi.filter((character) => {
      const glyph = font.getGlyph(codePoint(character));
      const [left, , right] = font.getBounds(glyph);
      return glyph === 0 || font.getAdvance(glyph) !== font.unitsPerEm || right <= left;
    });

  it('hold all 21,008 hanzi of GBK, each one em wide and with ink', () => {
    const hanzi = hanziOfGbk();
    expect(hanzi).toHaveLength(21_008);
    expect(listBad(hanzi)).toEqual([]);
  });

  it('hold all 8,105 of 通用规范汉字表, each one em wide and with ink', () => {
    const hanzi = hanziOfTable();
    expect(hanzi).toHaveLength(8105);
    expect(new Set(hanzi).size).toBe(8105);
    expect(listBad(hanzi)).toEqual([]);
  });

  it('hold rare characters of names, and say of others that they do not', () => {
    expect(
      Array.from('𠮷𠅤𣕚㐂䶮㛃𬭚喆堃珺骉').filter((c) => font.getGlyph(codePoint(c)) === 0),
    ).toEqual([]);
    expect(Array.from('😀𠀂').filter((c) => font.getGlyph(codePoint(c)) !== 0)).toEqual([]);
  });

  it('draw each of two characters of one piece as itself', () => {
    const [a, b] = ['䶮', '䶯'].map((character) => font.getGlyph(codePoint(character)));
    expect(font.listContours(a ?? 0)).not.toEqual(font.listContours(b ?? 0));
  });
});

describe('a piece that is not here yet', () => {
  const here = new Set([getFontFileName(400, 0), getFontFileName(700, 0)]);
  const wanted: string[] = [];
  const fonts = loadFonts({
    read: (file) => (here.has(file) ? readFontBytes(file) : undefined),
    request: (file) => wanted.push(file),
  });
  const layOut = () =>
    layoutLabel({
      template: getTemplate([createTextElement('王䶮', { sizeMm: 8 })]),
      data: {},
      media: { dpi: 203 },
      fonts,
    });
  const whole = layoutLabel({
    template: getTemplate([createTextElement('王䶮', { sizeMm: 8 })]),
    data: {},
    media: { dpi: 203 },
    fonts: testFonts(),
  });

  it('leaves a blank as wide as the character, and is asked for by drawing alone', () => {
    const scene = layOut();
    expect(scene.warnings).toEqual([]);
    expect(wanted).toEqual([]);
    const blank = rasterizeScene(scene);
    expect(wanted).toHaveLength(1);
    expect(blank.data).not.toEqual(rasterizeScene(whole).data);
    // Every new drawing requests the pieces again: the first request may have failed.
    rasterizeScene(layOut());
    sceneToSvg(scene);
    expect(wanted).toHaveLength(3);
    expect(new Set(wanted).size).toBe(1);
  });

  it('is drawn like any other once it is here', () => {
    here.add(wanted[0] ?? '');
    const scene = layOut();
    expect(rasterizeScene(scene).data).toEqual(rasterizeScene(whole).data);
    expect(sceneToSvg(scene)).toBe(sceneToSvg(whole));
  });

  it('is not what a missing character waits for', () => {
    const scene = layoutLabel({
      template: getTemplate([createTextElement('😀')]),
      data: {},
      media: { dpi: 203 },
      fonts,
    });
    expect(scene.warnings.map(({ code }) => code)).toEqual(['missing-glyph']);
  });
});
