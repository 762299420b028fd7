// Makes the generated sources: the contract's light route table (committed) and the site's route tree.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './lib/runtime.mjs';

const site = join(root, 'apps/site');

/** Writes apps/site/src/routeTree.gen.ts, which the types of every route hang on. */
export const generateRouteTree = () =>
  run('tsr', ['generate'], { cwd: site, stdio: ['ignore', 'ignore', 'inherit'] });

export const generateContractRoutes = async () => {
  const { routesSource } = await import('../packages/contract/src/routes-source.ts');
  const path = join(root, 'packages/contract/src/routes.gen.ts');
  const source = routesSource();
  if (!existsSync(path) || readFileSync(path, 'utf8') !== source) writeFileSync(path, source);
};

if (import.meta.main) {
  await generateContractRoutes();
  process.exitCode = await generateRouteTree();
}
