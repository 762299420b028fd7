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
  const isReadOnly = ['EROFS', 'EACCES', 'EPERM'].includes(error.code);
  console.error(
    isReadOnly
      ? '[云标] 网站没有按现在的源文件构建过，这里又写不了：先用装它的用户运行 npm run build。'
      : `[云标] ${error.message}`,
  );
  process.exit(1);
}
// Runs in this process, so that signals reach the server and no second process delays the start.
const { runServer } = await import(pathToFileURL(join(root, 'apps/server/src/main.ts')).href);
await runServer();
