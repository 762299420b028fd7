import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

export const readSource = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

export type Source = { path: string; text: string };

let cachedSources: Source[] | undefined;

/** Source files of the product, without tests and generated files. */
export const listSources = (): Source[] =>
  (cachedSources ??= globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((path) => !/\.test\.tsx?$|\.gen\.ts$|\/testing[./-]/.test(path))
    .toSorted()
    .map((path) => ({ path, text: readSource(path) })));
