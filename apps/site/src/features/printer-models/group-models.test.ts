import { expect, it } from 'vitest';
import { filterBrands, groupModels } from './group-models.ts';
import type { ListedBrand, Model } from './load-printer-models.ts';

const createModel = (title: string, more: Partial<Model> = {}): Model => ({
  name: title.toLowerCase(),
  title,
  use: 'language',
  reports: 0,
  languages: ['ZPL'],
  dpi: [203],
  widthMm: null,
  heat: [],
  connections: [],
  language: 'zpl',
  evidence: ['consumed'],
  advice: [],
  source: { title: 's', url: 'https://example.com/' },
  ...more,
});

it('puts models together that share all but their names and reports', () => {
  const groups = groupModels([
    createModel('A', { reports: 3 }),
    createModel('B', { dpi: [300] }),
    createModel('C'),
  ]);
  expect(groups.map(({ models }) => models.map(({ title }) => title))).toEqual([['A', 'C'], ['B']]);
});

const BRANDS: ListedBrand[] = [
  {
    name: 'zebra',
    title: '斑马',
    latin: 'Zebra',
    also: [],
    models: [createModel('ZD421'), createModel('GK420d')],
  },
  {
    name: 'niimbot',
    title: '精臣',
    latin: 'NIIMBOT',
    also: [],
    models: [createModel('B21', { use: 'no' })],
  },
];

const findTitles = (q: string, isUsable = false): string[] =>
  filterBrands(BRANDS, { q, isUsable }).flatMap(({ models }) => models.map(({ title }) => title));

it('finds models by name, and all of a brand by the brand', () => {
  expect(findTitles('')).toEqual(['ZD421', 'GK420d', 'B21']);
  expect(findTitles('zd-421')).toEqual(['ZD421']);
  expect(findTitles('斑马')).toEqual(['ZD421', 'GK420d']);
  expect(findTitles('zebra gk420D')).toEqual(['GK420d']);
  expect(findTitles('没有这种')).toEqual([]);
});

it('leaves out what cannot be used', () => {
  expect(findTitles('', true)).toEqual(['ZD421', 'GK420d']);
  expect(findTitles('精臣', true)).toEqual([]);
});
