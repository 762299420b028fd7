// Every test: the journeys in a real browser, which wait much, then units of all workspaces. Arguments go to vitest.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asksForJourney, journeysIn, listPaths } from './lib/journeys.mjs';
import { requirePinnedNode } from './lib/require-node.mjs';
import { answers, findChromium, findProgram } from './lib/programs.mjs';
import { root, run } from './lib/runtime.mjs';
import { closingLine, emptyWords, exitCode, skipReasons, tally } from './lib/tally.mjs';

requirePinnedNode();
const { buildSite } = await import('./build.mjs');

const say = (text) => console.log(`[云标] ${text}`);
const strict = process.env.YUNBIAO_REQUIRE_ALL === '1' || process.env.CI === 'true';
const filters = process.argv.slice(2);

/** Named before the run, so that nobody wonders afterwards which half was tested. */
const nameWhatIsThere = async () => {
  const postgres = process.env.TEST_DATABASE_URL
    ? 'TEST_DATABASE_URL'
    : (await answers('127.0.0.1', 5432)) && '127.0.0.1:5432';
  const lines = [
    ['PostgreSQL', postgres],
    ['Chromium', findChromium()],
    ['zbarimg', findProgram('zbarimg')],
    ['poppler', findProgram('pdftoppm')],
    ['ffmpeg', findProgram('ffmpeg')],
    ['gifsicle', findProgram('gifsicle')],
    ['LibreOffice', findProgram('soffice') ?? findProgram('libreoffice')],
  ];
  for (const [name, where] of lines) say(`${name}：${where || '没有找到，相关测试将跳过'}`);
};

const runVitest = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'yunbiao-test-'));
  const path = join(folder, 'results.json');
  try {
    const args = [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=./scripts/vitest/reporter.mjs',
      ...filters,
    ];
    const env = { ...process.env, NODE_ENV: 'test', YUNBIAO_TEST_RESULTS: path };
    const code = await run(process.execPath, args, { env });
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
  for (const { reason, count } of skipReasons(results.tests)) say(`已跳过 ${count} 项：${reason}`);
  for (const one of results.brokenFiles) say(`没能运行：${one}`);
  // Vitest also fails for reasons of its own, such as a coverage threshold.
  if (counts.passed + counts.failed === 0) say(emptyWords(listPaths(filters), results.tests));
  else if (code !== 0 && counts.failed === 0) say(`vitest 以 ${code} 结束。`);
  if (strict && counts.skipped > 0)
    say('这里要求全部运行（CI=true 或 YUNBIAO_REQUIRE_ALL=1）：跳过也算不通过。');
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
say('正在运行测试：浏览器里的完整流程，然后是各包的单元测试 …');
process.exit(finish(await runVitest()));
