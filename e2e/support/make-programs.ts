import { existsSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { hashInputs } from '../../scripts/lib/inputs.mjs';
import { PROGRAMS } from './programs.ts';

const root = join(import.meta.dirname, '../..');

const SOURCES = [
  'apps/server',
  'apps/agent',
  'packages',
  'package-lock.json',
  'e2e/crash/server.ts',
  'e2e/crash/context.ts',
  'e2e/support/make-programs.ts',
  'e2e/support/programs.ts',
];

/** Another run may still use the programs of an earlier state. */
const KEPT_MS = 24 * 3600_000;

/**
 * Not bundled: native code, development-only packages, and lazily loaded packages whose modules
 * must run in their own order.
 */
const OUTSIDE = [/^node:/, /^@node-rs\//, /^@jsquash\//, /^@simplewebauthn\//, 'pg', 'vite'];

/** A program that another program starts by a path relative to its own folder. */
const STARTED = /\bjoin\(import\.meta\.dirname, '([^']+\.ts)'\)/g;

/** Resolves files relative to the original sources, and bundled programs relative to each other. */
const createOriginalPlacePlugin = (root: string) => ({
  name: 'where-it-was',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    if (!id.startsWith(root + sep) || id.includes(`${sep}node_modules${sep}`)) return null;
    if (!/\bimport\.meta\.(?:dirname|url)\b/.test(code)) return null;
    const folder = dirname(id);
    return code
      .split(STARTED)
      .map((part, at) => {
        if (at % 2 === 0)
          return part
            .replaceAll('import.meta.dirname', JSON.stringify(folder))
            .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href));
        const path = join(folder, part);
        const made = PROGRAMS[relative(root, path)];
        return made ? `join(import.meta.dirname, '${made}.mjs')` : JSON.stringify(path);
      })
      .join('');
  },
});

/** Bundles programs, named by their paths below `root`, into a few files each in `outDir`. */
export const bundlePrograms = (
  root: string,
  outDir: string,
  programs: Readonly<Record<string, string>>,
) =>
  build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [createOriginalPlacePlugin(root)],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node24',
      outDir,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(programs).map(([path, name]) => [name, join(root, path)]),
        ),
        external: OUTSIDE,
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });

/**
 * Bundles each program into a few files instead of a thousand. It starts with half the CPU, and
 * journeys start hundreds of them. The code is the same; a changed source triggers a new bundle.
 * Returns the folder.
 */
export const makePrograms = async (): Promise<string> => {
  const cache = join(root, 'node_modules/.cache/programs');
  const folder = join(cache, hashInputs(root, SOURCES).slice(0, 16));
  if (existsSync(folder)) return folder;
  for (const name of existsSync(cache) ? await readdir(cache) : []) {
    const { mtimeMs } = await stat(join(cache, name));
    if (Date.now() - mtimeMs > KEPT_MS) await rm(join(cache, name), { recursive: true });
  }
  const made = `${folder}-${process.pid}`;
  await bundlePrograms(root, made, PROGRAMS);
  await rename(made, folder);
  return folder;
};
