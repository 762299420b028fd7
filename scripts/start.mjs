import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { requirePinnedNode } from './lib/require-node.mjs';
import { root } from './lib/runtime.mjs';

requirePinnedNode();
process.chdir(root);
process.env.NODE_ENV ??= 'production';

const { buildSite } = await import('./build.mjs');
try {
  await buildSite();
} catch (error) {
  console.error(`[云标] ${error.message}`);
  process.exit(1);
}
// In this process: signals reach the server itself, and a second process costs start-up time.
const { runServer } = await import(pathToFileURL(join(root, 'apps/server/src/main.ts')).href);
await runServer();
