import type { Template } from '@yunbiao/label';
import { describe, expect, it } from 'vitest';
import {
  createRowNamesForMessages,
  copyRowWithSheetRowNumber,
} from '../../../kit/data/sheet-rows.ts';
import { summarizeRows, explainTooLongValues, listRowErrors } from './data-errors.ts';

const template: Template = {
  version: 1,
  widthMm: 60,
  heightMm: 40,
  elements: [],
  fields: [
    { name: 'title', label: '品名', sample: '', maxLength: 24, required: true },
    { name: 'origin', label: '产地', sample: '' },
    { name: 'code', label: '货号', sample: '', maxLength: 14 },
  ],
};
const good = { title: '野莓果酱', origin: '长'.repeat(99), code: '0690' };
const bad = { title: '莓'.repeat(28), origin: '', code: 'AKS20260518000000001' };
const NONE = new Map();
const names = createRowNamesForMessages([good, bad, good]);
const listTroubles = (rows: Record<string, string>[], many = true) =>
  listRowErrors({ template, rows, many, found: NONE });

describe('values the server refuses', () => {
  const errors = listTroubles([good, { ...bad, code: bad.code.slice(0, 19) }, good]);
  it('are all named, with row and field', () =>
    expect(errors.map(({ row, field, message }) => [row, field.label, message])).toEqual([
      [1, '品名', '品名最多 24 个字，现在有 28 个'],
      [1, '货号', '货号最多 14 个字，现在有 19 个'],
    ]));
  it('keep from printing where they are too long, with the reason', () => {
    expect(explainTooLongValues(errors, names)).toBe('有 2 处太长，改短才能打印');
    expect(explainTooLongValues(errors.slice(0, 1), names)).toBe('第 2 行品名太长，改短才能打印');
    const ofSheet = createRowNamesForMessages([good, copyRowWithSheetRowNumber(bad, 17), good]);
    expect(explainTooLongValues(errors.slice(0, 1), ofSheet)).toBe(
      '表格第 17 行品名太长，改短才能打印',
    );
    expect(explainTooLongValues(errors.slice(0, 1), null)).toBe('品名太长，改短才能打印');
    expect(explainTooLongValues([], names)).toBe('');
  });
  it('are counted in characters, as the server does', () =>
    expect(listTroubles([{ title: '🍎'.repeat(24), code: '' }])).toEqual([]));
  it('are blank required ones; optional ones may be blank', () => {
    expect(listTroubles([good, { ...good, title: ' ' }, { title: '果酱' }])).toMatchObject([
      { row: 1, message: '请填写品名' },
    ]);
    expect(explainTooLongValues(listTroubles([{ ...good, title: '' }]), names)).toBe('');
  });
  it('are none in a row without anything, but in the only label', () => {
    const empty = { title: '', origin: '', code: '' };
    expect(listTroubles([empty])).toEqual([]);
    expect(listTroubles([empty], false)).toMatchObject([{ message: '请填写品名' }]);
  });
  it('are those the engine found, where it has looked with its fonts', () => {
    const [field = { name: '', label: '', sample: '' }] = template.fields;
    const found = { field, code: 'missing-glyph' as const, message: '字体里没有' };
    const rows = [good, { ...good }];
    expect(
      listRowErrors({ template, rows, many: true, found: new Map([[rows[1] ?? good, [found]]]) }),
    ).toEqual([{ ...found, row: 1 }]);
  });
});

describe('pasted rows in a few words', () => {
  it('tell what must be changed from what is worth a look', () => {
    expect(summarizeRows({ rows: 3, wrong: 1, broken: 0, warned: 1, isChecking: false })).toBe(
      '3 行，1 行要改，1 行有提醒',
    );
    expect(summarizeRows({ rows: 3, wrong: 1, broken: 0, warned: 0, isChecking: true })).toBe(
      '3 行，1 行要改，正在检查',
    );
    expect(summarizeRows({ rows: 30, wrong: 0, broken: 2, warned: 1, isChecking: false })).toBe(
      '30 行，2 行打印不了，1 行有提醒',
    );
    expect(summarizeRows({ rows: 0, wrong: 0, broken: 0, warned: 0, isChecking: false })).toBe('');
  });
});
