import { PROGRAM_TARGETS } from '@yunbiao/contract/gateway/programs';
import type { ProgramTarget } from '@yunbiao/contract/gateway/programs';

export const TARGETS = PROGRAM_TARGETS;
export type Target = ProgramTarget;

/** One file of an npm package. */
export type Part = { name: string; version: string; integrity: string; file: string };

const describeNodePackage = (system: string, version: string, integrity: string): Part => ({
  name: `node-${system}`,
  version,
  integrity,
  file: system.startsWith('win') ? 'bin/node.exe' : 'bin/node',
});

/** Node version in each program: the version this repository pins. */
export const NODE_VERSION = '24.21.0';
/**
 * For testing the Windows program under Wine 8, which cannot start newer versions. Never distribute
 * it.
 */
export const OLD_NODE_VERSION = '22.23.3';

export const RUNTIMES: Readonly<Record<Target, Part>> = {
  'windows-x64': describeNodePackage(
    'win-x64',
    NODE_VERSION,
    'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  ),
  'linux-x64': describeNodePackage(
    'linux-x64',
    NODE_VERSION,
    'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  ),
  'linux-arm64': describeNodePackage(
    'linux-arm64',
    NODE_VERSION,
    'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  ),
};

export const OLD_WINDOWS_RUNTIME: Part = describeNodePackage(
  'win-x64',
  OLD_NODE_VERSION,
  'sha512-lJNBVsNw5Zf+VEHAwatmQxF8eY5hHVEd1ufVYn+5XVrSNB0x55V1cd/rJyOeElCnY2cRebGq//siePEGRZKYjg==',
);
/** Writes the blob for {@link OLD_WINDOWS_RUNTIME}: blob and runtime need the same Node version. */
export const OLD_LINUX_RUNTIME: Part = describeNodePackage(
  'linux-x64',
  OLD_NODE_VERSION,
  'sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==',
);

/** Injects a blob into an executable. The file has no dependencies. */
export const POSTJECT: Part = {
  name: 'postject',
  version: '1.0.0-alpha.6',
  integrity:
    'sha512-b9Eb8h2eVqNE8edvKdwqkrY6O7kAwmI8kcnBv1NScolYJbo59XUF0noFq+lxbC1yN20bmC0WBEbDC5H/7ASb0A==',
  file: 'dist/api.js',
};

/**
 * Calls Windows functions from the program. Same version as in apps/agent/package.json, which the
 * source uses on Windows.
 */
export const KOFFI_ADDON: Part = {
  name: '@koromix/koffi-win32-x64',
  version: '3.3.4',
  integrity:
    'sha512-/SpehfYrO9DtkoB0ZOgGyco4GH4zwhEyFqgCm0x8lbzXnrKiwnHXWmPpfuXhFYohFvoSO5jlLQz/hc1fJ5G0AQ==',
  file: 'win32_x64/koffi.node',
};
