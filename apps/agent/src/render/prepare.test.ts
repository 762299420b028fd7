import type { Setup } from '@yunbiao/contract/gateway';
import { bitmapToPng } from '@yunbiao/label';
import type { Template } from '@yunbiao/label';
import { expect, it } from 'vitest';
import { deflate, labelFonts, prepareLabel } from './prepare.ts';

const fonts = labelFonts();
const setup: Setup = {
  language: 'zpl',
  dpi: 203,
  widthMm: 60,
  heightMm: 40,
  gapMm: 2,
  offsetXMm: 0,
  offsetYMm: 0,
  pitchScale: 100,
  rotation: 0,
  barReduction: 0,
  darkness: 15,
  speed: 4,
};
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
const prepared = (data: Record<string, string>, change: Partial<Setup> = {}) =>
  prepareLabel({ template, setup: { ...setup, ...change } }, data, { fonts, graphics: 'z64' });
const headOf = (change: Partial<Setup>): string | undefined => {
  const label = prepared({ 品名: '苹果' }, change);
  return label.ok
    ? /\^XA(.*?)\^LH/.exec(Buffer.from(label.bytes).toString('latin1'))?.[1]
    : label.reason;
};

it('tells the printer what labels there are on the roll: a gap between them, or one strip', () => {
  expect(headOf({ gapMm: 2 })).toBe('^MNY^PW480^LL320');
  expect(headOf({ gapMm: 0 })).toBe('^MNN^PW480^LL320');
  expect(headOf({ gapMm: 0, widthMm: 80, pitchScale: 110 })).toBe('^MNN^PW640^LL352');
});

it('refuses dots that a printer of the language cannot be told', () => {
  // DLE EOT at each of the eight places within a byte, behind black: no ESC/POS printer takes them for dots.
  const bits = [0, 1, 2, 3, 4, 5, 6, 7]
    .map((shift) => `${'1'.repeat(shift)}0001000000000100${'1'.repeat(8 - shift)}`)
    .join('');
  const bytes = (`11111111${bits}`.match(/.{8}/g) ?? []).map((one) => Number.parseInt(one, 2));
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
  const drawn = (language: Setup['language']) =>
    prepareLabel(
      { template: nasty, setup: { ...setup, language } },
      {},
      { fonts, graphics: 'z64' },
    );
  expect(drawn('tspl').ok).toBe(true);
  expect(drawn('escpos')).toMatchObject({
    ok: false,
    reason: expect.stringContaining('印不了') as string,
  });
});

it('draws a label without its optional fields', () => {
  expect(prepared({ 品名: '苹果' })).toEqual(prepared({ 品名: '苹果', 备注: '' }));
  expect(prepared({ 品名: '苹果' }).ok).toBe(true);
});

it('refuses a label without a required field, or with a character no font has, and says which', () => {
  expect(prepared({})).toEqual({ ok: false, reason: '请填写品名' });
  expect(prepared({ 品名: '苹果😀' })).toEqual({
    ok: false,
    reason: '品名的第 3 个字“😀”字体里没有，印不出来，请换一个',
  });
});
