// Makes the generated sources, all committed: the list of migrations, the contract's light route table, the site's route tree,
// docs/features.md, docs/upgrades.md, the table of features in README.md and nginx's error pages.
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

/** Leaves an equal file alone: a watcher would restart. */
const writeChanged = (path, source) => {
  if (!existsSync(path) || readFileSync(path, 'utf8') !== source) writeFileSync(path, source);
};

/** Writes packages/db/src/migrations/index.gen.ts. */
export const generateMigrations = () => {
  const folder = join(root, 'packages/db/src/migrations');
  writeChanged(join(folder, 'index.gen.ts'), generateMigrationsSource(readdirSync(folder)));
};

export const generateContractRoutes = async () => {
  const { generateRoutesSource } = await import('../packages/contract/src/api/routes-source.ts');
  writeChanged(join(root, 'packages/contract/src/api/routes.gen.ts'), generateRoutesSource());
};

/** Writes docs/upgrades.md. */
export const generateUpgradeNotes = async () => {
  const { buildUpgradeNotes } = await import('./lib/upgrade-notes.ts');
  writeChanged(join(root, 'docs/upgrades.md'), await buildUpgradeNotes());
};

/** Writes docs/features.md and the table of README.md. */
export const generateFeatureTexts = async () => {
  const { buildFeaturesDoc, writeReadmeTable } = await import('./lib/feature-texts.ts');
  const readme = join(root, 'README.md');
  writeChanged(join(root, 'docs/features.md'), buildFeaturesDoc());
  writeChanged(readme, writeReadmeTable(readFileSync(readme, 'utf8')));
};

/** Writes deploy/errors/: what nginx answers while the site does not. */
export const generateProxyErrors = async () => {
  const { buildProxyErrorFiles } = await import('./lib/proxy-errors.ts');
  const folder = join(root, 'deploy/errors');
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of buildProxyErrorFiles()) writeChanged(join(folder, name), content);
};

if (isMain(import.meta)) {
  requirePinnedNode();
  generateMigrations();
  await generateContractRoutes();
  await generateFeatureTexts();
  await generateUpgradeNotes();
  await generateProxyErrors();
  if (generateRouteTree())
    console.log(
      '[云标] packages/db/src/migrations/index.gen.ts、packages/contract/src/api/routes.gen.ts、apps/site/src/routeTree.gen.ts、docs/features.md、docs/upgrades.md、README.md 里的功能表和 deploy/errors 是新的。',
    );
  else process.exitCode = 1;
}
