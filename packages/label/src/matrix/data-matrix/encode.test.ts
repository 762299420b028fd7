import bwipjs from 'bwip-js/node';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LabelError } from '../../errors.ts';
import { isDarkModule } from '../module-matrix.ts';
import type { ModuleMatrix } from '../module-matrix.ts';
import { encodeDataMatrix } from './encode.ts';
import type { DataMatrixCode } from './encode.ts';
import { SIZES } from './sizes.ts';
import type { SymbolSize } from './sizes.ts';
import { decodeCodewords } from './testing/decode.ts';
import type { Decoded } from './testing/decode.ts';
import { LATIN_KINDS, generateMixed, getText } from './testing/payloads.ts';
import { readWithZxing } from './testing/read.ts';
import { countMinCodewords } from './testing/reference.ts';
import { rounds } from '../../../../../scripts/vitest/rounds.ts';

/** One byte per character, which the standard reads as ISO 8859-1. */
const toBytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const toUtf8Latin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

function getSize(code: ModuleMatrix): SymbolSize {
  const size = SIZES.any.find((item) => item.width === code.width && item.height === code.height);
  if (size === undefined) throw new Error(`no size ${code.height} × ${code.width}`);
  return size;
}

function getData(code: DataMatrixCode): number[] {
  return [...code.codewords.subarray(0, getSize(code).dataCodewords)];
}

function read(code: DataMatrixCode): Decoded {
  return decodeCodewords(Uint8Array.from(getData(code)));
}

function listModules(code: ModuleMatrix): number[] {
  return Array.from({ length: code.width * code.height }, (_, i) =>
    isDarkModule(code, i % code.width, Math.floor(i / code.width)) ? 1 : 0,
  );
}

/** The symbol of bwip-js, one byte per character. */
function encodeWithBwip(
  text: string,
  options: object,
): { pixs: number[]; pixx: number; pixy: number } {
  const [symbol] = bwipjs.raw('datamatrix', text, { binarytext: true, ...options }) as unknown as [
    { pixs: number[]; pixx: number; pixy: number },
  ];
  return symbol;
}

describe('encodeDataMatrix', () => {
  it('gives the codewords of the example in the standard', () => {
    expect([...encodeDataMatrix('123456').codewords]).toEqual([142, 164, 186, 114, 25, 5, 88, 102]);
  });

  it('draws every size as bwip-js does', () => {
    for (const shape of ['square', 'rectangle'] as const) {
      for (const size of SIZES[shape]) {
        const digits = Array.from({ length: size.dataCodewords * 2 }, (_, i) => (i * 37) % 10);
        const code = encodeDataMatrix(digits.join(''), { shape });
        const { height, width } = size;
        expect([code.height, code.width]).toEqual([height, width]);
        const theirs = encodeWithBwip(digits.join(''), { version: `${height}x${width}` });
        expect(listModules(code)).toEqual([...theirs.pixs]);
      }
    }
  });

  it('draws padding and every encodation as bwip-js does', () => {
    for (const text of [
      'A1',
      'ABCDEFGHIJKLMN',
      'abcdefghijklmn',
      'AB*CD>EF*GH>IJ*',
      'A.B-C+D:E/F,G(H',
      '\x80\x90\xa0\xb0\xc0\xd0\xe0',
    ]) {
      expect(listModules(encodeDataMatrix(toBytes(text)))).toEqual([
        ...encodeWithBwip(text, {}).pixs,
      ]);
    }
  });

  it('says the same as its input to a decoder by the letter of the standard', () => {
    fc.assert(
      fc.property(generateMixed(LATIN_KINDS, 30), (text) => {
        const decoded = read(encodeDataMatrix(toBytes(text)));
        expect(decoded).toMatchObject({ text, eci: undefined, isGs1: false });
      }),
      { numRuns: rounds(1500) },
    );
  });

  it('writes what is not ASCII as UTF-8 with ECI 26', () => {
    fc.assert(
      fc.property(
        generateMixed(['chinese', 'lower', 'control'], 30),
        getText('chinese', 5),
        (head, tail) => {
          const text = head + tail;
          expect(read(encodeDataMatrix(text))).toMatchObject({ text: toUtf8Latin1(text), eci: 26 });
        },
      ),
      { numRuns: rounds(300) },
    );
  });
});

describe('the sequence of codewords', () => {
  it('is the shortest there is', () => {
    const capacities = SIZES.square.map((size) => size.dataCodewords);
    fc.assert(
      fc.property(generateMixed(LATIN_KINDS, 12), (text) => {
        const code = encodeDataMatrix(toBytes(text));
        expect(read(code).used).toBe(countMinCodewords(text, capacities));
      }),
      { numRuns: rounds(1000) },
    );
  });

  it('never needs a larger symbol than that of bwip-js', () => {
    const texts = fc.oneof(
      ...LATIN_KINDS.map((kind) => getText(kind, 60)),
      generateMixed(LATIN_KINDS, 20),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(encodeDataMatrix(toBytes(text)).width).toBeLessThanOrEqual(
          encodeWithBwip(text, {}).pixx,
        );
      }),
      { numRuns: rounds(400) },
    );
    fc.assert(
      fc.property(generateMixed(['chinese', 'upper'], 15), getText('chinese', 5), (head, tail) => {
        const text = head + tail;
        const theirs = encodeWithBwip(`^ECI000026${toUtf8Latin1(text)}`, { parsefnc: true });
        expect(encodeDataMatrix(text).width).toBeLessThanOrEqual(theirs.pixx);
      }),
      { numRuns: rounds(60) },
    );
  });

  it('leaves out the unlatch where a triplet fills the symbol', () => {
    expect(getData(encodeDataMatrix('ABCDEF'))).toEqual([230, 89, 233, 109, 36]);
  });

  it('leaves out the unlatch where one codeword of ASCII is left behind triplets', () => {
    const data = getData(encodeDataMatrix('ABCDEFGHI12'));
    expect([data.length, data[0], data[7]]).toEqual([8, 230, 142]);
  });

  it('leaves out the unlatch where two codewords or fewer are left behind EDIFACT', () => {
    const one = getData(encodeDataMatrix('.A-B.C-D12'));
    expect([one.length, one[0], one[7]]).toEqual([8, 240, 142]);
    const two = getData(encodeDataMatrix('.A-B.C-D.E-F1234'));
    expect([two.length, two[0], ...two.slice(10)]).toEqual([12, 240, 142, 164]);
  });

  it('writes bytes to the end of the symbol with a length of one codeword', () => {
    expect(encodeDataMatrix(toBytes('\x80'.repeat(278))).width).toBe(64);
    expect(encodeDataMatrix(toBytes('\x80'.repeat(279))).width).toBe(72);
    for (const count of [249, 250, 277, 278, 279])
      expect(read(encodeDataMatrix(toBytes('\x80'.repeat(count)))).text).toBe('\x80'.repeat(count));
  });
});

describe('the symbol', () => {
  it('is the smallest of the shape', () => {
    const getSide = (text: string, shape?: 'square' | 'rectangle' | 'any'): number[] => {
      const { height, width } = encodeDataMatrix(text, shape === undefined ? {} : { shape });
      return [height, width];
    };
    expect(getSide('1'.repeat(6))).toEqual([10, 10]);
    expect(getSide('1'.repeat(7))).toEqual([12, 12]);
    expect(getSide('1'.repeat(26))).toEqual([18, 18]);
    expect(getSide('1'.repeat(7), 'rectangle')).toEqual([8, 18]);
    expect(getSide('1'.repeat(98), 'rectangle')).toEqual([16, 48]);
    expect(getSide('1'.repeat(10), 'any')).toEqual([12, 12]);
    expect(getSide('1'.repeat(26), 'any')).toEqual([12, 26]);
    expect(getSide('1'.repeat(98), 'any')).toEqual([16, 48]);
  });

  it('holds as much as the standard says', () => {
    expect(encodeDataMatrix('1'.repeat(3116)).width).toBe(144);
    expect(encodeDataMatrix('A'.repeat(2335)).width).toBe(144);
    expect(encodeDataMatrix(toBytes('\x80'.repeat(1555))).width).toBe(144);
  });

  it('is refused where the content is empty or too long', () => {
    expect(() => encodeDataMatrix('')).toThrow(LabelError);
    expect(() => encodeDataMatrix('')).toThrow('为空');
    expect(() => encodeDataMatrix('1'.repeat(3117))).toThrow('太长');
    expect(() => encodeDataMatrix('A'.repeat(2336))).toThrow('太长');
    expect(() => encodeDataMatrix('苹'.repeat(600))).toThrow('太长');
    expect(() => encodeDataMatrix('苹'.repeat(3000))).toThrow('太长');
    expect(() => encodeDataMatrix('1'.repeat(99), { shape: 'rectangle' })).toThrow('太长');
  });
});

describe('ZXing', () => {
  it('reads what is written', async () => {
    const texts = fc.oneof(
      { weight: 3, arbitrary: generateMixed(LATIN_KINDS, 20) },
      { weight: 1, arbitrary: generateMixed(['chinese', 'lower', 'digits', 'control'], 12) },
    );
    const shape = fc.constantFrom('square', 'any');
    await fc.assert(
      fc.asyncProperty(texts, shape, async (text, of) => {
        const found = await readWithZxing(encodeDataMatrix(text, { shape: of }));
        expect(found?.text).toBe(text);
      }),
      { numRuns: rounds(500) },
    );
  });

  it('reads every size', async () => {
    for (const shape of ['square', 'rectangle'] as const) {
      for (const size of SIZES[shape]) {
        const text = '1'.repeat(size.dataCodewords * 2);
        const found = await readWithZxing(encodeDataMatrix(text, { shape }));
        expect(found?.text).toBe(text);
      }
    }
  });

  it('reads GS1 content as GS1', async () => {
    const text = '0106901234567892\x1d10ABC123\x1d17260518';
    const code = encodeDataMatrix(text, { gs1: true });
    expect(getData(code)[0]).toBe(232);
    expect(read(code)).toMatchObject({ text, isGs1: true });
    const found = await readWithZxing(code);
    expect(found).toMatchObject({ text, symbologyIdentifier: ']d2' });
    expect(await readWithZxing(encodeDataMatrix(text))).toMatchObject({
      text,
      symbologyIdentifier: ']d1',
    });
  });

  it('reads a GS of GS1 content in any encodation', async () => {
    const value = fc.oneof(getText('digits', 12), getText('upper', 12), getText('lower', 12));
    const values = fc.array(value, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(values, async (parts) => {
        const text = parts.join('\x1d');
        const code = encodeDataMatrix(text, { gs1: true });
        expect(read(code)).toMatchObject({ text, isGs1: true });
        const found = await readWithZxing(code);
        expect(found).toMatchObject({ text, symbologyIdentifier: ']d2' });
      }),
      { numRuns: rounds(100) },
    );
  });
});
