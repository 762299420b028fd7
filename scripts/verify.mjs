// Format, lint, types, documents: in seconds. Everything is reported, not only the first failure.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { generateRouteTree } from './generate.mjs';
import { root } from './lib/runtime.mjs';

/** What the last run found out about types: only what a change reaches is checked again. */
const remembered = join(root, 'node_modules/.cache/tsc.tsbuildinfo');

/**
 * tsc and what oxlint asks about types are Go: most of their time on two cores goes to collecting
 * garbage, and to checking the same types again in each of four checkers.
 */
const env = { ...process.env, GOGC: '400' };

const steps = [
  ['格式 oxfmt', 'oxfmt', ['--check']],
  ['规则 oxlint', process.execPath, ['scripts/check-lint.mjs', ...process.argv.slice(2)]],
  [
    '类型 tsc',
    'tsc',
    ['-p', '.', '--checkers', '1', '--incremental', '--tsBuildInfoFile', remembered],
  ],
  ['文件夹 check-folders', process.execPath, ['scripts/check-folders.mjs']],
  ['文档 check-docs', process.execPath, ['scripts/check-docs.mjs']],
  [
    '约定 compat',
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'scripts/compat/main.ts'],
  ],
];

const runStep = ([title, command, args]) =>
  new Promise((resolve) => {
    const started = Date.now();
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ title, ok: false, output: error.message }));
    child.on('exit', (code) =>
      resolve({ title, ok: code === 0, output, seconds: (Date.now() - started) / 1000 }),
    );
  });

// The types of every route hang on the generated tree, and a route file may have changed since it was made.
if (!generateRouteTree()) {
  console.error('✗ tsr generate');
  process.exit(1);
}
const results = await Promise.all(steps.map(runStep));
for (const { title, ok, output, seconds } of results) {
  console.log(`${ok ? '✓' : '✗'} ${title}（${seconds?.toFixed(1) ?? '–'} 秒）`);
  if (!ok) console.log(output.trimEnd());
}
process.exit(results.every((one) => one.ok) ? 0 : 1);
