import type { LabelData, LabelWarning } from '@yunbiao/label';
import { describe, expect, it } from 'vitest';
import { leftOutOf, leftOutQuestion, leftOutStop } from './left-out.ts';

const fields = [{ name: '品名', label: '品名', sample: '' }];
const wrong = (message: string): LabelWarning => ({
  elementId: 'code',
  code: 'code-too-wide',
  level: 'error',
  message,
});
const rows: LabelData[] = [{ 品名: '甲' }, { 品名: '乙' }, { 品名: '' }, { 品名: '丁' }];
const warned = (at: number[]) =>
  new Map(at.map((row) => [rows[row] ?? {}, [wrong('条码放不下')]] as const));

describe('rows that cannot be drawn', () => {
  it('are told with their reason; an empty row is no label', () =>
    expect(leftOutOf(rows, fields, warned([1, 2]))).toEqual([{ row: 1, reason: '条码放不下' }]));
  it('are not those with a reminder only', () => {
    const reminded = new Map([
      [rows[0] ?? {}, [{ ...wrong('缩小了'), level: 'warning' as const }]],
    ]);
    expect(leftOutOf(rows, fields, reminded)).toEqual([]);
  });
  it('are named in the question, which counts what is printed', () =>
    expect(leftOutQuestion(leftOutOf(rows, fields, warned([1, 3])), 28)).toEqual({
      message: '第 2、4 行画不出来，不会印。打印其余的 28 张？',
      detail: '第 2 行：条码放不下；第 4 行：条码放不下。没印的留在表里，改好再打。',
    }));
  it('are a number beyond the first five', () => {
    const many = Array.from({ length: 1200 }, (_, row) => ({ row, reason: '条码放不下' }));
    expect(leftOutQuestion(many, 3).message).toBe(
      '第 1、2、3、4、5 行等 1,200 行画不出来，不会印。打印其余的 3 张？',
    );
  });
  it('stop the printing only where nothing is left to print', () => {
    const leftOut = leftOutOf(rows, fields, warned([1, 3]));
    expect(leftOutStop(leftOut, 1, true)).toBe('');
    expect(leftOutStop([], 0, true)).toBe('');
    expect(leftOutStop(leftOut, 0, true)).toBe('2 行都画不出来，一张也不会印');
    expect(leftOutStop(leftOut.slice(0, 1), 0, false)).toBe('画不出来，一张也不会印：条码放不下');
  });
});
