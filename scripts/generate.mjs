// Makes the generated sources: the contract's light route table (committed) and the site's route tree.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/runtime.mjs';

const site = join(root, 'apps/site');

/** Writes apps/site/src/routeTree.gen.ts, which the types of every route hang on. Answers whether it could. */
export const generateRouteTree = () => {
  // Its warnings about its own parts are of no use to anyone here.
  const { status, stdout, stderr } = spawnSync('tsr', ['generate'], {
    cwd: site,
    encoding: 'utf8',
  });
  if (status !== 0) console.error(`${stdout ?? ''}${stderr ?? ''}`);
  return status === 0;
};

export const generateContractRoutes = async () => {
  const { routesSource } = await import('../packages/contract/src/routes-source.ts');
  const path = join(root, 'packages/contract/src/routes.gen.ts');
  const source = routesSource();
  if (!existsSync(path) || readFileSync(path, 'utf8') !== source) writeFileSync(path, source);
};

if (import.meta.main) {
  await generateContractRoutes();
  process.exitCode = generateRouteTree() ? 0 : 1;
}
