import { hash } from 'node:crypto';
import { dirname, join } from 'node:path/posix';

/** What decides about every file: rules, settings of types, versions, names of packages. */
const RULES =
  /^(?:\.oxlintrc\.json|package-lock\.json|scripts\/lint\/[^/]+\.mjs|(?:.+\/)?(?:tsconfig|package)\.json)$/;

/** Types that reach files which import nothing of them. */
const GLOBAL = /^declare (?:global|module)\b/m;

/** Imports of every kind, types too; more than there are does no harm. */
const IMPORT = /\b(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g;

const isRule = ({ path, text }) =>
  RULES.test(path) || /\.d\.[mc]?ts$/.test(path) || GLOBAL.test(text);

/** `@yunbiao/label/qr` → the file it stands for, as the `exports` of that package say. */
const listEntries = (files) => {
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
  const getEntry = listEntries(files);
  const importers = new Map();
  for (const { path, text } of files) {
    for (const [, specifier] of text.matchAll(IMPORT)) {
      const target = specifier.startsWith('.')
        ? join(dirname(path), specifier)
        : getEntry(specifier);
      if (target === null) continue;
      const known = importers.get(target);
      if (known) known.push(path);
      else importers.set(target, [path]);
    }
  }
  return importers;
};

/**
 * What is remembered of files in which nothing was found: `affected` of the next look compares with it.
 * @param {{ path: string, text: string }[]} files
 */
export const getRecord = (files) =>
  Object.fromEntries(files.map(({ path, text }) => [path, hash('sha1', text)]));

/**
 * The files a rule may judge otherwise than when `record` was made: those that changed, and those that import one of
 * them, however far. Rules look at a file and at the types it imports, and at nothing else. Null when it may be any.
 * @param {{ path: string, text: string }[]} files all sources and what `RULES` names, by their paths in the repository
 * @param {Record<string, string> | null} record
 */
export const affected = (files, record) => {
  if (record === null) return null;
  const now = getRecord(files);
  const paths = new Set(Object.keys(now));
  const gone = Object.keys(record).filter((path) => !paths.has(path));
  const changed = files.filter(({ path }) => now[path] !== record[path]);
  if (gone.some((path) => RULES.test(path)) || changed.some(isRule)) return null;
  const importers = listImporters(files);
  const reached = new Set([...gone, ...changed.map(({ path }) => path)]);
  for (const path of reached) for (const one of importers.get(path) ?? []) reached.add(one);
  return [...reached].filter((path) => paths.has(path) && !path.endsWith('.json')).toSorted();
};
