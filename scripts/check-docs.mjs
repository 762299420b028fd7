// Checks the documents: every path, npm script and name they mention exists, each package and app has a short README,
// no placeholder is left, and texts on screen use the words of the glossary.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findStaleMigrations } from './lib/changelog.mjs';
import {
  findDeadReferences,
  listDocuments,
  findUnknownNames,
  listCamelCaseNames,
  findMissingReadmes,
} from './lib/docs.mjs';
import { findPlaceholders } from './lib/placeholders.mjs';
import { listSources } from './lib/repository.mjs';
import { root } from './lib/runtime.mjs';
import { findWrongWords } from './lib/screen-words.ts';
import { WORD_EXCEPTIONS } from './lib/word-exceptions.ts';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const scripts = new Set(Object.keys(manifest.scripts ?? {}));
const sources = listSources(root);
const names = listCamelCaseNames(sources);
const texts = listDocuments(root).map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}));
const newest = readdirSync(join(root, 'packages/db/src/migrations'))
  .flatMap((file) => /^(\d{4})-/.exec(file)?.[1] ?? [])
  .toSorted()
  .at(-1);
const deadReferences = [
  ...texts.flatMap(({ path: file, text }) => [
    ...findDeadReferences({ root, file, text, scripts }),
    ...findUnknownNames({ file, text, names }),
  ]),
  ...texts
    .filter(({ path }) => path === 'CHANGELOG.md')
    .flatMap(({ path: file, text }) => findStaleMigrations({ file, text, newest })),
  ...findPlaceholders([...sources, ...texts]),
  ...findMissingReadmes(root),
  ...texts
    .filter(({ path }) => path === 'docs/glossary.md')
    .flatMap(({ text }) =>
      findWrongWords({ glossary: text, sources, exceptions: WORD_EXCEPTIONS }),
    ),
];
for (const reference of deadReferences) console.error(reference);
process.exit(deadReferences.length === 0 ? 0 : 1);
