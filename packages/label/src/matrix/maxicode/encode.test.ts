import bwipjs from 'bwip-js/node';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../../../../scripts/vitest/rounds.ts';
import { LabelError } from '../../errors.ts';
import { createBitmap } from '../../raster/bitmap.ts';
import type { Bitmap } from '../../raster/bitmap.ts';
import { drawSceneOnBitmap } from '../../raster/rasterize.ts';
import { readWithZxing } from '../../testing/readers.ts';
import { isDarkModule } from '../module-matrix.ts';
import type { ModuleMatrix } from '../module-matrix.ts';
import { drawMaxiCode } from './draw.ts';
import { encodeMaxiCode, computeMaxiCodeCodewords } from './encode.ts';
import type { MaxiCodeMode, MaxiCodeOptions } from './encode.ts';
import { placeMaxiCodeCodewords } from './grid.ts';

/** A parcel to an address in the United States, as in the carrier's guide. */
const PARCEL =
  '[)>\u001e01\u001d96152382802\u001d840\u001d001\u001d1Z00004951\u001dUPSN\u001d06X610\u001d159\u001d1234567\u001d1/1' +
  '\u001d\u001dY\u001d634 ALPHA DR\u001dPITTSBURGH\u001dPA\u001e\u0004';
const ABROAD = PARCEL.replace('152382802\u001d840', 'B10508\u001d124');

const listDark = (grid: ModuleMatrix): number[] =>
  Array.from({ length: 33 * 30 }, (_, place) => place).filter((place) =>
    isDarkModule(grid, place % 30, Math.floor(place / 30)),
  );

/** The dark hexagons drawn by bwip-js. */
function listPeerDark(text: string, options: object): number[] {
  const escaped = text.replaceAll(
    /[\u0000-\u001f^\u007f-\u00ff]/g,
    (letter) => `^${String(letter.charCodeAt(0)).padStart(3, '0')}`,
  );
  const [symbol] = bwipjs.raw('maxicode', escaped, { parse: true, ...options } as never);
  return (symbol as unknown as { pixs: number[] }).pixs.toSorted((a, b) => a - b);
}

/** Position of each bit of each codeword, found with symbols that have one bit set. */
const BIT_PLACES = (() => {
  const always = new Set(listDark(placeMaxiCodeCodewords([])));
  return Array.from({ length: 144 }, (_, i) =>
    [32, 16, 8, 4, 2, 1].map((bit) => {
      const words = Array.from({ length: 144 }, (_word, at) => (at === i ? bit : 0));
      return listDark(placeMaxiCodeCodewords(words)).find((place) => !always.has(place)) ?? -1;
    }),
  );
})();

const readCodewords = (dark: readonly number[]): number[] => {
  const all = new Set(dark);
  return BIT_PLACES.map((places) =>
    places.reduce((word, place) => word * 2 + (all.has(place) ? 1 : 0), 0),
  );
};

/** Number of pad codewords after the last data codeword of the secondary message. */
const countPads = (words: readonly number[], mode: MaxiCodeMode): number => {
  const data = words.slice(20, mode === 5 ? 88 : 104);
  const pad = data.at(-1);
  return pad === 33 || pad === 28
    ? data.length - 1 - data.findLastIndex((word) => word !== pad)
    : 0;
};

let seed = 20_261_201;
/** The next number of a fixed pseudo-random series, below `count`. */
const pick = (count: number): number => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return Math.floor((seed / 2 ** 32) * count);
};
const pickText = (letters: string, max: number): string =>
  Array.from({ length: 1 + pick(max) }, () => letters[pick(letters.length)] ?? '').join('');

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -/"#$%&()*+,.\r\u001c\u001d\u001e';
const MIXED = 'ABCabcxyz0189 !:;[]{}/.,`@|\u007f\u001d\u001e';
const ALL = `${MIXED}éÀß\u0080\u009f\u00b7\u00bf\u00ff\u0001\u0004\u001f\u00a0\u00ad`;

/** The symbol with a margin of two millimetres. */
function drawBitmap(text: string, options: MaxiCodeOptions, dpmm: number): Bitmap {
  const code = drawMaxiCode(encodeMaxiCode(text, options), dpmm);
  const edge = Math.round(2 * dpmm);
  const bitmap = createBitmap(code.width + 2 * edge, code.height + 2 * edge);
  const place = { elementId: '', x: edge, y: edge, moduleDots: 1, rotation: 0, quiet: 0 } as const;
  drawSceneOnBitmap(bitmap, { ops: [{ kind: 'matrix', ...place, code }] });
  return bitmap;
}
const readBack = (text: string, options: MaxiCodeOptions, dpmm = 8): Promise<string[]> =>
  readWithZxing(drawBitmap(text, options, dpmm), { formats: ['MaxiCode'] });

describe('MaxiCode', () => {
  it.each([4, 5, 6] as const)('is the one of bwip-js where there is no choice, mode %i', (mode) => {
    for (let i = 0; i < rounds(200); i += 1) {
      const text = i % 2 === 0 ? pickText(CAPITALS, 60) : pickText('0123456789', 100);
      expect(listDark(encodeMaxiCode(text, { mode })), text).toEqual(listPeerDark(text, { mode }));
    }
  });

  it.each([2, 3] as const)('is the one of bwip-js with a carrier message, mode %i', (mode) => {
    for (let i = 0; i < rounds(200); i += 1) {
      const postcode = mode === 2 ? pickText('0123456789', 8) : pickText('AZ09 -/', 5);
      const numbers = [pick(1000), pick(1000)].map((number) => String(number).padStart(3, '0'));
      const text = `[)>\u001e01\u001d96${[postcode, ...numbers, pickText(CAPITALS, 50)].join('\u001d')}`;
      expect(listDark(encodeMaxiCode(text, { mode })), text).toEqual(listPeerDark(text, { mode }));
    }
  });

  it('takes no more codewords than that of bwip-js, and is read back, whatever it has', async () => {
    for (let i = 0; i < rounds(60); i += 1) {
      const text = pickText(i % 2 === 0 ? MIXED : ALL, 40);
      const mode = i % 3 === 0 ? 5 : 4;
      const theirs = countPads(readCodewords(listPeerDark(text, { mode })), mode);
      expect(
        countPads(computeMaxiCodeCodewords(text, { mode }), mode),
        text,
      ).toBeGreaterThanOrEqual(theirs);
      expect(await readBack(text, { mode })).toEqual([text]);
    }
  });

  it.each([
    [8, [210, 202]],
    [300 / 25.4, [310, 299]],
    [600 / 25.4, [620, 598]],
  ])('is read back at %d dots a mm, and as large as it must be', async (dpmm, size) => {
    const { width, height } = drawMaxiCode(encodeMaxiCode('size'), dpmm);
    expect([width, height]).toEqual(size);
    for (const text of [PARCEL, ABROAD, 'MaxiCode 1234567890123', '云标 标签', 'é\u0080'])
      expect(await readBack(text, {}, dpmm), text).toEqual([text]);
  });

  it('takes what stands in the message for the carrier, or what is given', () => {
    const message = PARCEL.replace('152382802\u001d840\u001d001\u001d', '');
    const carrier = { postcode: '152382802', country: '840', service: '001' };
    expect(computeMaxiCodeCodewords(message, { mode: 2, carrier })).toEqual(
      computeMaxiCodeCodewords(PARCEL),
    );
    expect(computeMaxiCodeCodewords(PARCEL)[0]).toBe((152_382_802 & 3) * 16 + 2);
    expect((computeMaxiCodeCodewords(ABROAD)[0] ?? 0) & 15).toBe(3);
    expect(computeMaxiCodeCodewords('plain text')[0]).toBe(4);
    expect(computeMaxiCodeCodewords('', { mode: 2, carrier })).toHaveLength(144);
  });

  it('tells which part of several it is', () => {
    const part = { number: 2, total: 3 };
    for (const [mode, text] of [
      [2, PARCEL],
      [4, 'A PART'],
    ] as const)
      expect(listDark(encodeMaxiCode(text, { mode, part }))).toEqual(
        listPeerDark(text, { mode, sam: 23 }),
      );
    const alone = { number: 1, total: 1 };
    expect(computeMaxiCodeCodewords('alone', { part: alone })).toEqual(
      computeMaxiCodeCodewords('alone'),
    );
  });

  it('holds 138 digits or 93 capitals, in mode 5 113 or 77', () => {
    for (const [mode, digits, letters] of [
      [4, 138, 93],
      [5, 113, 77],
    ] as const) {
      expect(computeMaxiCodeCodewords('7'.repeat(digits), { mode })).toHaveLength(144);
      expect(computeMaxiCodeCodewords('A'.repeat(letters), { mode })).toHaveLength(144);
      expect(() => computeMaxiCodeCodewords('7'.repeat(digits + 1), { mode })).toThrow('太长');
      expect(() => computeMaxiCodeCodewords('A'.repeat(letters + 1), { mode })).toThrow('太长');
    }
  });

  it.each<[string, MaxiCodeOptions, string]>([
    ['', {}, '内容为空'],
    ['中'.repeat(40), {}, '太长'],
    ['no carrier', { mode: 2 }, '要先有邮编、国家代码和服务类别'],
    ['1234567890\u001d840\u001d001\u001d', { mode: 2 }, '1 到 9 位数字'],
    ['B1050\u001d840\u001d001\u001d', { mode: 2 }, '有字母的邮编用模式 3'],
    ['b1050\u001d840\u001d001\u001d', { mode: 3 }, '大写字母或数字'],
    ['15238\u001d84\u001d001\u001d', { mode: 2 }, '国家代码要写 3 位数字'],
    ['15238\u001d840\u001d1\u001d', { mode: 2 }, '服务类别要写 3 位数字'],
    ['x', { part: { number: 3, total: 2 } }, '不能是 2 个里的第 3 个'],
    ['x', { part: { number: 1, total: 9 } }, '最多分成 8 个'],
  ])('refuses %j with %j', (text, options, message) => {
    const encode = () => encodeMaxiCode(text, options);
    expect(encode).toThrow(LabelError);
    expect(encode).toThrow(message);
  });
});
