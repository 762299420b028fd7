import { expect, it } from 'vitest';
import { completeLock, getPlatform } from './complete-lock.mjs';

it.each([
  ['@oxfmt/binding-linux-arm64-musl', { cpu: ['arm64'], os: ['linux'], libc: ['musl'] }],
  ['@oxfmt/binding-linux-arm-gnueabihf', { cpu: ['arm'], os: ['linux'], libc: ['glibc'] }],
  ['@oxlint-tsgolint/darwin-x64', { cpu: ['x64'], os: ['darwin'] }],
  ['fsevents', null],
])('reads the system of %s from its name', (name, platform) => {
  expect(getPlatform(name)).toEqual(platform);
});

it('adds what a package asks for and the lock file lacks, and nothing else', () => {
  const lock = {
    packages: {
      'node_modules/tool': {
        version: '1.2.3',
        dev: true,
        optionalDependencies: {
          '@tool/linux-x64': '1.2.3',
          '@tool/darwin-x64': '1.2.3',
          fsevents: '^2.0.0',
        },
      },
      'node_modules/@tool/linux-x64': { version: '1.2.3', integrity: 'sha512-kept' },
    },
  };
  expect(completeLock(lock)).toEqual(['@tool/darwin-x64']);
  expect(lock.packages['node_modules/@tool/darwin-x64']).toEqual({
    version: '1.2.3',
    dev: true,
    optional: true,
    cpu: ['x64'],
    os: ['darwin'],
  });
  expect(lock.packages['node_modules/@tool/linux-x64'].integrity).toBe('sha512-kept');
  expect(completeLock(lock)).toEqual([]);
});
