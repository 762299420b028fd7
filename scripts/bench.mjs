// Lists the benchmarks, or runs the named ones: `npm run bench -- page-cache`. The first argument that begins with `--`
// and all after it are passed to the benchmark: `npm run bench -- crash --rounds 200`.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { requirePinnedNode } from './lib/require-node.mjs';
import { root, runProgram } from './lib/runtime.mjs';

requirePinnedNode();
const { buildSite } = await import('./build.mjs');

const folder = join(root, 'bench');
const names = readdirSync(folder)
  .filter((one) => /^[\w-]+\.ts$/.test(one) && !one.endsWith('.test.ts'))
  .map((one) => one.replace(/\.ts$/, ''));

/** First comment line of a benchmark, which says what it measures. */
const readPurpose = (name) =>
  /^(?:\/\/|\/\*\*?)\s*(.+?)(?:\s*\*\/)?$/m.exec(
    readFileSync(join(folder, `${name}.ts`), 'utf8'),
  )?.[1] ?? '';

const given = process.argv.slice(2);
const firstOption = given.findIndex((one) => one.startsWith('--'));
const asked = firstOption === -1 ? given : given.slice(0, firstOption);
const options = firstOption === -1 ? [] : given.slice(firstOption);
const unknown = asked.filter((one) => !names.includes(one));
if (unknown.length > 0) {
  console.error(`没有这个测量：${unknown.join('、')}。有：${names.join('、') || '（无）'}`);
  process.exit(1);
}
if (asked.length === 0) {
  for (const name of names) console.log(`${name.padEnd(20)} ${readPurpose(name)}`);
  console.log('\n运行：npm run bench -- 名称');
}
// Benchmarks measure the built site, as visitors get it.
if (asked.length > 0) await buildSite();
for (const name of asked) {
  const code = await runProgram(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    join(folder, `${name}.ts`),
    ...options,
  ]);
  if (code !== 0) process.exit(code);
}
