// Checks format, lint, types and documents in seconds. Reports all failures, not only the first.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { generateRouteTree } from './generate.mjs';
import { root } from './lib/runtime.mjs';

/** Result of the last type check, so that only files reached by a change are checked again. */
const remembered = join(root, 'node_modules/.cache/tsc.tsbuildinfo');

/**
 * tsc and oxlint's type-aware rules are Go programs. On two cores they spend most of their time on garbage collection,
 * and on checking the same types in each of four checkers.
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

// The types of all routes derive from the generated tree, and a route file may be newer than the tree.
if (!generateRouteTree()) {
  console.error('✗ tsr generate');
  process.exit(1);
}
const results = await Promise.all(steps.map(runStep));
for (const { title, ok, output, seconds } of results) {
  console.log(`${ok ? '✓' : '✗'} ${title}（${seconds?.toFixed(1) ?? '–'} 秒）`);
  if (!ok) console.log(output.trimEnd());
}
process.exit(results.every((result) => result.ok) ? 0 : 1);
