import type { LabelData, Template } from '@yunbiao/label';
import { describe, expect, it } from 'vitest';
import { createRowNamesForMessages } from '../../../kit/data/sheet-rows.ts';
import { buildDoubtfulQuestion, findDoubtfulValues } from './doubtful-values.ts';

const BOX = { xMm: 0, yMm: 0, widthMm: 30, heightMm: 10, rotation: 0 } as const;
const TEXT = { sizeMm: 3, weight: 400, align: 'left', fit: 'shrink' } as const;
const createTemplate = (code: string): Template => ({
  version: 1,
  widthMm: 50,
  heightMm: 30,
  fields: ['品名', '货号', '价格'].map((name) => ({ name, label: name, sample: '' })),
  elements: [
    { ...BOX, ...TEXT, id: 't', type: 'text', content: '{{品名}} {{价格}}' },
    { ...BOX, id: 'c', type: 'code128', content: code, showText: true, textSizeMm: 2 },
  ],
});
const ROWS: LabelData[] = [
  { 品名: '苹果', 货号: '69012', 价格: '' },
  { 品名: '黄桃', 货号: ' ', 价格: '9.9' },
  { 品名: '', 货号: '', 价格: '' },
  { 品名: '雪梨', 货号: '6.90123456789012E+17', 价格: '' },
];
const find = (code: string, isPublic: boolean, leftOut: { row: number; reason: string }[] = []) =>
  findDoubtfulValues({ template: createTemplate(code), isPublic, rows: ROWS, leftOut }).map(
    ({ field, blank, rounded }) => [field.name, blank, rounded],
  );

describe('values that are asked about before printing', () => {
  it('are blanks in codes, blank prices of public templates, and rounded numbers', () => {
    expect(find('{{货号}}', true)).toEqual([
      ['货号', [1], [3]],
      ['价格', [0, 3], []],
    ]);
    expect(find('{{货号}}', false)).toEqual([['货号', [1], [3]]]);
  });

  it('are not those of rows that are skipped, nor of a code with a formula', () => {
    expect(find('{{货号}}', false, [{ row: 1, reason: '' }])).toEqual([['货号', [], [3]]]);
    expect(find('{{IF(货号="", "", 货号)}}', false)).toEqual([['货号', [], [3]]]);
    // Beside a formula a blank column is blank all the same.
    expect(find('{{IF(价格="", "", 价格)}}{{货号}}', false)).toEqual([['货号', [1], [3]]]);
  });

  it.each([
    ['690123456789012000', true],
    ['6.9E+17', true],
    ['1E10', false],
    ['2e5', false],
    ['6901234567890000', false],
    ['690123456789012345', false],
  ])('take %s for rounded: %s', (value, isRounded) => {
    const rows = [{ 品名: 'a', 货号: value, 价格: '1' }];
    const template = createTemplate('{{货号}}');
    const found = findDoubtfulValues({ template, isPublic: true, rows, leftOut: [] });
    expect(found.length > 0).toBe(isRounded);
  });

  it('are named with their rows, and with what to do', () => {
    const template = createTemplate('{{货号}}');
    const found = findDoubtfulValues({ template, isPublic: true, rows: ROWS, leftOut: [] });
    expect(buildDoubtfulQuestion(found, createRowNamesForMessages([]))).toEqual({
      message: '1 行没有货号，1 行的货号可能被表格改短了，2 行没有价格，照常打印？',
      detail:
        '没有货号：第 2 行；货号可能被表格改短了：第 4 行；没有价格：第 1、4 行；长数字在 Excel 里先把格子设成“文本”，再填一遍',
    });
  });
});
