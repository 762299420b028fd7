import type { Setup } from '@yunbiao/contract/printing/print-setup';
import { bitmapToPng, isBlackDot, layoutLabel, rasterizeScene } from '@yunbiao/label';
import { drawZpl, readZpl } from '@yunbiao/label/zpl';
import type { Template } from '@yunbiao/label';
import { beforeEach, describe, expect, it } from 'vitest';
import { getInfo, noPoppler, listTexts } from '../../../../packages/label/src/testing/poppler.ts';
import { PRINTER_LANGUAGES } from '@yunbiao/contract/printing/printer-languages';
import { deflate, chooseDocumentFormat } from './document.ts';
import { getLabelFonts, prepareLabel, prepareLabelRow } from './prepare.ts';
import { createDefaultSetup } from './default-setup.ts';

const fonts = getLabelFonts();
const setup = createDefaultSetup({ language: 'zpl', dpi: 203, widthMm: 60, heightMm: 40 });
const template: Template = {
  version: 1,
  widthMm: 50,
  heightMm: 30,
  fields: [
    { name: '品名', label: '品名', sample: '苹果', required: true },
    { name: '备注', label: '备注', sample: '' },
  ],
  elements: [
    {
      type: 'text',
      id: 't',
      xMm: 2,
      yMm: 2,
      widthMm: 40,
      heightMm: 10,
      rotation: 0,
      content: '{{品名}}{{备注}}',
      sizeMm: 3,
      weight: 400,
      align: 'left',
      fit: 'shrink',
    },
  ],
};
const prepareData = (data: Record<string, string>, change: Partial<Setup> = {}) =>
  prepareLabel({ template, setup: { ...setup, ...change } }, data, { fonts, graphics: 'z64' });
const getHead = (change: Partial<Setup>): string | undefined => {
  const label = prepareData({ 品名: '苹果' }, change);
  return label.ok
    ? /\^XA(.*?)\^LH/.exec(Buffer.from(label.bytes).toString('latin1'))?.[1]
    : label.reason;
};

it('tells the printer what labels there are on the roll: a gap between them, or one strip', () => {
  expect(getHead({ gapMm: 2 })).toBe('^MNY^PW480^LL320');
  expect(getHead({ media: 'continuous' })).toBe('^MNN^PW480^LL320');
  expect(getHead({ media: 'continuous', widthMm: 80, pitchScale: 110 })).toBe('^MNN^PW640^LL352');
});

it('refuses dots that a printer of the language cannot be told', () => {
  // DLE EOT at each of the eight bit offsets of a byte, after black: no ESC/POS printer takes these
  // bytes as dots.
  const bits = [0, 1, 2, 3, 4, 5, 6, 7]
    .map((shift) => `${'1'.repeat(shift)}0001000000000100${'1'.repeat(8 - shift)}`)
    .join('');
  const bytes = (`11111111${bits}`.match(/.{8}/g) ?? []).map((item) => Number.parseInt(item, 2));
  const bitmap = { width: 200, height: 8, stride: 25, data: new Uint8Array(200) };
  for (let y = 0; y < 8; y += 1) bitmap.data.set(bytes, y * 25);
  const png = Buffer.from(bitmapToPng(bitmap, deflate, { dpi: 203 })).toString('base64');
  const image = {
    id: 'i',
    type: 'image',
    image: 'p',
    fit: 'stretch',
    dither: 'threshold',
  } as const;
  const place = { xMm: 0, yMm: 0, widthMm: 25, heightMm: 1, rotation: 0 } as const;
  const nasty: Template = {
    version: 1,
    widthMm: 25,
    heightMm: 10,
    fields: [],
    elements: [{ ...image, ...place }],
    images: [{ id: 'p', png }],
  };
  const prepareForLanguage = (language: Setup['language']) =>
    prepareLabel(
      { template: nasty, setup: { ...setup, language } },
      {},
      { fonts, graphics: 'z64' },
    );
  expect(prepareForLanguage('tspl').ok).toBe(true);
  expect(prepareForLanguage('escpos')).toMatchObject({
    ok: false,
    reason: expect.stringContaining('打印不了') as string,
  });
});

it('draws a label without its optional fields', () => {
  expect(prepareData({ 品名: '苹果' })).toEqual(prepareData({ 品名: '苹果', 备注: '' }));
  expect(prepareData({ 品名: '苹果' }).ok).toBe(true);
});

it('refuses a label without a required field, or with a character no font has, and says which', () => {
  expect(prepareData({})).toEqual({ ok: false, reason: '请填写品名' });
  expect(prepareData({ 品名: '苹果😀' })).toEqual({
    ok: false,
    reason: '品名的第 3 个字“😀”字体里没有，打印不出来，请换一个',
  });
});

/** A frame at the edge of the label. */
const frame: Template = {
  version: 1,
  widthMm: 22,
  heightMm: 20,
  fields: [{ name: '码', label: '码', sample: '1', required: true }],
  elements: [
    {
      type: 'rect',
      id: 'r',
      xMm: 0,
      yMm: 0,
      widthMm: 22,
      heightMm: 20,
      rotation: 0,
      lineMm: 1,
    },
  ],
};
const createAcrossSetup = (language: Setup['language'], change: Partial<Setup> = {}): Setup => ({
  ...setup,
  language,
  widthMm: 22,
  heightMm: 20,
  columns: 3,
  columnGapMm: 2,
  ...change,
});
const getRow = (made: Setup, rows: readonly Record<string, string>[], drawn = frame) =>
  prepareLabelRow({ template: drawn, setup: made }, rows, { fonts, graphics: 'ascii' });
const getText = (label: ReturnType<typeof getRow>): string =>
  label.ok ? Buffer.from(label.bytes).toString('latin1') : JSON.stringify(label);

it('tells the printer how wide a row is, however many labels are in it', () => {
  for (const rows of [[{ 码: '1' }], [{ 码: '1' }, { 码: '2' }, { 码: '3' }]]) {
    // Three times 22 mm and two gaps of 2 mm: 70 mm.
    expect(getText(getRow(createAcrossSetup('zpl'), rows))).toContain('^PW560^LL160');
    expect(getText(getRow(createAcrossSetup('tspl'), rows))).toContain('SIZE 70 mm,20 mm');
    expect(getRow(createAcrossSetup('escpos', { gapMm: 0 }), rows).ok).toBe(true);
  }
});

it('prints one label across as it always was', () => {
  for (const language of ['zpl', 'tspl', 'escpos'] as const) {
    const made = { ...setup, language, offsetXMm: 1.5 };
    const { columns, columnGapMm, ...before } = made;
    const media = { dpi: 203, offsetXMm: 1.5, rotation: 0, pitchScale: 1 } as const;
    const scene = layoutLabel({ template, data: { 品名: '苹果' }, media, fonts });
    const settings = { ...before, ...media, graphics: 'z64' } as const;
    expect([columns, columnGapMm]).toEqual([1, 0]);
    expect(
      prepareLabelRow({ template, setup: made }, [{ 品名: '苹果' }], { fonts, graphics: 'z64' }),
    ).toEqual({
      ok: true,
      bytes: PRINTER_LANGUAGES[language].encodeJob(rasterizeScene(scene), settings),
    });
  }
});

it('moves a row on the head as one, and cuts nothing off between its labels', () => {
  const setup = createAcrossSetup('zpl', { offsetXMm: 1 });
  const getInk = (label: ReturnType<typeof getRow>): number[] => {
    const { labels, lines } = readZpl(Buffer.from(getText(label), 'latin1'), {
      dpi: 203,
      widthDots: 560,
      heightDots: 160,
    });
    const [first] = labels;
    if (!first) return expect.unreachable();
    const { bitmap } = drawZpl(first, { fonts, lines });
    return Array.from({ length: bitmap.width }, (_, x) => x).filter((x) =>
      isBlackDot(bitmap, x, 80),
    );
  };
  const plain = getInk(getRow(createAcrossSetup('zpl'), [{ 码: '1' }, { 码: '2' }]));
  const listSideColumns = (left: number): number[] => [
    ...Array.from({ length: 8 }, (_, x) => left + x),
    ...Array.from({ length: 8 }, (_, x) => left + 168 + x),
  ];
  expect(plain).toEqual([...listSideColumns(0), ...listSideColumns(192)]);
  expect(getInk(getRow(setup, [{ 码: '1' }, { 码: '2' }]))).toEqual(plain.map((x) => x + 8));
});

it.each([
  ['zpl', '^XB'],
  ['tspl', 'SET CUTTER OFF'],
] as const)(
  'has a cutter wait for the next label where the lease says so: %s',
  (language, wait) => {
    const made = { ...setup, language, finishing: 'cut' } as const;
    const getBytes = (cutNow: boolean): string => {
      const means = { fonts, graphics: 'z64', cutNow } as const;
      return getText(prepareLabelRow({ template, setup: made }, [{ 品名: '苹果' }], means));
    };
    expect(getBytes(false)).toContain(wait);
    expect(getBytes(true)).not.toContain(wait);
  },
);

it('names the label of a row that cannot be printed', () => {
  const rows = [{ 码: '1' }, {}, { 码: '3' }];
  expect(getRow(createAcrossSetup('zpl'), rows)).toEqual({
    ok: false,
    reason: '请填写码',
    index: 1,
  });
});

describe('a label as a page of vectors', () => {
  beforeEach((ctx) => {
    if (noPoppler !== undefined) ctx.skip(noPoppler);
  });
  const getPage = (made: Setup, rows: readonly Record<string, string>[], drawn: Template) => {
    const means = { fonts, graphics: 'z64', format: 'pdf' } as const;
    const label = prepareLabelRow({ template: drawn, setup: made }, rows, means);
    return label.ok ? label : expect.unreachable(JSON.stringify(label));
  };

  it('is as large as the label of the roll, and the template lies in its corner', () => {
    const { bytes, page } = getPage({ ...setup, language: 'driver' }, [{ 品名: '苹果' }], template);
    expect(page).toEqual({ format: 'pdf', widthMm: 60, heightMm: 40 });
    expect(getInfo(bytes, 1)).toMatch(/Pages: +1\n[^]*size: +170\.079 x 113\.386 pts/);
    expect(listTexts(bytes)).toEqual(['苹果']);
  });

  it('has the labels of a row beside each other', () => {
    const named: Template = { ...template, widthMm: 22, heightMm: 20 };
    const { bytes, page } = getPage(
      createAcrossSetup('driver'),
      [{ 品名: '甲' }, { 品名: '乙' }],
      named,
    );
    expect(page).toMatchObject({ widthMm: 70, heightMm: 20 });
    expect(getInfo(bytes, 1)).toMatch(/Pages: +1\n/);
    expect(listTexts(bytes)[0]).toMatch(/^甲\s+乙$/);
  });
});

describe('a label as a page of dots', () => {
  const prepareFrames = (made: Setup) =>
    prepareLabelRow({ template: frame, setup: made }, [{ 码: '1' }, { 码: '2' }], {
      fonts,
      graphics: 'z64',
    });

  it('has the dots of its row, moved on the head as one', () => {
    const label = prepareFrames(createAcrossSetup('driver', { offsetXMm: 1 }));
    const page = label.ok ? label.page : undefined;
    // 70 × 20 mm.
    expect(page).toMatchObject({ format: 'dots', widthMm: 70, heightMm: 20 });
    expect(page?.dots).toMatchObject({ dpi: 203, bitmap: { width: 560, height: 160 } });
    const { bitmap = { width: 0, height: 0, stride: 0, data: new Uint8Array() } } =
      page?.dots ?? {};
    const ink = Array.from({ length: bitmap.width }, (_, x) => x).filter((x) =>
      isBlackDot(bitmap, x, 80),
    );
    expect(ink.filter((x, i) => ink[i - 1] !== x - 1)).toEqual([8, 176, 200, 368]);
  });

  it('is vectors where the setup asks for them at 600 dpi, and no less', () => {
    const formats = { defaultFormat: 'pwg-black', vectorFormat: 'pdf' } as const;
    const chooseFormat = (dpi: Setup['dpi'], language: Setup['language'], vector: boolean) =>
      chooseDocumentFormat({ dpi, language, vector }, formats);
    expect([chooseFormat(600, 'ipp', true), chooseFormat(600, 'driver', true)]).toEqual([
      'pdf',
      'pdf',
    ]);
    expect([chooseFormat(300, 'ipp', true), chooseFormat(600, 'ipp', false)]).toEqual([
      'pwg-black',
      'pwg-black',
    ]);
  });
});
