import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repository } from './process.ts';

type LockedPackage = {
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};
type Lock = { packages: Record<string, LockedPackage> };

const MODULES = '/node_modules/';

/** Folders in which Node looks for a package imported from `from`, nearest first. */
const listLookupFolders = (from: string): string[] => {
  const at = from.lastIndexOf(MODULES);
  const own = from === '' ? [] : [`${from}${MODULES}`];
  const above = at === -1 ? [] : listLookupFolders(from.slice(0, at));
  return [...own, ...above, MODULES.slice(1)];
};

/** Paths of the packages that the server needs at run time, from package-lock.json. */
export const listServerPackages = (lock: Lock): string[] => {
  const { packages } = lock;
  const paths = new Set<string>();
  const queue = ['', 'apps/server'];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const entry = packages[path];
    if (!entry || paths.has(path)) continue;
    paths.add(path);
    if (entry.link) queue.push(entry.resolved ?? '');
    for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
      const folder = listLookupFolders(path).find((lookupFolder) => packages[lookupFolder + name]);
      if (folder !== undefined) queue.push(folder + name);
    }
  }
  return [...paths].filter((path) => path.includes('node_modules/') && !packages[path]?.link);
};

/** Links the files of a folder without its own node_modules: copies would be hundreds of megabytes. */
const linkFolder = (from: string, to: string): void => {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else if (entry.isFile()) linkSync(source, target);
  }
};

/** The package `node` is in the image as one file. */
const RUNTIME = /^node_modules\/node(?:-bin-setup)?(?:\/|$)/;

/** What is tracked and copied by deploy/Containerfile, without what only this test provides. */
const SOURCES = ['package.json', 'packages', 'apps', 'fixtures/labels', 'scripts/lib'];

/**
 * Fills `root` as the build stage of deploy/Containerfile leaves it: tracked sources, the site as
 * built here, the server's dependencies as installed here. `root` is on the file system of the
 * repository.
 */
export const makeBuildStage = (root: string): void => {
  const home = join(root, 'opt/yunbiao');
  mkdirSync(join(home, 'data'), { recursive: true });
  const tracked = execFileSync('git', ['ls-files', '-z', '--', ...SOURCES], { cwd: repository });
  for (const path of tracked.toString().split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    linkSync(join(repository, path), join(home, path));
  }
  const lock = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as Lock;
  for (const path of listServerPackages(lock))
    // Optional packages are missing that are for other systems.
    if (!RUNTIME.test(path) && existsSync(join(repository, path)))
      linkFolder(join(repository, path), join(home, path));
  cpSync(join(repository, 'node_modules/@yunbiao'), join(home, 'node_modules/@yunbiao'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  linkFolder(join(repository, 'apps/site/dist'), join(home, 'apps/site/dist'));
  linkSync(join(repository, 'node_modules/node/bin/node'), join(home, 'node'));
};
