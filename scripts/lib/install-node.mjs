import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isNewEnough, root, runNpm } from './runtime.mjs';

/** Outside node_modules, which `npm ci` removes first; beside it, because the system's folder may forbid programs. */
const folder = join(root, '.cache/install-node');

const NODE_PATH = join('node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** The part of a lock file that the package `node` needs, as a package.json and a lock file of its own. */
export const extractNodePackage = ({ lockfileVersion, packages }, allowScripts) => {
  const extracted = {};
  const extract = (name) => {
    const path = `node_modules/${name}`;
    if (extracted[path] !== undefined) return;
    extracted[path] = packages[path];
    Object.keys(packages[path].dependencies ?? {}).forEach(extract);
  };
  extract('node');
  const manifest = {
    name: 'yunbiao-install-node',
    version: '0.0.0',
    dependencies: { node: packages['node_modules/node'].version },
  };
  const lock = { name: manifest.name, version: manifest.version, lockfileVersion, requires: true };
  return {
    manifest: { ...manifest, private: true, allowScripts },
    lock: { ...lock, packages: { '': manifest, ...extracted } },
  };
};

/** Version that the program reports; null when it does not run. */
const readVersion = (node) => {
  try {
    return execFileSync(node, ['--version'], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return null;
  }
};

const isPinned = (node) => {
  const version = readVersion(node);
  return version !== null && isNewEnough(version);
};

/** Brings the pinned Node into a folder that an installation does not touch. Resolves to its path; null on failure. */
export const bringNode = async () => {
  removeNode();
  const node = join(folder, NODE_PATH);
  const installedNode = join(root, NODE_PATH);
  if (isPinned(installedNode)) {
    mkdirSync(dirname(node), { recursive: true });
    copyFileSync(installedNode, node);
    return node;
  }
  mkdirSync(folder, { recursive: true });
  const { allowScripts } = readJson(join(root, 'package.json'));
  const { manifest, lock } = extractNodePackage(
    readJson(join(root, 'package-lock.json')),
    allowScripts,
  );
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  const flags = ['--ignore-scripts=false', '--loglevel=error', '--no-audit', '--no-fund'];
  const code = await runNpm(['ci', ...flags], { cwd: folder });
  return code === 0 && isPinned(node) ? node : null;
};

export const removeNode = () => rmSync(folder, { recursive: true, force: true });
