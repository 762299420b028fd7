// Runs tests: journeys in a real browser, which wait much, then units of all workspaces. Other arguments go to vitest.
//   (nothing)    for a change: units on SQLite, a tenth of the rounds of property tests, some journeys
//   --full       for a release: all of it, on both engines
//   --changed    the tests that import what the uncommitted change touches
//   a path       all of the tests in these files
//   --cpu        also the dearest files, in seconds of CPU
// The closing figure is seconds of CPU, beside those of a fixed calculation: divide by them to compare two machines.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mayRunJourney, listJourneys, listTestPaths } from './lib/journeys.mjs';
import { requirePinnedNode } from './lib/require-node.mjs';
import { isPortOpen, findChromium, findProgram } from './lib/programs.mjs';
import { root, runProgram } from './lib/runtime.mjs';
import {
  formatClosingLine,
  explainNoTests,
  getExitCode,
  groupSkipReasons,
  countResults,
} from './lib/tally.mjs';
import { measureCalibration, readCpuSeconds } from './lib/cpu-seconds.mjs';

requirePinnedNode();
const { buildSite } = await import('./build.mjs');

const printMessage = (text) => console.log(`[云标] ${text}`);
const strict = process.env.YUNBIAO_REQUIRE_ALL === '1' || process.env.CI === 'true';
const MODES = ['--full', '--changed'];
const OWN_FLAGS = [...MODES, '--cpu'];
const DEAREST_COUNT = 30;
const mode = process.argv.slice(2).find((argument) => MODES.includes(argument));
const filters = process.argv.slice(2).filter((argument) => !OWN_FLAGS.includes(argument));
const isQuick = mode === undefined && listTestPaths(filters).length === 0;

/** Prints the available tools before the run, so that the log shows which tests cannot run. */
const printAvailableTools = async () => {
  const postgres = process.env.TEST_DATABASE_URL
    ? 'TEST_DATABASE_URL'
    : (await isPortOpen('127.0.0.1', 5432)) && '127.0.0.1:5432';
  const lines = [
    ...(isQuick ? [] : [['PostgreSQL', postgres]]),
    ['Chromium', findChromium()],
    ['zbarimg', findProgram('zbarimg')],
    ['poppler', findProgram('pdftoppm')],
    ['ffmpeg', findProgram('ffmpeg')],
    ['gifsicle', findProgram('gifsicle')],
    ['promtool', findProgram('promtool')],
    ['LibreOffice', findProgram('soffice') ?? findProgram('libreoffice')],
  ];
  for (const [name, location] of lines)
    printMessage(`${name}：${location || '没有找到，相关测试将跳过'}`);
};

/** Prints the files with the highest CPU time. `costs`: one line per file with CPU seconds and path. */
const printCostliestFiles = (costs) => {
  const files = costs
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
  const dearest = files.toSorted(([a], [b]) => Number(b) - Number(a)).slice(0, DEAREST_COUNT);
  for (const [seconds, file] of dearest) printMessage(`${seconds.padStart(7)} 秒 CPU  ${file}`);
};

const runVitest = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'yunbiao-test-'));
  const path = join(folder, 'results.json');
  const costsPath = join(folder, 'costs.txt');
  try {
    const args = [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=./scripts/vitest/reporter.mjs',
      ...(mode === '--changed' ? ['--changed', '--passWithNoTests'] : []),
      ...filters,
    ];
    const env = {
      ...process.env,
      NODE_ENV: 'test',
      YUNBIAO_TEST_RESULTS: path,
      ...(process.argv.includes('--cpu') ? { YUNBIAO_TEST_CPU: costsPath } : {}),
      YUNBIAO_TESTS: isQuick ? 'quick' : '',
    };
    const code = await runProgram(process.execPath, args, { env });
    if (existsSync(costsPath)) printCostliestFiles(readFileSync(costsPath, 'utf8'));
    return { code, results: existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const reportResults = ({ code, results }) => {
  if (results === null) {
    console.error('[云标] 测试没有跑完，没有结果可数。');
    console.log(formatClosingLine({ passed: 0, failed: 1, skipped: 0 }));
    return 1;
  }
  const counts = countResults(results);
  if (mode === '--changed' && results.tests.length === 0 && code === 0) {
    printMessage('没有测试引用到还没提交的改动。');
    console.log(formatClosingLine(counts));
    return 0;
  }
  for (const { reason, count } of groupSkipReasons(results.tests))
    printMessage(`已跳过 ${count} 项：${reason}`);
  for (const brokenFile of results.brokenFiles) printMessage(`没能运行：${brokenFile}`);
  // Vitest also fails for other reasons, such as a coverage threshold.
  if (counts.passed + counts.failed === 0)
    printMessage(explainNoTests(listTestPaths(filters), results.tests));
  else if (code !== 0 && counts.failed === 0) printMessage(`vitest 以 ${code} 结束。`);
  if (strict && counts.skipped > 0)
    printMessage('这里要求全部运行（CI=true 或 YUNBIAO_REQUIRE_ALL=1）：跳过也算不通过。');
  const seconds = readCpuSeconds();
  if (seconds !== null)
    printMessage(
      `共用 ${Math.round(seconds)} 秒 CPU；作比较的一段固定计算用 ${measureCalibration().toFixed(2)} 秒。`,
    );
  console.log(formatClosingLine(counts));
  return getExitCode(counts, { strict }) || (code === 0 ? 0 : 1);
};

await printAvailableTools();
try {
  if (mayRunJourney(root, filters, listJourneys(root))) await buildSite({ isQuick });
} catch (error) {
  console.error(`[云标] ${error.message}`);
  console.log(formatClosingLine({ passed: 0, failed: 1, skipped: 0 }));
  process.exit(1);
}
printMessage(
  isQuick
    ? '正在运行测试：浏览器里的十二个流程，然后是 SQLite 上的单元测试。发布以前用 npm run test:full …'
    : '正在运行测试：浏览器里的完整流程，然后是各包的单元测试 …',
);
process.exit(reportResults(await runVitest()));
