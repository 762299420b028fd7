import type { LabelWarning, SerialRule, Template, TextElement } from '@yunbiao/label';
import { describe, expect, it } from 'vitest';
import { isWarningAboutField } from '../../../kit/data/warning-field.ts';
import {
  previewSerialNumbers,
  createDistinctNumbersOfRows,
} from '../../../kit/data/serial-preview.ts';
import { describeComputedFields } from './computed-fields.ts';
import { listFieldSamples } from '../../../kit/label/samples.ts';
import { toRowsToSend } from '../attempts.ts';
import { formatLocalMinute } from '../../../kit/label/use-clock.ts';

const createContent = (perCopy: boolean): Template => ({
  version: 1,
  widthMm: 50,
  heightMm: 30,
  fields: [
    { name: '品名', label: '品名', sample: '苹果' },
    { name: '合计', label: '合计（元）', sample: '3', formula: '小数(1)' },
    {
      name: '号',
      label: '流水号',
      sample: '0001',
      serial: {
        start: 1,
        step: 2,
        width: 4,
        digits: 'hex',
        reset: 'never',
        perCopy,
      },
    },
  ],
  elements: [],
});
const text: TextElement = {
  type: 'text',
  id: 't',
  xMm: 0,
  yMm: 0,
  widthMm: 20,
  heightMm: 5,
  rotation: 0,
  content: '',
  sizeMm: 3,
  weight: 400,
  align: 'left',
  fit: 'shrink',
};
const createItem = (perCopy: boolean) => ({
  content: createContent(perCopy),
  serials: [{ field: '号', next: 9 }],
});

describe('the numbers in the preview', () => {
  it('are those a row would have now', () => {
    expect(previewSerialNumbers(createItem(false), { row: 0, copies: 3 })).toEqual({ 号: '0009' });
    expect(previewSerialNumbers(createItem(false), { row: 3, copies: 3 })).toEqual({ 号: '000F' });
    expect(previewSerialNumbers(createItem(true), { row: 1, copies: 3 })).toEqual({ 号: '000F' });
  });

  it('are of every shape there is, each once, whichever row has it', () => {
    const listShapes = (next: number, rows: number, copies: number, rule: object) => {
      const [, , countedField] = createContent(true).fields;
      const fields = countedField?.serial
        ? [{ ...countedField, serial: { ...countedField.serial, step: 1, ...rule } }]
        : [];
      const of = createDistinctNumbersOfRows(
        { content: { fields }, serials: [{ field: '号', next }] },
        copies,
      );
      return Array.from({ length: rows }, (_, row) => of(row).map(({ 号 = '' }) => 号));
    };
    // The number gets one digit longer from 9 to 10 and from 99 to 100.
    const bare = { width: 0, digits: 'decimal', perCopy: false };
    expect(listShapes(8, 4, 5, bare)).toEqual([['8'], ['8'], ['10'], ['10']]);
    expect(listShapes(98, 2, 2, { ...bare, perCopy: true })).toEqual([['98'], ['100']]);
    expect(listShapes(98, 1, 3, { ...bare, perCopy: true })).toEqual([['98', '100']]);
    // Letters among digits make a code larger.
    expect(listShapes(8, 4, 1, { perCopy: false })).toEqual([
      ['0008'],
      ['0008'],
      ['000A'],
      ['000A'],
    ]);
    expect(createDistinctNumbersOfRows({ content: { fields: [] }, serials: [] }, 9)(4)).toEqual([
      {},
    ]);
  });

  it('are worked out for no more labels than a batch may have', () => {
    let asked = 0;
    const rule: SerialRule = {
      start: 1,
      step: 1,
      width: 4,
      digits: 'decimal',
      reset: 'never',
      perCopy: true,
    };
    const field: Template['fields'][number] & { serial: SerialRule } = {
      name: '号',
      label: '号',
      sample: '1',
      get serial() {
        asked += 1;
        return rule;
      },
    };
    const of = createDistinctNumbersOfRows(
      { content: { fields: [field] }, serials: [{ field: '号', next: 1 }] },
      1000,
    );
    for (let row = 0; row < 10; row += 1) of(row);
    const before = asked;
    for (let row = 10; row < 10_000; row += 1) expect(of(row)).toEqual([{ 号: '0001' }]);
    expect(asked).toBe(before);
  });

  it('are said to be given at submission', () => {
    expect(describeComputedFields(createContent(false), { 号: '0009' })).toBe(
      '合计（元）是算出来的，不用填；流水号现在轮到 0009，提交时才给，别处先提交就往后排',
    );
    expect(describeComputedFields({ ...createContent(false), fields: [] }, {})).toBe('');
  });
});

it('what is worked out is neither asked for nor sent', () => {
  const template = createContent(false);
  expect(listFieldSamples(template)).toEqual({ 品名: '苹果' });
  expect(toRowsToSend(template, [{ 品名: '梨', 号: '9' }, { 品名: '' }])).toEqual([{ 品名: '梨' }]);
  const [, ...computed] = template.fields;
  expect(toRowsToSend({ ...template, fields: computed }, [{}])).toEqual([{ 序号: '1' }]);
});

it('the clock is that of the machine, to the minute', () =>
  expect(formatLocalMinute(new Date(2026, 0, 5, 9, 3, 59))).toBe('2026-01-05T09:03:00'));

it('a formula that does not do is shown at the field whose content it is', () => {
  const warning = {
    elementId: 't',
    code: 'formula',
    level: 'error',
    message: '文字“品名、合计”，合计：单价的内容“面议”不是数字',
  } as const;
  const elements = [{ ...text, id: 't', content: '{{品名}} {{合计}}' }];
  const isAbout = (name: string, about: LabelWarning = warning): boolean =>
    isWarningAboutField(about, { name, label: name }, { elements });
  expect(isAbout('单价')).toBe(true);
  expect(isAbout('品名')).toBe(false);
  const shrunk = { ...warning, code: 'text-shrunk', message: '文字“品名”太长，已缩小' } as const;
  expect(isAbout('品名', shrunk)).toBe(true);
});

it('a warning about a fixed text is not shown at a column of the same name', () => {
  const warning = {
    elementId: 'fixed',
    code: 'text-shrunk',
    level: 'warning',
    message: '文字“碳水化合物”太长，已缩小',
  } as const;
  const elements = [
    { ...text, id: 'fixed', content: '碳水化合物' },
    { ...text, id: 'value', content: '{{左(碳水化合物, 4)}}' },
  ];
  const field = { name: '碳水化合物', label: '碳水化合物' };
  expect(isWarningAboutField(warning, field, { elements })).toBe(false);
  expect(isWarningAboutField({ ...warning, elementId: 'value' }, field, { elements })).toBe(true);
  expect(
    isWarningAboutField(
      { ...warning, elementId: 'value' },
      { name: '碳水', label: '碳水' },
      { elements },
    ),
  ).toBe(false);
});
