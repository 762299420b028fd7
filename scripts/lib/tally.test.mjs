import { describe, expect, it } from 'vitest';
import {
  formatClosingLine,
  explainNoTests,
  getExitCode,
  groupSkipReasons,
  countResults,
} from './tally.mjs';

const createResults = (over = {}) => ({
  tests: [
    { name: 'a', state: 'passed' },
    { name: 'b', state: 'skipped', note: 'PostgreSQL：未运行' },
    { name: 'c', state: 'skipped', note: 'PostgreSQL：未运行' },
  ],
  brokenFiles: [],
  strayErrors: [],
  ...over,
});

describe('the closing line', () => {
  it('counts what really happened', () => {
    expect(formatClosingLine(countResults(createResults()))).toBe('1 passed, 0 failed, 2 skipped');
  });

  it('counts a file that did not load, and an error outside any test, as failures', () => {
    expect(
      countResults(createResults({ brokenFiles: ['x.test.ts'], strayErrors: ['boom'] })).failed,
    ).toBe(2);
  });

  it('groups skipped tests by their reason', () => {
    expect(groupSkipReasons(createResults().tests)).toEqual([
      { reason: 'PostgreSQL：未运行', count: 2 },
    ]);
  });
});

it('names the path that no test file has', () => {
  expect(explainNoTests(['packages/nosuch'], [])).toBe(
    '没有运行任何测试：没有测试文件的路径里有 “packages/nosuch”。',
  );
  expect(explainNoTests([], [])).toBe('没有运行任何测试。');
  expect(explainNoTests(['packages/label'], createResults().tests)).toBe('没有运行任何测试。');
});

describe('the exit code of npm test', () => {
  it.each([
    [{ passed: 3, failed: 0, skipped: 1 }, { strict: false }, 0],
    [{ passed: 3, failed: 0, skipped: 1 }, { strict: true }, 1],
    [{ passed: 3, failed: 1, skipped: 0 }, { strict: false }, 1],
    [{ passed: 0, failed: 0, skipped: 0 }, { strict: false }, 1],
    [{ passed: 0, failed: 0, skipped: 9 }, { strict: false }, 1],
  ])('for %o with %o is %i', (counts, options, code) => {
    expect(getExitCode(counts, options)).toBe(code);
  });
});
