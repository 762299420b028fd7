import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { hashInputs, isSiteBuilt, isSiteBuiltQuickly, markSiteBuilt } from './lib/inputs.mjs';
import { isMain } from './lib/is-main.mjs';
import { requirePinnedNode } from './lib/require-node.mjs';
import { root, runProgram } from './lib/runtime.mjs';

/**
 * Builds the site unless the existing build is of these very sources. Returns whether it built.
 * `isQuick`: compresses less, for a third less CPU; a later full build only compresses again.
 */
export const buildSite = async ({ force = false, isQuick = false } = {}) => {
  const hash = hashInputs(root);
  const isBuilt = isSiteBuilt(root, hash);
  const isBuiltQuickly = isSiteBuiltQuickly(root, hash);
  if (!force && (isBuilt || (isQuick && isBuiltQuickly))) return false;
  console.log('[云标] 正在构建网站 …');
  const started = Date.now();
  const flags = isQuick ? ['--quick'] : !force && isBuiltQuickly ? ['--compress'] : [];
  // Without this, an interrupted build would count as the previous, complete one.
  rmSync(join(root, 'apps/site/dist/.built-from'), { force: true });
  const env = { ...process.env, NODE_ENV: 'production' };
  const code = await runProgram(process.execPath, ['build.ts', ...flags], {
    cwd: join(root, 'apps/site'),
    env,
  });
  if (code !== 0) throw new Error('网站构建失败，请看上面的输出。');
  markSiteBuilt(root, hash, { isQuick });
  console.log(`[云标] 网站已构建（${Math.round((Date.now() - started) / 1000)} 秒）。`);
  return true;
};

if (isMain(import.meta)) {
  requirePinnedNode();
  try {
    await buildSite({
      force: process.argv.includes('--force'),
      isQuick: process.argv.includes('--quick'),
    });
  } catch (error) {
    console.error(`[云标] ${error.message}`);
    process.exit(1);
  }
}
