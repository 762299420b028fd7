import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { layoutLabelForPrint, loadFonts } from './index.ts';
import { createPrinterTestTemplate, getIndicatorBarLength } from './indicator-label.ts';

const require = createRequire(import.meta.url);
const fonts = loadFonts({ read: (file) => readFileSync(require.resolve(`../fonts/${file}`)) });
const rareCodes = () => {
  throw new Error('no codes are on it');
};

const draw = (dpi: 203 | 300 | 600, widthMm: number, heightMm: number) => {
  const template = createPrinterTestTemplate({ language: 'ESC/POS', dpi, widthMm, heightMm });
  const media = { dpi, offsetXMm: 0, offsetYMm: 0, rotation: 0, pitchScale: 1 } as const;
  return { template, laid: layoutLabelForPrint({ template, data: {}, media, fonts, rareCodes }) };
};

const listBars = (dpi: 203 | 300 | 600, widthMm: number, heightMm: number): [string, number][] =>
  draw(dpi, widthMm, heightMm).template.elements.flatMap(({ id, widthMm: mm }) =>
    id.startsWith('bar-') ? [[id, Math.round(mm * (dpi === 203 ? 8 : dpi / 25.4))]] : [],
  );

it.each([203, 300, 600] as const)('draws bars of so many dots at %i dpi as at any', (dpi) => {
  expect(listBars(dpi, 60, 40)).toEqual([
    ['bar-203', 80],
    ['bar-300', 118],
    ['bar-600', 236],
  ]);
  expect(getIndicatorBarLength({ widthMm: 60 })).toBe(10);
});

it('shortens its bars for narrow labels', () => {
  expect(listBars(203, 30, 20)).toEqual([
    ['bar-203', 40],
    ['bar-300', 59],
    ['bar-600', 118],
  ]);
  expect(getIndicatorBarLength({ widthMm: 30 })).toBe(5);
});

it.each([
  [203, 5, 5],
  [203, 10, 6],
  [300, 25, 8],
  [600, 200, 300],
  [203, 40, 12],
] as const)('can be printed whole at %i dpi on %i × %i mm', (dpi, widthMm, heightMm) => {
  expect(draw(dpi, widthMm, heightMm).laid).toMatchObject({ ok: true });
});
