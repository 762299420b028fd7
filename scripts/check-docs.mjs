// A path, an npm script and a name that documents mention must exist, each package and app opens with a short README,
// nothing is left that was to be written, and screens have the words of the glossary.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findStaleMigrations } from './lib/changelog.mjs';
import {
  deadReferences,
  documents,
  findUnknownNames,
  listNames,
  unintroduced,
} from './lib/docs.mjs';
import { findPlaceholders } from './lib/placeholders.mjs';
import { listSources } from './lib/repository.mjs';
import { root } from './lib/runtime.mjs';
import { findWrongWords } from './lib/screen-words.ts';
import { WORD_EXCEPTIONS } from './lib/word-exceptions.ts';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const scripts = new Set(Object.keys(manifest.scripts ?? {}));
const sources = listSources(root);
const names = listNames(sources);
const texts = documents(root).map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}));
const newest = readdirSync(join(root, 'packages/db/src/migrations'))
  .flatMap((file) => /^(\d{4})-/.exec(file)?.[1] ?? [])
  .toSorted()
  .at(-1);
const found = [
  ...texts.flatMap(({ path: file, text }) => [
    ...deadReferences({ root, file, text, scripts }),
    ...findUnknownNames({ file, text, names }),
  ]),
  ...texts
    .filter(({ path }) => path === 'CHANGELOG.md')
    .flatMap(({ path: file, text }) => findStaleMigrations({ file, text, newest })),
  ...findPlaceholders([...sources, ...texts]),
  ...unintroduced(root),
  ...texts
    .filter(({ path }) => path === 'docs/glossary.md')
    .flatMap(({ text }) =>
      findWrongWords({ glossary: text, sources, exceptions: WORD_EXCEPTIONS }),
    ),
];
for (const one of found) console.error(one);
process.exit(found.length === 0 ? 0 : 1);
