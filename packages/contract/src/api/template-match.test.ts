import { expect, it } from 'vitest';
import {
  isTemplateOfWidth,
  type SearchableTemplate,
  createTemplateMatcher,
} from './template-match.ts';

const TAG: SearchableTemplate = {
  name: '商品 价签 A',
  category: '零售',
  widthMm: 60,
  heightMm: 40,
};
const FLAG: SearchableTemplate = {
  name: '线缆 30',
  category: '线缆',
  widthMm: 25.4,
  heightMm: 38.1,
};

it.each([
  '',
  '价签',
  '商品价签',
  'ａ',
  '零售',
  '60×40',
  '60x40mm',
  '60＊40',
  '60',
  '40mm',
  '59.95',
])('finds a price tag of 60 × 40 mm by %j', (query) =>
  expect(createTemplateMatcher(query)(TAG)).toBe(true),
);

it.each(['线', '40×60', '60×4', '6', '59.9', '60×40×2', '(', '60×'])(
  'does not find it by %j',
  (query) => expect(createTemplateMatcher(query)(TAG)).toBe(false),
);

it('finds sides with decimals, and a figure in a name', () => {
  expect(createTemplateMatcher('25.4×38.1')(FLAG)).toBe(true);
  expect(createTemplateMatcher('25.4')(FLAG)).toBe(true);
  expect(createTemplateMatcher('30')(FLAG)).toBe(true);
});

it('puts every width into one group', () => {
  const groups = ['to40', 'to60', 'to80', 'over80'] as const;
  for (const widthMm of [1, 40, 40.1, 60, 60.01, 80, 80.1, 200])
    expect(groups.filter((group) => isTemplateOfWidth({ ...TAG, widthMm }, group))).toHaveLength(1);
  expect(isTemplateOfWidth(TAG, null)).toBe(true);
});
