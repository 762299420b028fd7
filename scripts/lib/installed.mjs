import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listMissingNativePackages } from './native-packages.mjs';

const getInstallStampPath = (root) => join(root, 'node_modules/.installed-from');

/** Names the kind of machine too: native packages differ, and node_modules may be a copy from another machine. */
const describeInstallation = (root) => {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  return `${hash.digest('hex')} ${process.platform}-${process.arch}`;
};

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/**
 * Whether npm's record of installed packages contains everything in the lock file. Optional packages may be missing
 * unless they hold native code for this machine.
 */
const matchesLockFile = (root) => {
  const record = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const installedPackages = readJson(record).packages ?? {};
  const lockedPackages = readJson(join(root, 'package-lock.json')).packages ?? {};
  return Object.entries(lockedPackages).every(([path, lockedPackage]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    if (lockedPackage.optional || lockedPackage.devOptional || lockedPackage.peer) return true;
    if (lockedPackage.link) return existsSync(join(root, path));
    return installedPackages[path]?.version === lockedPackage.version;
  });
};

/** Whether node_modules matches package-lock.json. Fast except on the first run. */
export const isInstalled = (root) => {
  if (!existsSync(join(root, 'node_modules'))) return false;
  const path = getInstallStampPath(root);
  if (existsSync(path) && readFileSync(path, 'utf8') === describeInstallation(root)) return true;
  if (!matchesLockFile(root) || listMissingNativePackages(root).length > 0) return false;
  markInstalled(root);
  return true;
};

/** Remembers which lock file node_modules was installed from. */
export const markInstalled = (root) =>
  writeFileSync(getInstallStampPath(root), describeInstallation(root));
