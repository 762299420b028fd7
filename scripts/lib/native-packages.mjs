import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareVersions } from './runtime.mjs';

const readLockedPackages = (root) =>
  JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages ?? {};

/** What package-lock.json calls this machine: `{ os: 'linux', cpu: 'x64', libc: 'glibc' }`. */
export const getMachine = () => {
  const { platform: os, arch: cpu } = process;
  if (os !== 'linux') return { os, cpu, libc: null };
  return {
    os,
    cpu,
    libc: process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl',
  };
};

const isFor = (lockedPackage, machine) =>
  ['os', 'cpu', 'libc'].every((field) => lockedPackage[field]?.includes(machine[field]) ?? true);

/**
 * Optional packages that hold native code for this machine: their parents do not run without them, yet npm succeeds
 * without them.
 */
const listNativePackages = (lockedPackages, machine) =>
  Object.entries(lockedPackages)
    .filter(([, { optional, os, cpu }]) => optional && (os ?? cpu) !== undefined)
    .filter(([, lockedPackage]) => isFor(lockedPackage, machine))
    .map(([path, lockedPackage]) => ({ path, nodeRange: lockedPackage.engines?.node ?? '*' }));

/** Names of this machine's native packages that are not in node_modules. */
export const listMissingNativePackages = (root, machine = getMachine()) =>
  listNativePackages(readLockedPackages(root), machine)
    .filter(({ path }) => !existsSync(join(root, path, 'package.json')))
    .map(({ path }) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));

const meetsComparator = (version, comparator) => {
  if (comparator === '*') return true;
  const [, operator, bound] = /^(>=|\^)(\d+(?:\.\d+){0,2})$/.exec(comparator) ?? [];
  if (bound === undefined || compareVersions(version, bound) < 0) return false;
  return operator === '>=' || compareVersions(version, `${Number.parseInt(bound, 10) + 1}.0.0`) < 0;
};

/** Whether a range of `engines` includes the version. False for syntax that no native package has. */
export const includesVersion = (range, version) =>
  range.split('||').some((alternative) =>
    alternative
      .replace(/(>=|\^)\s+/g, '$1')
      .trim()
      .split(/\s+/)
      .every((comparator) => meetsComparator(version, comparator)),
  );

/** Whether npm, run by this Node, installs every native package. npm omits those whose `engines` exclude its Node. */
export const canInstallNativePackages = (root, nodeVersion, machine = getMachine()) =>
  listNativePackages(readLockedPackages(root), machine).every(({ nodeRange }) =>
    includesVersion(nodeRange, nodeVersion),
  );
