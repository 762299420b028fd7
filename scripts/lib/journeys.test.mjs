import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mayRunJourney, listJourneys, listTestPaths } from './journeys.mjs';

const root = join(import.meta.dirname, '../..');
const journeys = ['e2e/journey.test.ts', 'e2e/visitor.test.ts'];
const mayRun = (line) => mayRunJourney(root, line.split(' ').filter(Boolean), journeys);

describe('the site is built for the tests', () => {
  it.each([
    '',
    'e2e',
    'e2e/journey',
    './e2e/journey.test.ts:40',
    join(root, 'e2e/visitor.test.ts'),
    'packages/label visitor',
    '-t name',
    '--bail 1',
    '-t name e2e/journey',
    '--coverage e2e/journey packages/label',
  ])('by "%s"', (line) => expect(mayRun(line)).toBe(true));

  it.each([
    'packages/label',
    'packages/services/src/money/vip.test.ts',
    './apps/server/',
    '-t name packages/label',
    '--project unit packages/label apps',
    'e2e/printers',
  ])('but not by "%s"', (line) => expect(mayRun(line)).toBe(false));

  it('when there are any, and those of the printers need none', () => {
    expect(mayRunJourney(root, [], [])).toBe(false);
    const found = listJourneys(root);
    expect(found).toContain('e2e/journey.test.ts');
    expect(found.filter((path) => path.includes('printers'))).toEqual([]);
  });
});

it('paths are told from options and their values', () => {
  expect(listTestPaths(['a.test.ts', '-t', 'name', '--bail=1', 'b'])).toEqual(['a.test.ts']);
  expect(listTestPaths(['-t', 'name', 'packages/label'])).toEqual(['packages/label']);
});
