import { hash } from 'node:crypto';
import { dirname, join } from 'node:path/posix';

/** Files whose change can affect every file: rules, compiler settings, versions, package names. */
const RULES =
  /^(?:\.oxlintrc\.json|package-lock\.json|scripts\/lint\/[^/]+\.mjs|(?:.+\/)?(?:tsconfig|package)\.json)$/;

/** Global type declarations, which also affect files that do not import them. */
const GLOBAL = /^declare (?:global|module)\b/m;

/** Imports of every kind, including types. Extra matches do no harm. */
const IMPORT = /\b(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g;

const affectsAllFiles = ({ path, text }) =>
  RULES.test(path) || /\.d\.[mc]?ts$/.test(path) || GLOBAL.test(text);

/**
 * Creates a function that resolves a package specifier to a file: `@yunbiao/label/qr` by the `exports` of its
 * package.json.
 */
const createSpecifierResolver = (files) => {
  const entries = new Map();
  for (const { path, text } of files) {
    if (!path.endsWith('/package.json')) continue;
    const { name, exports = {} } = JSON.parse(text);
    entries.set(name, { folder: dirname(path), exports });
  }
  return (specifier) => {
    const [name, rest] = /^(@[^/]+\/[^/]+)(.*)$/.exec(specifier)?.slice(1) ?? [];
    const entry = entries.get(name);
    if (entry === undefined) return null;
    const exact = entry.exports[`.${rest}`];
    const target = exact ?? entry.exports['./*']?.replace('*', rest.slice(1));
    return target === undefined ? null : join(entry.folder, target);
  };
};

/** File → the files that import it. */
const listImporters = (files) => {
  const getEntry = createSpecifierResolver(files);
  const importers = new Map();
  for (const { path, text } of files) {
    for (const [, specifier] of text.matchAll(IMPORT)) {
      const target = specifier.startsWith('.')
        ? join(dirname(path), specifier)
        : getEntry(specifier);
      if (target === null) continue;
      const knownImporters = importers.get(target);
      if (knownImporters) knownImporters.push(path);
      else importers.set(target, [path]);
    }
  }
  return importers;
};

/**
 * Hashes of the checked files, by path. The next run compares with them in {@link affected}.
 * @param {{ path: string, text: string }[]} files
 */
export const hashFiles = (files) =>
  Object.fromEntries(files.map(({ path, text }) => [path, hash('sha1', text)]));

/**
 * Files for which a rule may give another result than for `record`: changed files, and files that import one, directly
 * or indirectly. Rules only see a file and the types it imports. Null when every file may be affected.
 * @param {{ path: string, text: string }[]} files all sources and what `RULES` names, by their paths in the repository
 * @param {Record<string, string> | null} record
 */
export const findAffectedFiles = (files, record) => {
  if (record === null) return null;
  const now = hashFiles(files);
  const paths = new Set(Object.keys(now));
  const removedPaths = Object.keys(record).filter((path) => !paths.has(path));
  const changedFiles = files.filter(({ path }) => now[path] !== record[path]);
  if (removedPaths.some((path) => RULES.test(path)) || changedFiles.some(affectsAllFiles))
    return null;
  const importers = listImporters(files);
  const reached = new Set([...removedPaths, ...changedFiles.map(({ path }) => path)]);
  for (const path of reached)
    for (const importer of importers.get(path) ?? []) reached.add(importer);
  return [...reached].filter((path) => paths.has(path) && !path.endsWith('.json')).toSorted();
};
