import type { Template } from '@yunbiao/label';
import { expect, it } from 'vitest';
import type { SampleTemplate } from '../../template.ts';
import { listExcelRows } from './excel-rows.ts';

const withFields = (
  fields: Template['fields'],
  more: number,
): Parameters<typeof listExcelRows>[0] => ({
  content: { version: 1, widthMm: 50, heightMm: 30, fields, elements: [] },
  moreDrawings: Array.from({ length: more }, () => ({}) as SampleTemplate['moreDrawings'][number]),
});
const place = {
  name: '货位',
  label: '货位号',
  sample: 'A-01',
  moreSamples: ['A-02', '', 'A-04', 'A-05', 'A-06'],
};

it('has a column for each field that people type, under its label', () => {
  const { heads, rows } = listExcelRows(
    withFields([place, { name: '日期', label: '日期', sample: '', formula: 'TODAY()' }], 2),
  ) ?? { heads: [], rows: [] };
  expect(heads).toEqual(['货位号']);
  expect(rows).toEqual([['A-01'], ['A-02'], ['']]);
});

it('has a row for each drawn label, at most five, and repeats a field with one sample', () => {
  const table = listExcelRows(withFields([place, { name: '库', label: '库', sample: '甲' }], 9));
  expect(table?.rows).toEqual([
    ['A-01', '甲'],
    ['A-02', '甲'],
    ['', '甲'],
    ['A-04', '甲'],
    ['A-05', '甲'],
  ]);
});

it('has at most four columns', () => {
  const fields = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ ...place, name, label: name }));
  expect(listExcelRows(withFields(fields, 4))?.heads).toEqual(['a', 'b', 'c', 'd']);
});

it('is not there for a template without fields or with fewer than three labels', () => {
  expect(listExcelRows(withFields([], 4))).toBeNull();
  expect(listExcelRows(withFields([place], 1))).toBeNull();
});
