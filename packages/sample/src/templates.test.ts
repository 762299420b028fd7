import { readdirSync, readFileSync } from 'node:fs';
import { parseTemplate } from '@yunbiao/contract';
import { expect, it } from 'vitest';
import { sampleLabel } from './files.ts';
import { SAMPLE_SOFTWARES } from './softwares.ts';

const FIXTURES = new URL('../../../fixtures/labels/', import.meta.url);
const CATEGORIES = ['零售', '物流', '资产', '线缆', '食品', '服装', '珠宝', '医疗', '办公'];

const ours = SAMPLE_SOFTWARES.flatMap(({ templates }) => templates);

/** Those of no category, or of 测试, are drawn by tests of the engine only. */
const inCategories = readdirSync(FIXTURES)
  .filter((file) => file.endsWith('.json'))
  .filter((file) => {
    const { category = '测试' } = JSON.parse(readFileSync(new URL(file, FIXTURES), 'utf8')) as {
      category?: string;
    };
    return category !== '测试';
  })
  .map((file) => file.slice(0, -'.json'.length));

it('every template of our own belongs to one software', () => {
  expect(ours.toSorted()).toEqual(inCategories.toSorted());
  expect(ours.length).toBeGreaterThanOrEqual(32);
});

it('is in one of nine categories, each spelt once and none empty, under a name of its own', () => {
  const labels = ours.map(sampleLabel);
  expect(new Set(labels.map(({ category }) => category))).toEqual(new Set(CATEGORIES));
  expect(new Set(labels.map(({ name }) => name)).size).toBe(labels.length);
  for (const { template } of labels) expect(parseTemplate(template)).toEqual(template);
});
