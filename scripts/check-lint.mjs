// Runs the rules of .oxlintrc.json on the files whose result may differ from the last run without findings. Type-aware
// rules take most of the time, and most files have neither changed nor import a changed file.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { findAffectedFiles, hashFiles } from './lint/affected.mjs';
import { root, runProgram } from './lib/runtime.mjs';

const remembered = join(root, 'node_modules/.cache/lint.json');
const withWarnings = process.argv.includes('--warnings');

/** In the root, `data` holds the data of a site; elsewhere a folder of that name is code. */
const isExcludedFolder = ({ name, parentPath }) =>
  /^(?:node_modules|dist|\.git|\.cache)$/.test(name) ||
  (parentPath === root && /^data(?:-.*)?$/.test(name));

const SOURCES = ['**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}', '**/{package,package-lock,tsconfig}.json'];
const files = globSync(SOURCES, { cwd: root, exclude: isExcludedFolder, withFileTypes: true })
  .map((entry) => join(entry.parentPath, entry.name))
  .concat(join(root, '.oxlintrc.json'))
  .map((path) => ({
    path: path
      .slice(root.length + 1)
      .split(sep)
      .join('/'),
    text: readFileSync(path, 'utf8'),
  }));

const readLastRecord = () => {
  try {
    return JSON.parse(readFileSync(remembered, 'utf8'));
  } catch {
    // No earlier run, or the record is unreadable: check everything.
    return null;
  }
};

const looked = findAffectedFiles(files, withWarnings ? null : readLastRecord());
if (looked !== null) console.log(`${looked.length} of ${files.length} files`);
const args = withWarnings ? [] : ['--quiet'];
const code =
  looked?.length === 0
    ? 0
    : await runProgram('oxlint', [...args, '--no-error-on-unmatched-pattern', ...(looked ?? [])]);
if (code === 0) {
  mkdirSync(dirname(remembered), { recursive: true });
  writeFileSync(remembered, JSON.stringify(hashFiles(files)));
}
process.exit(code);
