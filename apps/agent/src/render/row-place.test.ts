import type { Setup } from '@yunbiao/contract/printing/print-setup';
import { getLabelPlacement } from '@yunbiao/contract/printing/print-setup';
import { isBlackDot, layoutLabel, type Bitmap, type Template } from '@yunbiao/label';
import { expect, it } from 'vitest';
import { drawWithPoppler, noPoppler } from '../../../../packages/label/src/testing/poppler.ts';
import type { DocumentFormat } from '../document-format.ts';
import { createEscposPrinter } from '../virtual/escpos-printer.ts';
import type { RollOptions } from '../virtual/roll.ts';
import type { VirtualPrinter } from '../virtual/serve.ts';
import { createTsplPrinter } from '../virtual/tspl-printer.ts';
import { createZplPrinter } from '../virtual/zpl-printer.ts';
import { rasterizePage } from './document.ts';
import { getLabelFonts, prepareLabelRow } from './prepare.ts';
import { createDefaultSetup } from './default-setup.ts';

/** Tests where the labels of a row lie on the print head, in every language and with any offset. */
const template: Template = {
  version: 1,
  widthMm: 20,
  heightMm: 10,
  fields: [],
  elements: [
    {
      type: 'rect',
      id: 'r',
      xMm: 5,
      yMm: 0,
      widthMm: 10,
      heightMm: 10,
      rotation: 0,
      lineMm: 5,
    },
  ],
};
const getSetup = (language: Setup['language'], offsetXMm: number): Setup => ({
  ...createDefaultSetup({ language, dpi: 203, widthMm: 20, heightMm: 10 }),
  columns: 3,
  columnGapMm: 2,
  gapMm: language === 'escpos' ? 0 : 2,
  media: language === 'escpos' ? 'continuous' : 'gap',
  finishing: 'printer',
  offsetXMm,
  darkness: 8,
  speed: 4,
});

const toBytes = (setup: Setup, format?: DocumentFormat): Uint8Array => {
  const row = prepareLabelRow({ template, setup }, [{}, {}, {}], {
    fonts: getLabelFonts(),
    graphics: 'z64',
    ...(format && { format }),
  });
  return row.ok ? row.bytes : expect.unreachable(JSON.stringify(row));
};

/** Black runs along a line, dots: [start, end). */
const listStretches = (width: number, isBlack: (x: number) => boolean): [number, number][] => {
  const found: [number, number][] = [];
  for (let x = 0; x < width; x += 1) {
    if (!isBlack(x)) continue;
    const last = found.at(-1);
    if (last && last[1] === x) last[1] = x + 1;
    else found.push([x, x + 1]);
  }
  return found;
};

const listBlackStretches = (bitmap: Bitmap): [number, number][] =>
  listStretches(bitmap.width, (x) => isBlackDot(bitmap, x, 40));

const sceneIn = (setup: Setup) =>
  layoutLabel({ template, data: {}, media: getLabelPlacement(setup), fonts: getLabelFonts() });

const printers = {
  zpl: createZplPrinter,
  tspl: createTsplPrinter,
  escpos: createEscposPrinter,
} satisfies Record<
  string,
  (options: RollOptions & { dpi: number; counts: boolean }) => VirtualPrinter
>;

const printedBy = async (language: keyof typeof printers, offsetXMm: number): Promise<Bitmap> =>
  new Promise((resolve) => {
    const printer = printers[language]({
      speedMs: 1,
      dpi: 203,
      counts: true,
      onLabel: ({ bitmap }) => resolve(bitmap),
    });
    printer.receive(Buffer.from(toBytes(getSetup(language, offsetXMm))), () => undefined);
  });

/**
 * Three labels of 160 dots, 16 dots apart. Each is black from dot 40 to 120; all move by `move`.
 */
const listExpectedStretches = (move: number): [number, number][] =>
  [40, 216, 392].map((left) => [left + move, left + 80 + move]);

it.each([0, 1.5, -3])('moves a row by %s mm as one, in every language', async (offsetXMm) => {
  const wanted = listExpectedStretches(offsetXMm * 8);
  for (const language of ['zpl', 'tspl', 'escpos'] as const)
    expect(listBlackStretches(await printedBy(language, offsetXMm)), language).toEqual(wanted);
});

it.each([0, 1.5, -3])('moves a row by %s mm as one on a page, too', (offsetXMm) => {
  const setup = getSetup('ipp', offsetXMm);
  const scene = sceneIn(setup);
  const wanted = listExpectedStretches(offsetXMm * 8);
  expect(listBlackStretches(rasterizePage(setup, [scene, scene, scene]))).toEqual(wanted);
});

it.for([0, 1.5, -3])('moves a row by %s mm as one in a PDF', (offsetXMm, ctx) => {
  if (noPoppler !== undefined) ctx.skip(noPoppler);
  const setup = getSetup('driver', offsetXMm);
  // 64 mm by 10.
  const whole = { ...sceneIn(setup), widthDots: 512, heightDots: 80 };
  const [page] = drawWithPoppler(toBytes(setup, 'pdf'), [whole]);
  if (!page) return expect.unreachable('no page');
  const isDark = (x: number): boolean => (page.grey[40 * page.width + x] ?? 255) < 128;
  expect(listStretches(page.width, isDark)).toEqual(listExpectedStretches(offsetXMm * 8));
});
