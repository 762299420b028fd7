import { describe, expect, it } from 'vitest';
import { createLabelDataCheck } from './check-data.ts';
import type { Template } from './template.ts';
import {
  getLayout,
  createQrElement,
  getTemplate,
  testFonts,
  createTextElement,
} from './testing/fixtures.ts';

const template: Template = {
  ...getTemplate([
    createTextElement('{{品名}}：{{备注}}', { id: 'a' }),
    createTextElement('{{品名}}', { id: 'b', weight: 700 }),
    createQrElement('{{网址}}'),
  ]),
  fields: [
    { name: '品名', label: '商品名', sample: '苹果', required: true, maxLength: 4 },
    { name: '备注', label: '备注', sample: '' },
    { name: '网址', label: '网址', sample: 'a' },
  ],
};
const listMessages = (data: Record<string, string>): string[] =>
  createLabelDataCheck(template, testFonts())(data).map(({ message }) => message);

describe('the check of a row', () => {
  it('lets a field that is not required stay blank, with its key and without', () => {
    expect(listMessages({ 品名: '苹果', 备注: '' })).toEqual([]);
    expect(listMessages({ 品名: '苹果' })).toEqual([]);
  });

  it('asks for a required one, blank, of spaces and missing alike', () => {
    for (const data of [{}, { 品名: '' }, { 品名: ' 　' }])
      expect(listMessages(data)).toEqual(['请填写商品名']);
  });

  it('counts characters, not code units', () => {
    expect(listMessages({ 品名: '𠮷'.repeat(5) })).toEqual(['商品名最多 4 个字，现在有 5 个']);
  });

  it('names a character that cannot be drawn, its field and its place', () => {
    expect(listMessages({ 品名: '好吃😀', 备注: 'a\u0301\u200b' })).toEqual([
      '商品名的第 3 个字“😀”字体里没有，打印不出来，请换一个',
    ]);
  });

  it.each([
    ['ไทย', '“ไ”是泰文，叠放的元音和声调还排不了'],
    ['שלום', '“ש”是希伯来文，从右往左的文字还排不了'],
    ['سلام', '“س”是阿拉伯文一类从右往左的文字，还排不了'],
    ['नमस्ते', '“न”是南亚的文字，连写和叠写还排不了'],
  ])('says of %s that its writing cannot be set yet', (text, reason) => {
    expect(listMessages({ 品名: '苹果', 备注: text })).toEqual([
      expect.stringMatching(new RegExp(`第 1 个字${reason}，打印不出来，请换一个$`)),
    ]);
  });

  it('refuses a mark that makes no letter with what stands before it', () => {
    expect(listMessages({ 品名: '苹果', 备注: 'замо\u0301к' })).toEqual([
      '备注的第 5 个字“◌\u0301”和前面的字合不成一个字，打印不出来，请换一个',
    ]);
    expect(listMessages({ 品名: '苹果', 备注: 'Gyo\u030br' })).toEqual([]);
  });

  it('lets the letters of Europe, Vietnam and Korea through', () => {
    for (const text of [
      'Łódź Žižkov İstanbul Győr București',
      'Đường Điện Biên Phủ',
      '서울특별시',
      '₹ ₽ ₺',
    ])
      expect(listMessages({ 品名: '苹果', 备注: text }), text).toEqual([]);
  });

  it('takes anything in a code: no font draws it', () => {
    expect(listMessages({ 品名: '苹果', 网址: '😀' })).toEqual([]);
  });

  it('never reads inherited names', () => {
    const field = { name: 'constructor', label: '名', sample: '', required: true };
    expect(createLabelDataCheck({ ...template, fields: [field] })({})).toHaveLength(1);
  });
});

describe('the engine', () => {
  it('draws a label whose optional fields are missing as if they were blank', () => {
    const blank = getLayout(template, { 品名: '苹果', 备注: '', 网址: 'a' });
    const missing = getLayout(template, { 品名: '苹果', 网址: 'a' });
    expect(missing).toEqual(blank);
    expect(missing.warnings.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('refuses what the check refuses', () => {
    const listErrors = (data: Record<string, string>): string[] =>
      getLayout(template, { 网址: 'a', ...data })
        .warnings.filter(({ level }) => level === 'error')
        .map(({ message }) => message);
    expect(listErrors({})).toEqual(['请填写商品名']);
    expect(listErrors({ 品名: '好吃😀' })).toEqual([
      '商品名的第 3 个字“😀”字体里没有，打印不出来，请换一个',
      '商品名的第 3 个字“😀”字体里没有，打印不出来，请换一个',
    ]);
  });

  it('names the element when the character is in its own text', () => {
    const [warning] = getLayout(getTemplate([createTextElement('价格😀')])).warnings;
    expect(warning).toMatchObject({
      level: 'error',
      message: '文字“价格😀”里的“😀”字体里没有，打印不出来，请换一个',
    });
  });
});
