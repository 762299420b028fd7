import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ARROWS } from '../lint/arrows.mjs';

const SITE_INPUTS = [
  'apps/site',
  ...ARROWS.site.map((name) => `packages/${name}`),
  'package-lock.json',
];

/** Files and folders from which the print client is bundled. */
export const AGENT_INPUTS = [
  'apps/agent',
  'packages/contract',
  'packages/label/src',
  'package-lock.json',
];

/** Whether a path does not affect the build: outputs and files that only tests read. */
const isExcludedInput = (path) =>
  /(^|\/)(node_modules|dist|\.tanstack)$|routeTree\.gen\.ts$|\.test\.tsx?$/.test(path);

const listInputFiles = (root, path) => {
  const full = join(root, path);
  if (!existsSync(full) || isExcludedInput(path)) return [];
  const entries = readdirSync(full, { withFileTypes: true });
  return entries.flatMap((entry) => {
    const child = `${path}/${entry.name}`;
    if (entry.isDirectory()) return listInputFiles(root, child);
    return entry.isFile() && !isExcludedInput(child) ? [child] : [];
  });
};

/** Hash of the names and contents of all files from which the site is built. */
export const hashInputs = (root, inputs = SITE_INPUTS) => {
  const hash = createHash('sha256');
  const files = inputs.flatMap((input) =>
    /\.\w+$/.test(input) ? [input] : listInputFiles(root, input),
  );
  for (const file of files.toSorted((a, b) => (a < b ? -1 : 1))) {
    const path = join(root, file);
    if (!existsSync(path)) continue;
    const bytes = readFileSync(path);
    hash.update(`${relative(root, path)}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
};

const getStampPath = (root) => join(root, 'apps/site/dist/.built-from');

const isStamped = (root, text) => {
  const stamp = getStampPath(root);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === text;
};

const formatQuickStamp = (hash) => `${hash} quick`;

/** Whether the existing build is of the current sources and compressed in full. */
export const isSiteBuilt = (root, hash = hashInputs(root)) => isStamped(root, hash);

/** Whether the existing build is of the current sources and compressed quickly, for tests. */
export const isSiteBuiltQuickly = (root, hash = hashInputs(root)) =>
  isStamped(root, formatQuickStamp(hash));

export const markSiteBuilt = (root, hash, { isQuick = false } = {}) =>
  writeFileSync(getStampPath(root), isQuick ? formatQuickStamp(hash) : hash);
