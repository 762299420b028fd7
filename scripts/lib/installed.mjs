import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const stampPath = (root) => join(root, 'node_modules/.installed-from');

const lockHash = (root) =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/**
 * Whether npm's own record of what it installed holds everything the lock file asks for.
 * Optional packages may be absent: they are made for other machines.
 */
const holdsWhatTheLockAsks = (root) => {
  const record = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const held = readJson(record).packages ?? {};
  const asked = readJson(join(root, 'package-lock.json')).packages ?? {};
  return Object.entries(asked).every(([path, one]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    if (one.optional || one.devOptional || one.peer) return true;
    if (one.link) return existsSync(join(root, path));
    return held[path]?.version === one.version;
  });
};

/** Whether node_modules is what package-lock.json says; cheap on every run after the first. */
export const isInstalled = (root) => {
  if (!existsSync(join(root, 'node_modules'))) return false;
  const path = stampPath(root);
  if (existsSync(path) && readFileSync(path, 'utf8') === lockHash(root)) return true;
  if (!holdsWhatTheLockAsks(root)) return false;
  markInstalled(root);
  return true;
};

/** Remembers which lock file node_modules was installed from. */
export const markInstalled = (root) => writeFileSync(stampPath(root), lockHash(root));
