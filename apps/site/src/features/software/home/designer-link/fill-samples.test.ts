import type { Template } from '@yunbiao/label';
import { expect, it } from 'vitest';
import { setFieldSamples } from './fill-samples.ts';

const TEMPLATE: Template = {
  version: 1,
  widthMm: 50,
  heightMm: 30,
  fields: [
    { name: '货位', label: '货位号', sample: 'A-03-09', moreSamples: ['A-03-10'], maxLength: 12 },
    { name: '库区', label: '库区', sample: '原料仓' },
  ],
  elements: [],
};

it('shows what was typed as the sample of its field, blank text too', () => {
  const { fields } = setFieldSamples(TEMPLATE, { 货位: 'B-12-08', 库区: '' });
  expect(fields.map(({ sample }) => sample)).toEqual(['B-12-08', '']);
});

it('changes nothing else, not the template it was given either', () => {
  const filled = setFieldSamples(TEMPLATE, { 货位: 'B-12-08', 别的: 'x' });
  expect(filled.fields[0]).toEqual({ ...TEMPLATE.fields[0], sample: 'B-12-08' });
  expect(filled).toEqual({ ...TEMPLATE, fields: filled.fields });
  expect(TEMPLATE.fields[0]?.sample).toBe('A-03-09');
  expect(setFieldSamples(TEMPLATE, {})).toEqual(TEMPLATE);
});
