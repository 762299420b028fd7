// Makes the generated sources, all committed: the list of migrations, the contract's light route table, the site's route tree,
// docs/features.md, docs/upgrades.md, the table of features in README.md and nginx's error pages. With paths: only these.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isMain } from './lib/is-main.mjs';
import { generateMigrationsSource } from './lib/migrations-source.mjs';
import { requirePinnedNode } from './lib/require-node.mjs';
import { root } from './lib/runtime.mjs';

const site = join(root, 'apps/site');
const tree = join(site, 'src/routeTree.gen.ts');

const getModificationTime = (path) => statSync(path).mtimeMs;

/**
 * Whether the route tree is newer than everything it is generated from. A folder's time changes when a file is added or
 * removed.
 */
const isRouteTreeFresh = () => {
  if (!existsSync(tree)) return false;
  const routes = join(site, 'src/routes');
  const inside = readdirSync(routes, { recursive: true }).map((name) => join(routes, name));
  const sources = [join(site, 'tsr.config.json'), join(root, 'package-lock.json'), routes];
  return [...sources, ...inside].every(
    (path) => getModificationTime(path) < getModificationTime(tree),
  );
};

/** Writes apps/site/src/routeTree.gen.ts, from which the types of all routes derive. Returns whether it succeeded. */
export const generateRouteTree = () => {
  if (isRouteTreeFresh()) return true;
  // The tool's warnings about its own internals are of no use here.
  const { status, stdout, stderr } = spawnSync('tsr', ['generate'], {
    cwd: site,
    encoding: 'utf8',
  });
  if (status !== 0) {
    console.error(`${stdout ?? ''}${stderr ?? ''}`);
    return false;
  }
  // The tool does not write an unchanged tree, so set its time to mark it as fresh.
  const now = new Date();
  utimesSync(tree, now, now);
  return true;
};

/** Does not write equal content, because a file watcher would restart the server. */
const writeIfChanged = (path, source) => {
  if (!existsSync(path) || readFileSync(path, 'utf8') !== source) writeFileSync(path, source);
};

/** Writes packages/db/src/migrations/index.gen.ts. */
export const generateMigrations = () => {
  const folder = join(root, 'packages/db/src/migrations');
  writeIfChanged(join(folder, 'index.gen.ts'), generateMigrationsSource(readdirSync(folder)));
};

export const generateContractRoutes = async () => {
  const { generateRoutesSource } = await import('../packages/contract/src/api/routes-source.ts');
  writeIfChanged(join(root, 'packages/contract/src/api/routes.gen.ts'), generateRoutesSource());
};

/** Writes docs/upgrades.md. */
export const generateUpgradeNotes = async () => {
  const { buildUpgradeNotes } = await import('./lib/upgrade-notes.ts');
  writeIfChanged(join(root, 'docs/upgrades.md'), await buildUpgradeNotes());
};

/** Writes docs/features.md and the table of README.md. */
export const generateFeatureTexts = async () => {
  const { buildFeaturesDoc, replaceReadmeTable } = await import('./lib/feature-texts.ts');
  const readme = join(root, 'README.md');
  writeIfChanged(join(root, 'docs/features.md'), buildFeaturesDoc());
  writeIfChanged(readme, replaceReadmeTable(readFileSync(readme, 'utf8')));
};

/** Writes deploy/errors/: what nginx answers while the site does not. */
export const generateProxyErrors = async () => {
  const { buildProxyErrorFiles } = await import('./lib/proxy-errors.ts');
  const folder = join(root, 'deploy/errors');
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of buildProxyErrorFiles()) writeIfChanged(join(folder, name), content);
};

/** By the path of what they write. Only one can fail: it returns false. */
const GENERATORS = {
  'packages/db/src/migrations/index.gen.ts': generateMigrations,
  'packages/contract/src/api/routes.gen.ts': generateContractRoutes,
  'docs/features.md': generateFeatureTexts,
  'docs/upgrades.md': generateUpgradeNotes,
  'deploy/errors': generateProxyErrors,
  'apps/site/src/routeTree.gen.ts': generateRouteTree,
};

if (isMain(import.meta)) {
  requirePinnedNode();
  const paths = process.argv.slice(2);
  for (const [path, generate] of Object.entries(GENERATORS))
    if (paths.length === 0 || paths.includes(path))
      if ((await generate()) === false) process.exitCode = 1;
  if (paths.length === 0 && !process.exitCode)
    console.log(
      '[云标] packages/db/src/migrations/index.gen.ts、packages/contract/src/api/routes.gen.ts、apps/site/src/routeTree.gen.ts、docs/features.md、docs/upgrades.md、README.md 里的功能表和 deploy/errors 是新的。',
    );
}
