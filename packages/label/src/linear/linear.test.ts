import bwipjs from 'bwip-js/node';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LabelError } from '../errors.ts';
import { CHECK_OPTIONAL_NAMES, LINEAR_NAMES } from '../template.ts';
import type { LinearName } from '../template.ts';
import { computeCheckDigit } from '../gs1/check-digits.ts';
import { RARE_ENCODERS } from '../rare-encoders.ts';
import { LINEAR } from './linear.ts';
import type { LinearOptions } from './symbol.ts';
import { rounds } from '../../../../scripts/vitest/rounds.ts';

/** Names of the symbologies in another encoder, and the options that match our output. */
const PEER: Record<LinearName, { id: string; options?: object }> = {
  code128: { id: 'code128', options: { parse: true } },
  'gs1-128': { id: 'gs1-128' },
  ean13: { id: 'ean13', options: { addongap: 9 } },
  ean8: { id: 'ean8', options: { addongap: 9, permitaddon: true } },
  upca: { id: 'upca', options: { addongap: 9 } },
  upce: { id: 'upce', options: { addongap: 9 } },
  itf14: { id: 'itf14' },
  code39: { id: 'code39' },
  code93: { id: 'code93ext', options: { includecheck: true } },
  codabar: { id: 'rationalizedCodabar' },
  databar: { id: 'databaromni' },
  'databar-limited': { id: 'databarlimited' },
  // It requires a weight with a price; the weight may be elsewhere on the item.
  'databar-expanded': { id: 'databarexpanded', options: { dontlint: true } },
};

function peerWidths(name: LinearName, text: string, { withCheck = false }: LinearOptions = {}) {
  const { id, options } = PEER[name];
  const [symbol] = bwipjs.raw(id, text, {
    ...options,
    ...(withCheck && { includecheck: true }),
  }) as unknown as [{ sbs: number[] }];
  // It ends some symbols with a space, and draws wide elements of ITF two modules wide, less than
  // GS1 allows.
  const bars = barsAlone(symbol.sbs);
  return name === 'itf14' ? bars.map((width) => (width === 1 ? 1 : 3)) : bars;
}

/**
 * Without the light space before the first bar and after the last, which it includes for DataBar.
 */
function barsAlone(widths: readonly number[]): number[] {
  const fromBar = widths[0] === 0 ? widths.slice(2) : widths;
  const toBar = fromBar.at(-1) === 0 ? fromBar.slice(0, -2) : fromBar;
  return toBar.slice(0, toBar.length - (toBar.length % 2 === 0 ? 1 : 0));
}

const ENCODERS = { ...LINEAR, ...RARE_ENCODERS.linear };
const encode = (name: LinearName, text: string, options?: LinearOptions) =>
  ENCODERS[name].encode(text, options);

/** With start and stop characters, as the other encoder requires for Codabar. */
const addStartStop = (text: string) => (/^[A-D]/.test(text) ? text : `A${text}A`);

const generateDigits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
const generateFrom = (characters: string) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 20 });
const withAddOn = (main: fc.Arbitrary<string>) =>
  fc
    .tuple(main, fc.constantFrom(0, 2, 5))
    .chain(([text, length]) =>
      generateDigits(length).map((addOn) => (addOn ? `${text} ${addOn}` : text)),
    );

/** One for each encodation method: weights, prices, dates, and general data. */
const SUPPLEMENTS = [
  '(3103)001750',
  '(3202)000156',
  '(3203)012000',
  '(3102)012345(17)261231',
  '(3205)001234(11)991130',
  '(3101)054321',
  '(3922)795',
  '(3932)1561234',
  '(10)AB-12c(21)789',
  '(17)261231(10)123',
];

const BASIC_39 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%';
const CONTENTS: Record<LinearName, fc.Arbitrary<string>> = {
  code128: generateFrom('abcABC0123456789-'),
  'gs1-128': fc
    .tuple(generateDigits(13), generateFrom('ABC123-'), fc.constantFrom('260101', '991231'))
    .map(([gtin, batch, day]) => `(01)${gtin}${computeCheckDigit(gtin)}(10)${batch}(17)${day}`),
  ean13: withAddOn(generateDigits(12)),
  ean8: withAddOn(generateDigits(7)),
  upca: withAddOn(generateDigits(11)),
  upce: withAddOn(fc.tuple(fc.constantFrom('0', '1'), generateDigits(6)).map(([a, b]) => a + b)),
  itf14: generateDigits(13),
  code39: generateFrom(BASIC_39),
  code93: fc.string({
    unit: fc.integer({ min: 1, max: 127 }).map((code) => String.fromCharCode(code)),
    minLength: 1,
    maxLength: 20,
  }),
  codabar: fc
    .tuple(fc.constantFrom(...'ABCD'), generateFrom('0123456789-$:/.+'), fc.constantFrom(...'ABCD'))
    .map((parts) => parts.join('')),
  databar: generateDigits(13).map((gtin) => `(01)${gtin}${computeCheckDigit(gtin)}`),
  'databar-limited': fc
    .tuple(fc.constantFrom('0', '1'), generateDigits(12))
    .map(([first, more]) => `(01)${first}${more}${computeCheckDigit(first + more)}`),
  'databar-expanded': fc
    .tuple(fc.constantFrom('9', '0'), generateDigits(12), fc.constantFrom(...SUPPLEMENTS))
    .map(([first, more, rest]) => `(01)${first}${more}${computeCheckDigit(first + more)}${rest}`),
};

/**
 * Code 128 has several encodings of the same data; ours is the shortest, which its own test
 * compares.
 */
const NAMES = LINEAR_NAMES.filter((name) => name !== 'code128' && name !== 'gs1-128');

describe.each(NAMES)('%s', (name) => {
  it('has the bars and spaces that bwip-js draws', () => {
    fc.assert(
      fc.property(CONTENTS[name], (text) => {
        const ours = [...encode(name, text).widths];
        const theirs = peerWidths(name, text);
        // For letters and digits it may choose another encoding of the same length, or a longer
        // one.
        if (name !== 'databar-expanded' || /\(3/.test(text)) expect(ours).toEqual(theirs);
        else expect(ours.length).toBeLessThanOrEqual(theirs.length);
      }),
      { numRuns: rounds(300) },
    );
  });

  it('begins and ends with a bar, counts its modules, and has its text within its light space', () => {
    fc.assert(
      fc.property(CONTENTS[name], (text) => {
        const symbol = encode(name, text);
        expect(symbol.widths.length % 2).toBe(1);
        expect(symbol.widths.reduce((sum, width) => sum + width, 0)).toBe(symbol.modules);
        for (const { from, to } of symbol.text) {
          expect(from).toBeGreaterThanOrEqual(-symbol.quiet.left);
          expect(to).toBeLessThanOrEqual(symbol.modules + symbol.quiet.right);
        }
      }),
      { numRuns: rounds(50) },
    );
  });

  it('throws nothing but a sentence for the member, whatever it is given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        try {
          encode(name, text);
        } catch (error) {
          expect(error).toBeInstanceOf(LabelError);
          expect((error as LabelError).message).toMatch(/^\S.*[\u4e00-\u9fff]/);
        }
      }),
      { numRuns: rounds(300) },
    );
  });
});

describe('check digits', () => {
  // Published by GS1: General Specifications, 7.9, and the examples of the standard.
  it.each([
    ['629104150021', 3],
    ['590123412345', 7],
    ['9638507', 4],
    ['03600029145', 2],
    ['1540014128876', 3],
  ])('of %s is %i', (text, check) => {
    expect(computeCheckDigit(text)).toBe(String(check));
  });

  it.each([
    ['ean13', '629104150021', '6291041500213'],
    ['ean8', '9638507', '96385074'],
    ['upca', '03600029145', '036000291452'],
    ['itf14', '1540014128876', '15400141288763'],
    ['upce', '0425261', '04252614'],
  ] as const)('%s: are added to %s, and taken when they are right', (name, short, whole) => {
    expect(encode(name, short)).toEqual(encode(name, whole));
    const wrong = whole.slice(0, -1) + String((Number(whole.at(-1)) + 1) % 10);
    expect(() => encode(name, wrong)).toThrow(`应为 ${whole.at(-1)}`);
  });

  it.each([
    ['code39', 'CODE39', '*CODE39W*'],
    // 16 + 32 + 17 = 65, so 15 is needed to reach 80; between A and A it is 64.
    ['codabar', 'A37859B', 'A37859+B'],
    ['codabar', '37859', '378590'],
  ] as const)('of %s %s is added when asked for', (name, text, shown) => {
    const checked = encode(name, text, { withCheck: true });
    expect([...checked.widths]).toEqual(
      peerWidths(name, name === 'code39' ? shown.slice(1, -1) : addStartStop(shown)),
    );
    expect(checked.text.map((piece) => piece.text)).toEqual([shown]);
  });

  it.each(CHECK_OPTIONAL_NAMES)('of %s are those of bwip-js', (name) => {
    fc.assert(
      fc.property(CONTENTS[name], (text) => {
        const options = { withCheck: true };
        expect([...encode(name, text, options).widths]).toEqual(peerWidths(name, text, options));
      }),
      { numRuns: rounds(100) },
    );
  });
});

describe('full ASCII of Code 39', () => {
  const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  const encodeWithBwip = (text: string, options: object = {}): number[] => {
    // It reads ^NNN as a character code: there is no other way to pass a 0.
    const characterCodes = Array.from(
      text,
      (character) => `^${String(character.charCodeAt(0)).padStart(3, '0')}`,
    );
    const [symbol] = bwipjs.raw('code39ext', characterCodes.join(''), {
      parse: true,
      ...options,
    }) as unknown as [{ sbs: number[] }];
    return barsAlone(symbol.sbs);
  };

  it('has the bars and spaces that bwip-js draws, of each of the 128 characters', () => {
    for (const character of ascii)
      expect([...encode('code39', character, { fullAscii: true }).widths]).toEqual(
        encodeWithBwip(character),
      );
  });

  it('has them of many together, with a check character, too', () => {
    const many = fc.string({ unit: fc.constantFrom(...ascii), minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(many, (text) => {
        const plain = encode('code39', text, { fullAscii: true });
        expect([...plain.widths]).toEqual(encodeWithBwip(text));
        const checked = encode('code39', text, { fullAscii: true, withCheck: true });
        expect([...checked.widths]).toEqual(encodeWithBwip(text, { includecheck: true }));
      }),
      { numRuns: rounds(100) },
    );
  });

  it('shows the content itself', () => {
    const listShownTexts = (withCheck: boolean) =>
      encode('code39', 'a+B!', { fullAscii: true, withCheck }).text.map(({ text }) => text);
    expect(listShownTexts(false)).toEqual(['*a+B!*']);
    // + A / K B / A: 41 + 10 + 40 + 20 + 11 + 40 + 10 = 172, which is 0 modulo 43.
    expect(listShownTexts(true)).toEqual(['*a+B!0*']);
  });

  it('is as long as its pairs are, and holds nothing but ASCII', () => {
    const options = { fullAscii: true };
    expect(encode('code39', 'a'.repeat(30), options).widths).toHaveLength(62 * 10 - 1);
    expect(() => encode('code39', 'a'.repeat(31), options)).toThrow('一个算两个');
    expect(() => encode('code39', 'Aé', options)).toThrow('打开全 ASCII 也不能包含“é”');
    expect(() => encode('code39', '', options)).toThrow('1–60 个字符');
    expect(() => encode('code39', 'a')).toThrow('打开“全 ASCII”');
    expect(() => encode('code39', '苹')).toThrow(/ %$/);
  });
});

describe('what people read', () => {
  it.each([
    ['code128', 'AKS20260518', 'AKS20260518'],
    ['gs1-128', '(01)0952123454321(10)AB', '(01)09521234543213(10)AB'],
    ['ean13', '690123456789', '6901234567892'],
    ['ean13', '9780201379624 51299', '978020137962451299'],
    ['ean8', '9638507', '96385074'],
    ['upca', '03600029145', '036000291452'],
    ['upce', '425261', '04252614'],
    // Indicator, GS1 prefix, company, item, check digit.
    ['itf14', '1540014128876', '1 54 00141 28876 3'],
    ['code39', 'AB-12', '*AB-12*'],
    ['code93', 'Ab-1', 'Ab-1'],
    ['codabar', 'A123B', 'A123B'],
    ['databar', '0952123454321', '(01)09521234543213'],
    ['databar-limited', '0952123454321', '(01)09521234543213'],
    ['databar-expanded', '(01)09521234543213(10)AB', '(01)09521234543213(10)AB'],
  ] as const)('at the bars of a %s of %s is %s', (name, content, text) => {
    expect(
      encode(name, content)
        .text.map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });
});

describe('UPC-E', () => {
  it('is the short form of a UPC-A that has one, and refuses another', () => {
    expect(encode('upce', '042100005264')).toEqual(encode('upce', '04252614'));
    expect(encode('upce', '425261')).toEqual(encode('upce', '0425261'));
    expect(() => encode('upce', '036000291452')).toThrow('不能缩短');
    expect(() => encode('upce', '2425261')).toThrow('第一位须为 0 或 1');
  });

  it('comes back from every short form that a long one has', () => {
    fc.assert(
      fc.property(fc.constantFrom('0', '1'), generateDigits(6), (system, six) => {
        const long = bwipLong(system, six);
        expect(peerWidths('upce', long)).toEqual([...encode('upce', long).widths]);
      }),
    );
  });
});

/** The UPC-A of a UPC-E, by the standard's table. */
function bwipLong(system: string, six: string): string {
  const [a, b, c, d, e, f] = six;
  const body =
    f === '0' || f === '1' || f === '2'
      ? `${a}${b}${f}0000${c}${d}${e}`
      : f === '3'
        ? `${a}${b}${c}00000${d}${e}`
        : f === '4'
          ? `${a}${b}${c}${d}00000${e}`
          : `${a}${b}${c}${d}${e}0000${f}`;
  const eleven = system + body;
  return eleven + computeCheckDigit(eleven);
}

describe('what cannot be encoded', () => {
  it.each([
    ['ean13', '690123456789x', '只能放数字，不能有“x”'],
    ['ean13', '', '12 位数字（校验位自动加上）或连校验位 13 位，现在是 0 位'],
    ['ean13', '6901234567892 123', '附加码是 2 位或 5 位数字，现在是 3 位'],
    ['ean13', '6901234567892 12 34', '最多带一个附加码'],
    ['ean8', '苹果', '不能有“苹”'],
    ['ean8', '123456', '7 位数字（校验位自动加上）或连校验位 8 位，现在是 6 位'],
    ['upca', '03600029145X', '不能有“X”'],
    ['upca', '0360002914', '11 位数字（校验位自动加上）或连校验位 12 位，现在是 10 位'],
    ['upce', '12345', 'UPC-E 要 6 到 8 位数字'],
    ['itf14', '154001412887', '13 位数字（校验位自动加上）或连校验位 14 位，现在是 12 位'],
    ['code128', '苹', 'Code 128 不能包含“苹”'],
    ['code93', '', 'Code 93 的内容须为'],
    ['codabar', '12*3', 'Codabar 只能放数字和 - $ : / . +'],
    ['gs1-128', '(01)0952123454321A', '(01) 的第 14 位不能是“A”'],
    ['databar', '(10)AB', '只放一个 (01)'],
    ['databar', '09521234543214', '最后一位应为 3'],
    ['databar-limited', '(01)29521234543217', '以 0 或 1 开头'],
    ['databar-expanded', 'ABC', '应用标识符'],
    ['itf14', '😀', '不能有“😀”'],
    ['code39', 'abc', '不能包含“a”'],
    ['code93', 'é', '不能包含“é”'],
    ['codabar', 'A12', '首尾可以各有一个 A 到 D 的字母'],
    ['code39', 'A'.repeat(61), '1–60 个字符'],
  ] as const)('%s %j: %s', (name, text, message) => {
    expect(() => encode(name, text)).toThrow(message);
  });
});

describe('GS1-128', () => {
  it('is never longer than that of bwip-js, and shows its brackets', () => {
    fc.assert(
      fc.property(CONTENTS['gs1-128'], (text) => {
        const symbol = encode('gs1-128', text);
        expect(symbol.widths.length).toBeLessThanOrEqual(peerWidths('gs1-128', text).length);
        expect(symbol.text.map((piece) => piece.text)).toEqual([text]);
      }),
      { numRuns: rounds(200) },
    );
  });

  it.each([
    ['(01)09521234543214', '第 14 位应是 3'],
    ['09521234543213', '要以括号里的应用标识符开头'],
    [`(10)${'A'.repeat(20)}(21)${'B'.repeat(20)}(240)${'C'.repeat(20)}`, 'GS1-128 最多 48 个字符'],
  ])('refuses %s: %s', (text, message) => {
    expect(() => encode('gs1-128', text)).toThrow(message);
  });
});
