import { expect, it } from 'vitest';
import { summarizePrinters } from './printer-summary.ts';

const createBrand = (name: string, count: number) => ({
  name,
  title: name.toUpperCase(),
  latin: name,
  also: [],
  models: Array.from({ length: count }, (_, at) => ({
    name: `${name}-${at}`,
    title: `M${at}`,
    use: 'language' as const,
    reports: 0,
  })),
});

it('counts all printer models and carries only those that are shown', () => {
  const brands = ['a', 'b', 'c', 'd', 'e'].map((name) => createBrand(name, 40));
  const summary = summarizePrinters(brands);
  expect([summary.brandCount, summary.modelCount]).toEqual([5, 200]);
  expect(summary.brands.map(({ title }) => title)).toEqual(['A', 'B', 'C', 'D']);
  expect(summary.brands[0]?.models.split('、')).toHaveLength(12);
  expect(JSON.stringify(summary).length).toBeLessThan(JSON.stringify(brands).length / 10);
});
