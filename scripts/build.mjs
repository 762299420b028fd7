import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { hashOfInputs, isBuilt, markBuilt } from './lib/inputs.mjs';
import { isMain } from './lib/is-main.mjs';
import { requirePinnedNode } from './lib/require-node.mjs';
import { root, run } from './lib/runtime.mjs';

/** Builds the site unless it is built from these very sources. Returns whether it built. */
export const buildSite = async ({ force = false } = {}) => {
  const hash = hashOfInputs(root);
  if (!force && isBuilt(root, hash)) return false;
  console.log('[云标] 正在构建网站 …');
  const started = Date.now();
  // A build that stops half-way must not pass for the one before it.
  rmSync(join(root, 'apps/site/dist/.built-from'), { force: true });
  const env = { ...process.env, NODE_ENV: 'production' };
  const code = await run(process.execPath, ['build.ts'], { cwd: join(root, 'apps/site'), env });
  if (code !== 0) throw new Error('网站构建失败，请看上面的输出。');
  markBuilt(root, hash);
  console.log(`[云标] 网站已构建（${Math.round((Date.now() - started) / 1000)} 秒）。`);
  return true;
};

if (isMain(import.meta)) {
  requirePinnedNode();
  try {
    await buildSite({ force: process.argv.includes('--force') });
  } catch (error) {
    console.error(`[云标] ${error.message}`);
    process.exit(1);
  }
}
