/** @typedef {{ name: string, state: string, note?: string, errors: number }} TestLine */

/**
 * Counts real results. A file that could not be loaded and an error outside any test each count as
 * a failure, so that nothing broken ends as "0 failed".
 * @param {{ tests: TestLine[], brokenFiles: string[], strayErrors: string[] }} results
 */
export const tally = ({ tests, brokenFiles, strayErrors }) => ({
  passed: tests.filter((one) => one.state === 'passed').length,
  failed:
    tests.filter((one) => one.state === 'failed' || one.state === 'pending').length +
    brokenFiles.length +
    strayErrors.length,
  skipped: tests.filter((one) => one.state === 'skipped').length,
});

/** Skipped tests grouped by the reason they gave: `PostgreSQL：未运行（12）`. */
export const skipReasons = (tests) => {
  const groups = new Map();
  for (const one of tests) {
    if (one.state !== 'skipped') continue;
    const reason = one.note ?? `没有说明原因：${one.name}`;
    groups.set(reason, (groups.get(reason) ?? 0) + 1);
  }
  return [...groups].map(([reason, count]) => ({ reason, count }));
};

/** Why no test ran; `paths` are those that were asked for. */
export const emptyWords = (paths, tests) =>
  tests.length === 0 && paths.length > 0
    ? `没有运行任何测试：没有测试文件的路径里有 ${paths.map((path) => `“${path}”`).join('、')}。`
    : '没有运行任何测试。';

/** The last line of a run. */
export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/** 0 only when something ran and nothing failed; `strict` (a machine with everything) also refuses skips. */
export const exitCode = ({ passed, failed, skipped }, { strict }) =>
  failed > 0 || passed === 0 || (strict && skipped > 0) ? 1 : 0;
