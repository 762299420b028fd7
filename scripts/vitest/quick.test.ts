import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { QUICK_JOURNEYS } from './quick.ts';

const ROOT = join(import.meta.dirname, '../..');

it('names journeys that are there: another path is left out without a word', () => {
  expect(QUICK_JOURNEYS.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
