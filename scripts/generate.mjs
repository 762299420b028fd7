// Makes the generated sources, both committed: the contract's light route table and the site's route tree.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isMain } from './lib/is-main.mjs';
import { requirePinnedNode } from './lib/require-node.mjs';
import { root } from './lib/runtime.mjs';

const site = join(root, 'apps/site');
const tree = join(site, 'src/routeTree.gen.ts');

const changedAt = (path) => statSync(path).mtimeMs;

/** Whether nothing it is made from changed after it was made; a folder changes when a file comes or goes. */
const isTreeFresh = () => {
  if (!existsSync(tree)) return false;
  const routes = join(site, 'src/routes');
  const inside = readdirSync(routes, { recursive: true }).map((name) => join(routes, name));
  const sources = [join(site, 'tsr.config.json'), join(root, 'package-lock.json'), routes];
  return [...sources, ...inside].every((path) => changedAt(path) < changedAt(tree));
};

/** Writes apps/site/src/routeTree.gen.ts, which the types of every route hang on. Answers whether it could. */
export const generateRouteTree = () => {
  if (isTreeFresh()) return true;
  // Its warnings about its own parts are of no use to anyone here.
  const { status, stdout, stderr } = spawnSync('tsr', ['generate'], {
    cwd: site,
    encoding: 'utf8',
  });
  if (status !== 0) {
    console.error(`${stdout ?? ''}${stderr ?? ''}`);
    return false;
  }
  // It is left alone when it comes out the same: made now all the same.
  const now = new Date();
  utimesSync(tree, now, now);
  return true;
};

export const generateContractRoutes = async () => {
  const { routesSource } = await import('../packages/contract/src/routes-source.ts');
  const path = join(root, 'packages/contract/src/routes.gen.ts');
  const source = routesSource();
  if (!existsSync(path) || readFileSync(path, 'utf8') !== source) writeFileSync(path, source);
};

if (isMain(import.meta)) {
  requirePinnedNode();
  await generateContractRoutes();
  if (generateRouteTree())
    console.log(
      '[云标] packages/contract/src/routes.gen.ts 和 apps/site/src/routeTree.gen.ts 是新的。',
    );
  else process.exitCode = 1;
}
