import { describe, expect, it } from 'vitest';
import { RARE_ENCODERS } from '../rare-encoders.ts';
import type { BarsOp, MatrixOp, Scene } from '../scene.ts';
import type { CodeElement, Dpi } from '../template.ts';
import {
  createCode128Element,
  createQrElement,
  getTemplate,
  testFonts,
} from '../testing/fixtures.ts';
import { layoutLabel } from './layout.ts';
import { RECOMMENDED_MODULE_MM, computeMinimumCodeBox, MIN_MODULE_MM } from './minimum-size.ts';
import { getDotsPerMm } from './place.ts';

const rareCodes = () => RARE_ENCODERS;
const GTIN = '(01)09521234543213';

const createLinearElement = (
  type: CodeElement['type'],
  content: string,
  more: object = {},
): CodeElement =>
  ({
    ...createCode128Element(content, { widthMm: 60, heightMm: 20 }),
    type,
    ...more,
  }) as CodeElement;
const createMatrixElement = (
  type: CodeElement['type'],
  content: string,
  more: object = {},
): CodeElement => {
  const { level: _, ...element } = createQrElement(content, { widthMm: 40, heightMm: 25 });
  return { ...element, type, ...more } as CodeElement;
};

/**
 * One code per rule: plain bars, guards, an add-on, bearer bars, a minimum bar height, squares,
 * shapes, text below.
 */
const CODES = [
  createLinearElement('code128', 'YN0000000001'),
  createLinearElement('code128', 'YN0000000001', { showText: false }),
  createLinearElement('ean13', '6901234567892'),
  createLinearElement('ean13', '9780201379624 51299'),
  createLinearElement('itf14', '1540014128876'),
  createLinearElement('databar', '0952123454321'),
  createLinearElement('databar-expanded', `${GTIN}(10)AB-1`, { showText: false }),
  createQrElement('https://yunbiao.example'),
  createMatrixElement('datamatrix', 'AKS20260518', { shape: 'rectangle' }),
  createMatrixElement('pdf417', '云南小粒咖啡 20°C'),
  createMatrixElement('databar-expanded-stacked', `${GTIN}(10)AB-1(17)261231`, {
    showText: true,
    textSizeMm: 2,
  }),
];

/** The code alone in a box of the given dots, away from the edges. */
const inBox = (code: CodeElement, dpi: Dpi, [widthDots, heightDots]: [number, number]): Scene => {
  const k = getDotsPerMm(dpi);
  const box = { xMm: 7 / k, yMm: 7 / k, widthMm: widthDots / k, heightMm: heightDots / k };
  return layoutLabel({
    template: getTemplate([{ ...code, ...box, rotation: 0 }], { widthMm: 150, heightMm: 100 }),
    data: {},
    media: { dpi },
    fonts: testFonts(),
    rareCodes,
  });
};

/** Module size in dots; 0 when the code is not drawn. */
const moduleIn = (code: CodeElement, dpi: Dpi, box: [number, number]): number => {
  const { ops } = inBox(code, dpi, box);
  const drawn = ops.find((op): op is BarsOp | MatrixOp => 'moduleDots' in op);
  return drawn?.moduleDots ?? 0;
};

describe.each([203, 300, 600] as const)('the smallest box at %i dpi', (dpi) => {
  it.each(CODES)('holds a $type, and one a dot smaller does not', (code) => {
    for (const moduleMm of [MIN_MODULE_MM, RECOMMENDED_MODULE_MM]) {
      const min = computeMinimumCodeBox(code, { dpi, moduleMm, rareCodes });
      if (!min) throw new Error('no encoder');
      const { moduleDots, widthDots, heightDots } = min;
      expect(moduleIn(code, dpi, [widthDots, heightDots])).toBe(moduleDots);
      expect(moduleIn(code, dpi, [widthDots - 1, heightDots])).toBeLessThan(moduleDots);
      expect(moduleIn(code, dpi, [widthDots, heightDots - 1])).toBeLessThan(moduleDots);
    }
  });

  it('is told in modules that are warned about, or left out, when they are a dot smaller', () => {
    const code = createQrElement('YN0000000001');
    const listWarningCodes = (moduleMm: number): (string | undefined)[] => {
      const min = computeMinimumCodeBox(code, { dpi, moduleMm, rareCodes });
      if (!min) throw new Error('no encoder');
      return [0, 1].map((less) => {
        const side = (min.widthDots / min.moduleDots) * (min.moduleDots - less);
        return inBox(code, dpi, [side, side]).warnings[0]?.code;
      });
    };
    // At 203 dpi the comfortable module and the minimum module are both two dots.
    const small = dpi === 203 ? 'code-too-wide' : 'code-module-small';
    expect(listWarningCodes(RECOMMENDED_MODULE_MM)).toEqual([undefined, small]);
    const drawn = dpi === 203 ? undefined : 'code-module-small';
    expect(listWarningCodes(MIN_MODULE_MM)).toEqual([drawn, 'code-too-wide']);
  });

  it.each(['qr', 'microqr', 'datamatrix', 'gs1-datamatrix', 'aztec'] as const)(
    'of a %s has modules of two dots at least, and bars of one',
    (type) => {
      const level = /qr/.test(type) ? { level: 'M' } : {};
      const square = createMatrixElement(type, type === 'gs1-datamatrix' ? GTIN : 'A-03-12', level);
      const getModule = (code: CodeElement) =>
        computeMinimumCodeBox(code, { dpi, moduleMm: MIN_MODULE_MM, rareCodes })?.moduleDots;
      expect(getModule(square)).toBe(dpi === 600 ? 3 : 2);
      expect(getModule(createLinearElement('code128', 'A1'))).toBe({ 203: 1, 300: 2, 600: 3 }[dpi]);
    },
  );
});

it('has bars as high as is asked for, and the light the standard asks for', () => {
  const code = createLinearElement('ean13', '6901234567892', { showText: false });
  const min = computeMinimumCodeBox(code, { dpi: 203, moduleMm: 0.264, barMm: 18.28, rareCodes });
  expect(min).toEqual({
    moduleDots: 3,
    widthDots: 339,
    heightDots: 147,
    quiet: { left: 11, right: 7, above: 0, below: 0 },
  });
});

it('has bars so many modules high, where a standard says it that way', () => {
  const code = createLinearElement('databar', '0952123454321', { showText: false });
  const min = computeMinimumCodeBox(code, {
    dpi: 300,
    moduleMm: 0.264,
    barModules: 33,
    rareCodes,
  });
  expect(min).toMatchObject({ moduleDots: 4, heightDots: 132 });
});

it('is not known while the encoder of a rare code is not here', () => {
  const code = createLinearElement('databar', '0952123454321');
  expect(
    computeMinimumCodeBox(code, { dpi: 203, moduleMm: 0.25, rareCodes: () => undefined }),
  ).toBeUndefined();
});

/**
 * Quiet zone in modules: left and right of bars (ISO/IEC 15417, 15420, 16388, 16390, 24724), on all
 * sides of a square.
 */
it.each([
  ['code128', 'A1', 10, 10],
  ['gs1-128', GTIN, 10, 10],
  ['ean13', '6901234567892', 11, 7],
  ['ean13', '9780201379624 51299', 11, 5],
  ['ean8', '96385074', 7, 7],
  ['upca', '036000291452', 9, 9],
  ['upce', '04252614', 9, 7],
  ['itf14', '1540014128876', 10, 10],
  ['code39', 'A1', 10, 10],
  ['code93', 'A1', 10, 10],
  ['codabar', 'A1B', 10, 10],
  ['databar-limited', GTIN, 1, 5],
] as const)(
  'of a %s %s has %i modules of light before and %i behind it',
  (type, content, left, right) => {
    const min = computeMinimumCodeBox(createLinearElement(type, content), {
      dpi: 203,
      moduleMm: 0.25,
      rareCodes,
    });
    expect(min?.quiet).toEqual({ left, right, above: 0, below: 0 });
  },
);

it.each([
  ['qr', 'A1', 4],
  ['microqr', 'A1', 2],
  ['datamatrix', 'A1', 1],
  ['gs1-datamatrix', GTIN, 1],
  ['pdf417', 'A1', 2],
  // Neither needs a quiet zone.
  ['aztec', 'A1', 0],
  ['databar-stacked', GTIN, 0],
] as const)('of a %s %s has %i modules of light all round', (type, content, all) => {
  const code = createMatrixElement(
    type,
    content,
    /qr/.test(type) ? { level: 'M' } : { showText: false },
  );
  const min = computeMinimumCodeBox(code, { dpi: 203, moduleMm: 0.25, rareCodes });
  expect(min?.quiet).toEqual({ left: all, right: all, above: all, below: all });
});

it.each([
  ['databar', 13],
  ['databar-limited', 10],
  ['databar-expanded', 34],
] as const)(
  'of a %s has bars as many modules high as its standard asks at least',
  (type, modules) => {
    const code = createLinearElement(type, GTIN, { showText: false });
    const min = computeMinimumCodeBox(code, { dpi: 203, moduleMm: 0.25, rareCodes });
    expect(min?.heightDots).toBe(2 * modules);
  },
);
