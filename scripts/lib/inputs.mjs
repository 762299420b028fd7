import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ARROWS } from '../lint/arrows.mjs';

const SITE_INPUTS = [
  'apps/site',
  ...ARROWS.site.map((name) => `packages/${name}`),
  'package-lock.json',
];

/** What the print client is bundled from. */
export const AGENT_INPUTS = [
  'apps/agent',
  'packages/contract',
  'packages/label/src',
  'package-lock.json',
];

/** Not part of what is built: outputs, and what only tests read. */
const isLeftOut = (path) =>
  /(^|\/)(node_modules|dist|\.tanstack)$|routeTree\.gen\.ts$|\.test\.tsx?$/.test(path);

const filesUnder = (root, path) => {
  const full = join(root, path);
  if (!existsSync(full) || isLeftOut(path)) return [];
  const entries = readdirSync(full, { withFileTypes: true });
  return entries.flatMap((entry) => {
    const child = `${path}/${entry.name}`;
    if (entry.isDirectory()) return filesUnder(root, child);
    return entry.isFile() && !isLeftOut(child) ? [child] : [];
  });
};

/** Hash of every file the site is built from: names and contents. */
export const hashOfInputs = (root, inputs = SITE_INPUTS) => {
  const hash = createHash('sha256');
  const files = inputs.flatMap((one) => (/\.\w+$/.test(one) ? [one] : filesUnder(root, one)));
  for (const file of files.toSorted((a, b) => (a < b ? -1 : 1))) {
    const path = join(root, file);
    if (!existsSync(path)) continue;
    const bytes = readFileSync(path);
    hash.update(`${relative(root, path)}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
};

const getStamp = (root) => join(root, 'apps/site/dist/.built-from');

/** Whether the built site is what its sources say. */
export const isBuilt = (root, hash = hashOfInputs(root)) => {
  const stamp = getStamp(root);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
};

export const markBuilt = (root, hash) => writeFileSync(getStamp(root), hash);
