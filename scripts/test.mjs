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
import { asksForJourney, journeysIn, listPaths } from './lib/journeys.mjs';
import { requirePinnedNode } from './lib/require-node.mjs';
import { answers, findChromium, findProgram } from './lib/programs.mjs';
import { root, run } from './lib/runtime.mjs';
import { closingLine, emptyWords, exitCode, skipReasons, tally } from './lib/tally.mjs';
import { measureCalibration, readCpuSeconds } from './lib/cpu-seconds.mjs';

requirePinnedNode();
const { buildSite } = await import('./build.mjs');

const say = (text) => console.log(`[云标] ${text}`);
const strict = process.env.YUNBIAO_REQUIRE_ALL === '1' || process.env.CI === 'true';
const MODES = ['--full', '--changed'];
const OWN_FLAGS = [...MODES, '--cpu'];
const DEAREST_COUNT = 30;
const mode = process.argv.slice(2).find((argument) => MODES.includes(argument));
const filters = process.argv.slice(2).filter((argument) => !OWN_FLAGS.includes(argument));
const isQuick = mode === undefined && listPaths(filters).length === 0;

/** Named before the run, so that nobody wonders afterwards which half was tested. */
const nameWhatIsThere = async () => {
  const postgres = process.env.TEST_DATABASE_URL
    ? 'TEST_DATABASE_URL'
    : (await answers('127.0.0.1', 5432)) && '127.0.0.1:5432';
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
  for (const [name, where] of lines) say(`${name}：${where || '没有找到，相关测试将跳过'}`);
};

/** `costs`: a line a file, its seconds of CPU and its path. */
const nameDearest = (costs) => {
  const files = costs
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
  const dearest = files.toSorted(([a], [b]) => Number(b) - Number(a)).slice(0, DEAREST_COUNT);
  for (const [seconds, file] of dearest) say(`${seconds.padStart(7)} 秒 CPU  ${file}`);
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
    const code = await run(process.execPath, args, { env });
    if (existsSync(costsPath)) nameDearest(readFileSync(costsPath, 'utf8'));
    return { code, results: existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const finish = ({ code, results }) => {
  if (results === null) {
    console.error('[云标] 测试没有跑完，没有结果可数。');
    console.log(closingLine({ passed: 0, failed: 1, skipped: 0 }));
    return 1;
  }
  const counts = tally(results);
  if (mode === '--changed' && results.tests.length === 0 && code === 0) {
    say('没有测试引用到还没提交的改动。');
    console.log(closingLine(counts));
    return 0;
  }
  for (const { reason, count } of skipReasons(results.tests)) say(`已跳过 ${count} 项：${reason}`);
  for (const one of results.brokenFiles) say(`没能运行：${one}`);
  // Vitest also fails for reasons of its own, such as a coverage threshold.
  if (counts.passed + counts.failed === 0) say(emptyWords(listPaths(filters), results.tests));
  else if (code !== 0 && counts.failed === 0) say(`vitest 以 ${code} 结束。`);
  if (strict && counts.skipped > 0)
    say('这里要求全部运行（CI=true 或 YUNBIAO_REQUIRE_ALL=1）：跳过也算不通过。');
  const seconds = readCpuSeconds();
  if (seconds !== null)
    say(
      `共用 ${Math.round(seconds)} 秒 CPU；作比较的一段固定计算用 ${measureCalibration().toFixed(2)} 秒。`,
    );
  console.log(closingLine(counts));
  return exitCode(counts, { strict }) || (code === 0 ? 0 : 1);
};

await nameWhatIsThere();
try {
  if (asksForJourney(root, filters, journeysIn(root))) await buildSite();
} catch (error) {
  console.error(`[云标] ${error.message}`);
  console.log(closingLine({ passed: 0, failed: 1, skipped: 0 }));
  process.exit(1);
}
say(
  isQuick
    ? '正在运行测试：浏览器里的十二个流程，然后是 SQLite 上的单元测试。发布以前用 npm run test:full …'
    : '正在运行测试：浏览器里的完整流程，然后是各包的单元测试 …',
);
process.exit(finish(await runVitest()));
