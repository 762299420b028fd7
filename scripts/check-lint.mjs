// The rules of .oxlintrc.json, on the files they may judge otherwise than the last time they found nothing. Asking for
// types takes most of the time of a check, and most files neither changed nor import what did.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { affected, getRecord } from './lint/affected.mjs';
import { root, run } from './lib/runtime.mjs';

const remembered = join(root, 'node_modules/.cache/lint.json');
const withWarnings = process.argv.includes('--warnings');

/** `data` of the root is what a site stores; folders of that name in sources are code. */
const isLeftOut = ({ name, parentPath }) =>
  /^(?:node_modules|dist|\.git|\.cache)$/.test(name) ||
  (parentPath === root && /^data(?:-.*)?$/.test(name));

const SOURCES = ['**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}', '**/{package,package-lock,tsconfig}.json'];
const files = globSync(SOURCES, { cwd: root, exclude: isLeftOut, withFileTypes: true })
  .map((entry) => join(entry.parentPath, entry.name))
  .concat(join(root, '.oxlintrc.json'))
  .map((path) => ({
    path: path
      .slice(root.length + 1)
      .split(sep)
      .join('/'),
    text: readFileSync(path, 'utf8'),
  }));

const readRecord = () => {
  try {
    return JSON.parse(readFileSync(remembered, 'utf8'));
  } catch {
    // Never looked, or the note is broken: everything is looked at.
    return null;
  }
};

const looked = affected(files, withWarnings ? null : readRecord());
if (looked !== null) console.log(`${looked.length} of ${files.length} files`);
const args = withWarnings ? [] : ['--quiet'];
const code =
  looked?.length === 0
    ? 0
    : await run('oxlint', [...args, '--no-error-on-unmatched-pattern', ...(looked ?? [])]);
if (code === 0) {
  mkdirSync(dirname(remembered), { recursive: true });
  writeFileSync(remembered, JSON.stringify(getRecord(files)));
}
process.exit(code);
