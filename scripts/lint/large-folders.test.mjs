import { expect, it } from 'vitest';
import { findLargeFolders } from './large-folders.mjs';

const list = (count, toPath) => Array.from({ length: count }, (_, i) => toPath(i));

it('counts production files alone', () => {
  const files = list(25, (i) => `packages/a/src/f${i}.ts`);
  const others = list(30, (i) => `packages/a/src/f${i}.test.ts`);
  expect(findLargeFolders([...files, ...others])).toEqual([]);
  expect(findLargeFolders([...files, 'packages/a/src/g.ts'])).toEqual([
    'packages/a/src has 26 files: at most 25, by subject',
  ]);
  expect(findLargeFolders(list(40, (i) => `packages/a/src/migrations/${i}.ts`))).toEqual([]);
});
