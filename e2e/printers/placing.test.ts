import { COMMAND_LANGUAGES } from '@yunbiao/contract/evidence';
import type { CommandLanguage } from '@yunbiao/contract/evidence';
import type { Setup } from '@yunbiao/contract/printing/print-setup';
import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import { layoutLabel, type Template } from '@yunbiao/label';
import { getLabelPlacement } from '@yunbiao/contract/printing/print-setup';
import { describe, expect, it } from 'vitest';
import { rasterizePage } from '../../apps/agent/src/render/document.ts';
import { getLabelFonts, prepareLabel } from '../../apps/agent/src/render/prepare.ts';
import { listPieces } from './escpos/draw.ts';
import { listRules } from './escpos/testing.ts';
import { listLabels } from './tspl/list-labels.ts';
import { Bitmap } from './works/bitmap.ts';
import { drawFormat, createPowerUpSettings } from './zpl/draw.ts';

/** Fits the head of a receipt printer; the mark is not at an edge and not square. */
const STOCK = { widthMm: 48, heightMm: 30 };
const MARK = { xMm: 10, yMm: 8, widthMm: 12, heightMm: 5 };
const template: Template = {
  version: 1,
  ...STOCK,
  fields: [],
  elements: [{ id: 'mark', type: 'rect', ...MARK, rotation: 0, lineMm: 0 }],
};
const dotsPerMm = (dpi: number): number => (dpi === 203 ? 8 : dpi / 25.4);

const getSetup = (
  language: Setup['language'],
  dpi: Setup['dpi'],
  change: Partial<Setup>,
): Setup => ({
  language,
  dpi,
  ...STOCK,
  ...LANGUAGE_FACTS[language].defaults,
  columns: 1,
  columnGapMm: 0,
  offsetXMm: 0,
  offsetYMm: 0,
  pitchScale: 100,
  rotation: 0,
  barReduction: 0,
  vector: false,
  cutEach: 1,
  shiftMm: null,
  ...change,
});

/** Output of each printer for a job on a head that is wide enough. */
const PRINTED: Record<CommandLanguage, (bytes: Uint8Array, dpi: number) => Bitmap> = {
  zpl: (bytes, dpi) => {
    const rules = {
      headDots: 2400,
      labelDots: Math.round(30 * dotsPerMm(dpi)),
      crc: 'checked',
    } as const;
    const { bitmap, defects } = drawFormat(Buffer.from(bytes), createPowerUpSettings(), rules);
    expect(defects).toEqual([]);
    return bitmap;
  },
  tspl: (bytes, dpi) => {
    const rules = { dotsPerMm: dotsPerMm(dpi), headDots: 2400, labelDots: 100 };
    const [label] = listLabels(bytes, rules);
    expect(label?.defects).toEqual([]);
    return label?.bitmap ?? new Bitmap(1, 1);
  },
  escpos: (bytes, dpi) => {
    const head = { dotsPerMm: dotsPerMm(dpi), headDots: 2400, cutterMm: 0 };
    const [piece] = listPieces(Buffer.from(bytes), listRules({ ...head, stock: 'roll, cut' }));
    expect(piece?.defects).toEqual([]);
    return piece?.bitmap ?? new Bitmap(1, 1);
  },
};

type Box = { left: number; top: number; right: number; bottom: number };

const getBox = (bitmap: Pick<Bitmap, 'width' | 'height' | 'get'>): Box => {
  const box = { left: Infinity, top: Infinity, right: 0, bottom: 0 };
  for (let y = 0; y < bitmap.height; y++)
    for (let x = 0; x < bitmap.width; x++)
      if (bitmap.get(x, y)) {
        box.left = Math.min(box.left, x);
        box.top = Math.min(box.top, y);
        box.right = Math.max(box.right, x + 1);
        box.bottom = Math.max(box.bottom, y + 1);
      }
  return box;
};

const computeExpectedBox = (dpi: number, { offsetXMm, offsetYMm, pitchScale }: Setup): Box => {
  const k = dotsPerMm(dpi);
  const toDotsDown = (mm: number): number => Math.round((mm + offsetYMm) * (pitchScale / 100) * k);
  return {
    left: Math.round((MARK.xMm + offsetXMm) * k),
    top: toDotsDown(MARK.yMm),
    right: Math.round((MARK.xMm + MARK.widthMm + offsetXMm) * k),
    bottom: toDotsDown(MARK.yMm + MARK.heightMm),
  };
};

const CHANGES: readonly Partial<Setup>[] = [
  {},
  { offsetXMm: 1.3, offsetYMm: -2.4 },
  { offsetXMm: -0.7, offsetYMm: 0.9, pitchScale: 101.5 },
  { pitchScale: 98.25 },
];

const printBitmap = (setup: Setup & { language: CommandLanguage }): Bitmap => {
  const job = prepareLabel({ template, setup }, {}, { fonts: getLabelFonts(), graphics: 'z64' });
  if (!job.ok) throw new Error(job.reason);
  return PRINTED[setup.language](job.bytes, setup.dpi);
};

describe.each([203, 300, 600] as const)('at %i dpi', (dpi) => {
  it.each(COMMAND_LANGUAGES)('offset and pitch move the dots in %s by just as many', (language) => {
    for (const change of CHANGES) {
      const setup = { ...getSetup(language, dpi, change), language };
      expect({ change, box: getBox(printBitmap(setup)) }).toEqual({
        change,
        box: computeExpectedBox(dpi, setup),
      });
    }
  });

  it('and on a page that a driver or an IPP printer prints', () => {
    for (const change of CHANGES) {
      const setup = getSetup('ipp', dpi, change);
      const scene = layoutLabel({
        template,
        data: {},
        media: getLabelPlacement(setup),
        fonts: getLabelFonts(),
      });
      const { width, height, stride, data } = rasterizePage(setup, [scene]);
      const get = (x: number, y: number): boolean =>
        ((data[y * stride + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
      expect({ change, box: getBox({ width, height, get }) }).toEqual({
        change,
        box: computeExpectedBox(dpi, setup),
      });
    }
  });

  it.each(['zpl', 'tspl'] as const)(
    'the place where labels begin moves all of them in %s',
    (language) => {
      const measureBox = (shiftMm: number | null): Box =>
        getBox(printBitmap({ ...getSetup(language, dpi, { shiftMm }), language }));
      const still = measureBox(null);
      for (const mm of [1.25, -2.5]) {
        const dots = Math.round(mm * dotsPerMm(dpi));
        expect(measureBox(mm)).toEqual({
          ...still,
          top: still.top + dots,
          bottom: still.bottom + dots,
        });
      }
      expect(measureBox(0)).toEqual(still);
    },
  );
});
