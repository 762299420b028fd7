import { expect, it } from 'vitest';
import { generateMigrationsSource } from './migrations-source.mjs';

it('lists numbered files by number, with the gaps between them, and nothing else of the folder', () => {
  const source = generateMigrationsSource([
    '0003-search.ts',
    '0001-initial.ts',
    'columns.ts',
    'index.gen.ts',
    '0003-search.test.ts',
  ]);
  expect(source).toContain("import * as m0003 from './0003-search.ts';");
  expect(Array.from(source.matchAll(/^ {2}'(.+)': (.+),$/gm), ([, ...pair]) => pair)).toEqual([
    ['0001-initial', 'm0001'],
    ['0003-search', 'm0003'],
  ]);
});

it('refuses two of one number', () => {
  expect(() => generateMigrationsSource(['0001-a.ts', '0001-b.ts'])).toThrow(
    '0001-a.ts and 0001-b.ts are both migration 0001',
  );
});
