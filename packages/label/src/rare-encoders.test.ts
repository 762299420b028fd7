import bwipjs from 'bwip-js/node';
import fc from 'fast-check';
import type { ReaderOptions } from 'zxing-wasm/reader';
import { describe, expect, it } from 'vitest';
import { LabelError } from './errors.ts';
import { layoutLabel } from './layout/layout.ts';
import type { ModuleMatrix } from './matrix/module-matrix.ts';
import { rasterizeScene } from './raster/rasterize.ts';
import { RARE_ENCODERS } from './rare-encoders.ts';
import type { Scene } from './scene.ts';
import type { Dpi, RareMatrixElement, Rotation, TemplateElement } from './template.ts';
import { getTemplate, testFonts } from './testing/fixtures.ts';
import { readCorrection, readWithZxing } from './testing/readers.ts';
import { rounds, sampleCases } from '../../../scripts/vitest/rounds.ts';

const BOX = { id: 'c', xMm: 3, yMm: 3, widthMm: 64, heightMm: 64, rotation: 0 } as const;
const TEXT = { showText: true, textSizeMm: 3 };
const CHINESE = '云南小粒咖啡 20°C';
const GTIN = '(01)09521234543213';

type Sample = { element: TemplateElement; zxing: ReaderOptions['formats'] };
const SAMPLES: Record<string, Sample> = {
  'Micro QR': {
    element: { ...BOX, type: 'microqr', level: 'M', content: 'A-03-12' },
    zxing: ['MicroQRCode'],
  },
  PDF417: { element: { ...BOX, type: 'pdf417', content: CHINESE }, zxing: ['PDF417'] },
  Aztec: { element: { ...BOX, type: 'aztec', content: CHINESE }, zxing: ['Aztec'] },
  DataBar: {
    element: { ...BOX, ...TEXT, type: 'databar', content: GTIN },
    zxing: ['DataBarOmni'],
  },
  'DataBar Limited': {
    element: { ...BOX, ...TEXT, type: 'databar-limited', content: GTIN },
    zxing: ['DataBarLimited'],
  },
  'DataBar Expanded': {
    element: { ...BOX, ...TEXT, type: 'databar-expanded', content: `${GTIN}(10)AB-1` },
    zxing: ['DataBarExpanded'],
  },
  'DataBar Stacked': {
    element: { ...BOX, ...TEXT, type: 'databar-stacked', content: GTIN },
    zxing: ['DataBar Stacked'],
  },
  'DataBar Stacked Omnidirectional': {
    element: { ...BOX, ...TEXT, type: 'databar-stacked-omni', content: GTIN },
    zxing: ['DataBar Stacked Omni'],
  },
  'DataBar Expanded Stacked': {
    element: {
      ...BOX,
      ...TEXT,
      type: 'databar-expanded-stacked',
      content: `${GTIN}(10)AB-1(17)261231`,
    },
    zxing: ['DataBar Expanded Stacked'],
  },
};

const getScene = (element: TemplateElement, dpi: Dpi = 203): Scene =>
  layoutLabel({
    template: getTemplate([element], { widthMm: 70, heightMm: 70 }),
    data: {},
    media: { dpi },
    fonts: testFonts(),
    rareCodes: () => RARE_ENCODERS,
  });

describe.each(Object.entries(SAMPLES))('%s', (_name, { element, zxing }) => {
  it.each(sampleCases([203, 300, 600] as const))(
    'is read at %i dpi, however it is turned',
    async (dpi) => {
      for (const rotation of [0, 90, 180, 270] as Rotation[]) {
        const scene = getScene({ ...element, rotation }, dpi);
        expect(scene.warnings).toEqual([]);
        const found = await readWithZxing(rasterizeScene(scene), {
          formats: zxing ?? [],
          textMode: 'HRI',
        });
        // It may read the two ends of high bars as two symbols.
        expect([...new Set(found)]).toEqual(['content' in element ? element.content : '']);
      }
    },
  );

  it('is left out, with an error that says so, until its encoder is here', () => {
    const template = getTemplate([element]);
    const scene = layoutLabel({ template, data: {}, media: { dpi: 203 }, fonts: testFonts() });
    expect(scene.ops).toEqual([]);
    expect(scene.warnings).toMatchObject([{ code: 'code-waiting', level: 'error' }]);
  });

  it('says what is wrong with any content, and throws nothing else', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (content) => {
        const scene = getScene({ ...element, content } as TemplateElement);
        for (const { message } of scene.warnings) expect(message).toMatch(/[\u4e00-\u9fff]/);
        expect(scene.ops.length > 0 || scene.warnings.length > 0).toBe(true);
      }),
      { numRuns: rounds(60) },
    );
  });
});

const BLANK = { ...BOX, content: '' };
const encodeMatrix = (element: RareMatrixElement, text: string, aspect = 2): ModuleMatrix =>
  RARE_ENCODERS.encodeMatrix(element, text, aspect).code;

/** Width in modules and number of rows of the bwip-js symbol with the same bytes. */
function peerSize(
  id: string,
  text: string,
  options: object = {},
): { across: number; down: number } {
  const escaped = Array.from(
    new TextEncoder().encode(text),
    (byte) => `^${String(byte).padStart(3, '0')}`,
  );
  const [symbol] = bwipjs.raw(id, escaped.join(''), { parse: true, ...options }) as unknown as [
    { pixx: number; pixs: number[] },
  ];
  return { across: symbol.pixx, down: symbol.pixs.length / symbol.pixx };
}

const texts = fc.oneof(
  fc.string({
    unit: fc.integer({ min: 0, max: 127 }).map((c) => String.fromCharCode(c)),
    minLength: 1,
    maxLength: 60,
  }),
  fc.string({ unit: fc.constantFrom(...'ABCabc0123456789 .,:-/'), minLength: 1, maxLength: 120 }),
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 120 }),
);

describe('the size', () => {
  it('of Aztec is never that of bwip-js or more', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const ours = encodeMatrix({ ...BLANK, type: 'aztec' }, text);
        expect(ours.width).toBeLessThanOrEqual(peerSize('azteccode', text).across);
      }),
      { numRuns: rounds(60) },
    );
  });

  it('of PDF417 in as many columns has no more rows', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 2, max: 12 }), (text, columns) => {
        const ours = encodeMatrix({ ...BLANK, type: 'pdf417', columns }, text);
        const { across, down } = peerSize('pdf417', text, { columns });
        expect(ours.width).toBe(across);
        // It returns each row once.
        expect(ours.height / 3).toBeLessThanOrEqual(down);
      }),
      { numRuns: rounds(60) },
    );
  });

  it('of Micro QR is that of bwip-js at most', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'0123456789ABab'), minLength: 1, maxLength: 12 }),
        fc.constantFrom('L' as const, 'M' as const),
        (text, level) => {
          const ours = encodeMatrix({ ...BLANK, type: 'microqr', level }, text);
          const { across } = peerSize('microqrcode', text, { eclevel: level });
          expect(ours.width).toBeLessThanOrEqual(across);
        },
      ),
      { numRuns: rounds(60) },
    );
  });
});

/** Error correction levels of PDF417, and the number of data codewords each is recommended for. */
const LEVELS = [
  [2, 40],
  [3, 160],
  [4, 320],
  [5, 863],
] as const;

describe('error correction', () => {
  const LENGTHS = [5, 30, 60, 150, 300, 600];
  const createContent = (length: number): string => 'aB1-'.repeat(length).slice(0, length);
  const read = (element: object, length: number, format: 'PDF417' | 'Aztec') => {
    const fullElement = { ...BOX, ...element, content: createContent(length) } as TemplateElement;
    return readCorrection(rasterizeScene(getScene(fullElement, 600)), [format]);
  };

  it('of Aztec is 23 % of the symbol at least (ISO/IEC 24778, 7.3)', async () => {
    for (const length of LENGTHS) {
      const [percent = 0] = await read({ type: 'aztec' }, length, 'Aztec');
      expect(percent, `${length}`).toBeGreaterThanOrEqual(23);
    }
  });

  it('of PDF417 is what its standard recommends for as many codewords (ISO/IEC 15438, annex E)', async () => {
    for (const length of LENGTHS) {
      const columns = 10;
      const { height } = encodeMatrix({ ...BLANK, type: 'pdf417', columns }, createContent(length));
      const all = (height / 3) * columns;
      const level = LEVELS.find(([one, max]) => all - (2 << one) <= max)?.[0] ?? 0;
      const [percent] = await read({ type: 'pdf417', columns }, length, 'PDF417');
      expect(percent, `${length}`).toBe(Math.floor((100 * (2 << level)) / all));
    }
  });
});

describe('contents', () => {
  it('of any bytes are read back from Aztec and PDF417', async () => {
    const [aztec, pdf417] = [
      { ...BOX, type: 'aztec' as const },
      { ...BOX, type: 'pdf417' as const },
    ];
    // Invisible characters are refused in codes: `layout/invisible.ts`.
    const shown = texts.filter(
      (text) => !/^\s|[\t\u00a0\u200b-\u200f\u2028-\u202e\ufeff]|\s$/.test(text),
    );
    for (const content of fc.sample(shown, 25)) {
      for (const [element, format] of [
        [aztec, 'Aztec'],
        [pdf417, 'PDF417'],
      ] as const) {
        const bitmap = rasterizeScene(getScene({ ...element, content }));
        expect(await readWithZxing(bitmap, { formats: [format] })).toEqual([content]);
      }
    }
  });

  it('of DataBar Expanded that end in a digit are read back, with and without characters added', async () => {
    const types = ['databar-expanded', 'databar-expanded-stacked'] as const;
    const ends = Array.from(
      { length: 12 },
      (_, i) => 'L1EN138'.slice(0, 7 - (i % 4)) + '5'.repeat(i >> 2),
    );
    const contents = [
      `${GTIN}(10)L1EN138`,
      ...ends.flatMap((end) => [`${GTIN}(10)${end}`, `(10)${end}`]),
    ];
    for (const content of [...contents, '(10)1', '(10)12', '(10)123', '(20)12']) {
      for (const type of types) {
        const bitmap = rasterizeScene(
          getScene({ ...BOX, ...TEXT, type, content, widthMm: 60, heightMm: 60 }),
        );
        const found = await readWithZxing(bitmap, {
          formats: ['DataBarExpanded', 'DataBar Expanded Stacked'],
          textMode: 'HRI',
        });
        expect([...new Set(found)], `${type} ${content}`).toEqual([content]);
      }
    }
  });

  it.each([
    [{ ...BLANK, type: 'microqr', level: 'L' }, '苹果', '不能包含“苹”'],
    [{ ...BLANK, type: 'microqr', level: 'Q' }, 'A'.repeat(40), '太长'],
    [{ ...BLANK, type: 'aztec' }, '苹'.repeat(700), '太长'],
    [{ ...BLANK, type: 'pdf417' }, '1'.repeat(2711), '太长'],
    [{ ...BLANK, type: 'pdf417', columns: 1 }, 'a'.repeat(400), '请增加列数'],
    [{ ...BLANK, ...TEXT, type: 'databar-stacked' }, '(10)AB', '只放一个 (01)'],
    [{ ...BLANK, ...TEXT, type: 'databar-stacked' }, '09521234543214', '最后一位应为 3'],
    [{ ...BLANK, ...TEXT, type: 'databar-expanded-stacked' }, 'ABC', '应用标识符'],
  ] as [RareMatrixElement, string, string][])(
    '%o does not take %s: %s',
    (element, text, message) => {
      expect(() => encodeMatrix(element, text)).toThrow(LabelError);
      expect(() => encodeMatrix(element, text)).toThrow(message);
    },
  );

  it('of DataBar Limited begin with 0 or 1', () => {
    const { encode } = RARE_ENCODERS.linear['databar-limited'];
    expect(() => encode('29521234543217')).toThrow('以 0 或 1 开头');
    expect(encode('0952123454321').text[0]?.text).toBe('(01)09521234543213');
  });
});

it('says when the text below a stacked DataBar had to shrink to its box', () => {
  const element = {
    ...BOX,
    type: 'databar-stacked' as const,
    content: GTIN,
    showText: true,
    heightMm: 20,
  };
  const listMessages = (textSizeMm: number): string[] =>
    getScene({ ...element, widthMm: 30, textSizeMm }).warnings.map(({ message }) => message);
  expect(listMessages(2)).toEqual([]);
  expect(listMessages(6)).toEqual([`二维码“${GTIN.slice(0, 12)}…”下面的文字太长，已缩小`]);
});

it('fits PDF417 and stacked DataBar to the shape of their box', () => {
  const wide = encodeMatrix({ ...BLANK, type: 'pdf417' }, CHINESE, 6);
  const high = encodeMatrix({ ...BLANK, type: 'pdf417' }, CHINESE, 1);
  expect(wide.width / wide.height).toBeGreaterThan(high.width / high.height);
  const stacked: RareMatrixElement = { ...BLANK, ...TEXT, type: 'databar-expanded-stacked' };
  const content = `${GTIN}(10)ABC123(17)261231`;
  expect(encodeMatrix(stacked, content, 4).height).toBeLessThan(
    encodeMatrix(stacked, content, 0.5).height,
  );
});
