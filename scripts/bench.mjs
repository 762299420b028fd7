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
  .filter((file) => /^[\w-]+\.ts$/.test(file) && !file.endsWith('.test.ts'))
  .map((file) => file.replace(/\.ts$/, ''));

/** First comment line of a benchmark, which says what it measures. */
const readPurpose = (name) =>
  /^(?:\/\/|\/\*\*?)\s*(.+?)(?:\s*\*\/)?$/m.exec(
    readFileSync(join(folder, `${name}.ts`), 'utf8'),
  )?.[1] ?? '';

const args = process.argv.slice(2);
const firstOption = args.findIndex((argument) => argument.startsWith('--'));
const askedNames = firstOption === -1 ? args : args.slice(0, firstOption);
const options = firstOption === -1 ? [] : args.slice(firstOption);
const unknown = askedNames.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`没有这个测量：${unknown.join('、')}。有：${names.join('、') || '（无）'}`);
  process.exit(1);
}
if (askedNames.length === 0) {
  for (const name of names) console.log(`${name.padEnd(20)} ${readPurpose(name)}`);
  console.log('\n运行：npm run bench -- 名称');
}
// Benchmarks measure the built site, as visitors get it.
if (askedNames.length > 0) await buildSite();
for (const name of askedNames) {
  const code = await runProgram(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    join(folder, `${name}.ts`),
    ...options,
  ]);
  if (code !== 0) process.exit(code);
}
