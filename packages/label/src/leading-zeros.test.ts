import { expect, it } from 'vitest';
import { findLostLeadingZeros, restoreLeadingZero } from './leading-zeros.ts';
import type { Template } from './template.ts';

const createField = (name: string, formula?: string) => ({
  name,
  label: name,
  sample: '',
  ...(formula === undefined ? {} : { formula }),
});
const createCode = (id: string, content: string, type = 'ean13') => ({
  type,
  id,
  content,
  xMm: 0,
  yMm: 0,
  widthMm: 40,
  heightMm: 15,
  rotation: 0,
});
const template = {
  fields: [createField('条码'), createField('货号'), createField('算出', '条码')],
  elements: [
    createCode('a', '{{条码}}'),
    createCode('b', '69{{货号}}'),
    createCode('c', '{{算出}}'),
  ],
} as unknown as Template;

it('finds the rows whose twelve digits are a UPC-A as well', () => {
  const rows = [
    '0614141999996',
    '614141999996',
    ' 614141999996\u200b',
    '614141999997',
    '6901234567892',
    '',
  ].map((text) => ({ 条码: text, 货号: '614141999996' }));
  expect(findLostLeadingZeros(template, rows)).toEqual([
    { field: template.fields[0], rows: [1, 2], example: '614141999996' },
  ]);
});

it('puts the zero in front of the digits', () => {
  expect(restoreLeadingZero(' 614141999996\u200b')).toBe('0614141999996');
});

it('asks about nothing but what is typed and stands alone in an EAN-13', () => {
  const rows = [{ 货号: '614141999996', 算出: '614141999996' }];
  expect(findLostLeadingZeros(template, rows)).toEqual([]);
  const both = {
    ...template,
    elements: [...template.elements, createCode('d', '{{条码}}', 'upca')],
  };
  expect(findLostLeadingZeros(both as unknown as Template, [{ 条码: '614141999996' }])).toEqual([]);
  const upc = {
    ...template,
    elements: [createCode('a', '{{条码}}', 'upca')],
  } as unknown as Template;
  expect(findLostLeadingZeros(upc, [{ 条码: '614141999996' }])).toEqual([]);
});
