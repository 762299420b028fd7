import type { Setup } from '@yunbiao/contract/gateway';
import type { Template } from '@yunbiao/label';
import { expect, it } from 'vitest';
import { labelFonts, prepareLabel } from './prepare.ts';

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
  prepareLabel({ template, setup: { ...setup, ...change } }, data, fonts);
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
