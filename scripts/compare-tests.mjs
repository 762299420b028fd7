// Compares the tests of two states: none may be lost without a word of where its assertion went.
//   node scripts/compare-tests.mjs before.json after.json [moves.json]
// The lists are what a run leaves, `npm run test:full -- --reporter=json --outputFile=before.json`, or `vitest list
// --json=before.json`, which sees no test that a function registers. moves.json is { "title before": "where it is now" }.
import { readFileSync } from 'node:fs';

const [beforePath, afterPath, movesPath] = process.argv.slice(2);
if (!beforePath || !afterPath) {
  console.error('node scripts/compare-tests.mjs before.json after.json [moves.json]');
  process.exit(1);
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** Titles of all tests in a list, regardless of their file. */
const readTitles = (path) => {
  const list = readJson(path);
  const results = list.testResults?.flatMap(({ assertionResults }) => assertionResults);
  return new Set(results ? results.map(({ fullName }) => fullName) : list.map(({ name }) => name));
};

const before = readTitles(beforePath);
const after = readTitles(afterPath);
const moves = movesPath ? readJson(movesPath) : {};

const goneTitles = [...before].filter((title) => !after.has(title));
const addedTitles = [...after].filter((title) => !before.has(title));
const lostTitles = goneTitles.filter((title) => !Object.hasOwn(moves, title));

for (const title of goneTitles)
  if (Object.hasOwn(moves, title)) console.log(`→ ${title}\n    ${moves[title]}`);
for (const title of lostTitles) console.log(`✗ ${title}`);
console.log(
  `${before.size} titles before, ${after.size} after: ${addedTitles.length} new, ${goneTitles.length - lostTitles.length} moved, ${lostTitles.length} lost`,
);
process.exit(lostTitles.length === 0 ? 0 : 1);
