// Runs the server with Vite inside: pages are replaced without a reload, and a change of the server or a package
// restarts it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { requirePinnedNode } from './lib/require-node.mjs';
import { root } from './lib/runtime.mjs';

requirePinnedNode();

const watchedFolders = [
  'apps/server/src',
  'packages/services/src',
  'packages/db/src',
  'packages/contract/src',
  'packages/label/src',
];
const args = [
  '--disable-warning=ExperimentalWarning',
  '--watch-preserve-output',
  ...watchedFolders.map((folder) => `--watch-path=${join(root, folder)}`),
  join(root, 'apps/server/src/main.ts'),
  '--dev',
];
const env = { ...process.env, NODE_ENV: 'development' };
const child = spawn(process.execPath, args, { stdio: 'inherit', cwd: root, env });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 0));
