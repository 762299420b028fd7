import type { LabelData, LabelWarning, Template } from '@yunbiao/label';
import { describe, expect, it } from 'vitest';
import {
  findFirstWarning,
  listSkippedRows,
  buildSkippedQuestion,
  explainNothingPrintable,
} from './skipped-rows.ts';
import { createRowNamesForMessages } from '../../../kit/data/sheet-rows.ts';
import type { RowWarnings } from '../../../kit/data/row-warnings.ts';
import type { RowTrouble } from './data-errors.ts';

const field = { name: '品名', label: '品名', sample: '' };
const template: Template = {
  version: 1,
  widthMm: 60,
  heightMm: 40,
  elements: [],
  fields: [field],
};
const createErrorWarning = (message: string): LabelWarning => ({
  elementId: 'code',
  code: 'code-too-wide',
  level: 'error',
  message,
});
const NAMES = createRowNamesForMessages([]);
const rows: LabelData[] = [{ 品名: '甲' }, { 品名: '乙' }, { 品名: '' }, { 品名: '丁' }];
const createWarnings = (at: number[]): RowWarnings =>
  new Map(at.map((row) => [rows[row] ?? {}, [createErrorWarning('条码放不下')]] as const));

const leftOutWith = (warnings: RowWarnings, troubles: readonly RowTrouble[] = []) =>
  listSkippedRows({ template, rows, many: true, troubles, warnings });

describe('rows that cannot be printed', () => {
  it('are told with their reason; an empty row is no label', () =>
    expect(leftOutWith(createWarnings([1, 2]))).toEqual([{ row: 1, reason: '条码放不下' }]));
  it('are those with a value the server refuses, the reason at the field first', () => {
    const blank = { field, code: 'field-required' as const, message: '请填写品名', row: 1 };
    expect(leftOutWith(createWarnings([1, 3]), [blank])).toEqual([
      { row: 1, reason: '请填写品名' },
      { row: 3, reason: '条码放不下' },
    ]);
  });
  it('are not those with a text to shorten: nothing is printed before it is', () => {
    const long = { field, code: 'field-too-long' as const, message: '太长', row: 1 };
    expect(leftOutWith(createWarnings([]), [long])).toEqual([]);
  });
  it('are not those with a reminder only', () => {
    const reminded = new Map([
      [rows[0] ?? {}, [{ ...createErrorWarning('缩小了'), level: 'warning' as const }]],
    ]);
    expect(leftOutWith(reminded)).toEqual([]);
  });
  it('are named in the question, which counts what is printed', () =>
    expect(buildSkippedQuestion(leftOutWith(createWarnings([1, 3])), 28, NAMES)).toEqual({
      message: '第 2、4 行打印不了，会跳过。打印其余的 28 张？',
      detail:
        '第 2 行：条码放不下；第 4 行：条码放不下。打印了的从表里删除，没打印的留着，改好再打印。',
    }));
  it('are a number beyond the first five', () => {
    const many = Array.from({ length: 1200 }, (_, row) => ({ row, reason: '条码放不下' }));
    expect(buildSkippedQuestion(many, 3, NAMES).message).toBe(
      '第 1、2、3、4、5 行等 1,200 行打印不了，会跳过。打印其余的 3 张？',
    );
  });
  it('are what is said first under the table, each kind counted by itself', () => {
    const long = { ...createErrorWarning('缩小了'), level: 'warning' as const };
    const createMixedWarnings = (broken: number[], warned_: number[]): RowWarnings =>
      new Map([
        ...createWarnings(broken),
        ...warned_.map((at) => [rows[at] ?? {}, [long]] as const),
      ]);
    expect(findFirstWarning(rows, createMixedWarnings([1, 3], [0]))).toEqual({
      row: 1,
      isBroken: true,
      message: '条码放不下（另有 1 行也打印不了）',
    });
    expect(findFirstWarning(rows, createMixedWarnings([], [0, 3]))).toEqual({
      row: 0,
      isBroken: false,
      message: '缩小了（另有 1 行有提醒）',
    });
    expect(findFirstWarning(rows, createMixedWarnings([3], [0]))?.message).toBe('条码放不下');
    expect(findFirstWarning(rows, new Map())).toBeUndefined();
  });
  it('stop the printing only where nothing is left to print', () => {
    const leftOut = leftOutWith(createWarnings([1, 3]));
    expect(explainNothingPrintable(leftOut, 1, NAMES)).toBe('');
    expect(explainNothingPrintable([], 0, NAMES)).toBe('');
    expect(explainNothingPrintable(leftOut, 0, NAMES)).toBe('2 行都打印不了');
    expect(explainNothingPrintable(leftOut.slice(0, 1), 0, null)).toBe('打印不了：条码放不下');
  });
});
