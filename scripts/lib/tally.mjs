/** @typedef {{ name: string, state: string, note?: string, errors: number }} TestLine */

/**
 * Counts test results. A file that could not be loaded and an error outside of a test each count as a failure, so that
 * a broken run never ends with "0 failed".
 * @param {{ tests: TestLine[], brokenFiles: string[], strayErrors: string[] }} results
 */
export const countResults = ({ tests, brokenFiles, strayErrors }) => ({
  passed: tests.filter((test) => test.state === 'passed').length,
  failed:
    tests.filter((test) => test.state === 'failed' || test.state === 'pending').length +
    brokenFiles.length +
    strayErrors.length,
  skipped: tests.filter((test) => test.state === 'skipped').length,
});

/** Groups skipped tests by their reason, as in `PostgreSQL：未运行（12）`. */
export const groupSkipReasons = (tests) => {
  const groups = new Map();
  for (const test of tests) {
    if (test.state !== 'skipped') continue;
    const reason = test.note ?? `没有说明原因：${test.name}`;
    groups.set(reason, (groups.get(reason) ?? 0) + 1);
  }
  return [...groups].map(([reason, count]) => ({ reason, count }));
};

/** Sentence that explains why no test ran. `paths`: requested paths. */
export const explainNoTests = (paths, tests) =>
  tests.length === 0 && paths.length > 0
    ? `没有运行任何测试：没有测试文件的路径里有 ${paths.map((path) => `“${path}”`).join('、')}。`
    : '没有运行任何测试。';

/** Last line of a test run. */
export const formatClosingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/**
 * Exit code: 0 only when a test ran and none failed. With `strict`, for machines with all tools, skipped tests fail,
 * too.
 */
export const getExitCode = ({ passed, failed, skipped }, { strict }) =>
  failed > 0 || passed === 0 || (strict && skipped > 0) ? 1 : 0;
