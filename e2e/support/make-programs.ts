import { existsSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { hashOfInputs } from '../../scripts/lib/inputs.mjs';
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

/** Another run may still be at those of an earlier state. */
const KEPT_MS = 24 * 3600_000;

/**
 * What stays outside: native code, what only development asks for, and what is loaded when it is first needed, whose
 * modules must run in their own order.
 */
const OUTSIDE = [/^node:/, /^@node-rs\//, /^@jsquash\//, /^@simplewebauthn\//, 'pg', 'vite'];

/** A program a program starts, by its path beside it. */
const STARTED = /\bjoin\(import\.meta\.dirname, '([^']+\.ts)'\)/g;

/** Files are found beside the sources, wherever their code has come to lie, and made programs beside each other. */
const whereItWas = (root: string) => ({
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

/** Makes programs, by their paths below `root`, into a few files each, in `outDir`. */
export const bundlePrograms = (
  root: string,
  outDir: string,
  programs: Readonly<Record<string, string>>,
) =>
  build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [whereItWas(root)],
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
 * Makes each program a few files instead of a thousand: it starts with half the CPU, and journeys start hundreds. The
 * code is the same, and is made again when a source changes. Answers the folder.
 */
export const makePrograms = async (): Promise<string> => {
  const cache = join(root, 'node_modules/.cache/programs');
  const folder = join(cache, hashOfInputs(root, SOURCES).slice(0, 16));
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
