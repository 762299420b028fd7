import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import {
  findDeadReferences,
  listDocuments,
  findUnknownNames,
  listCamelCaseNames,
  findMissingReadmes,
} from './docs.mjs';

const root = mkdtempSync(join(tmpdir(), 'docs-'));
for (const folder of ['docs', 'apps/site', 'apps/server'])
  mkdirSync(join(root, folder), { recursive: true });
writeFileSync(join(root, 'docs/api.md'), '');
writeFileSync(join(root, 'package.json'), '{}');
afterAll(() => rmSync(root, { recursive: true, force: true }));

const check = (text, file = 'README.md') =>
  findDeadReferences({ root, file, text, scripts: new Set(['start', 'verify']) });

it.each([
  ['a living path', 'See `docs/api.md` and `package.json`.'],
  ['a link with an anchor', '[api](docs/api.md#calls)'],
  ['a pattern', 'Everything in `packages/*/src` and `apps/{site,server}`.'],
  ['a web address', '[site](https://example.com/docs/x.md)'],
  ['a path in a block of code', '```\n`docs/gone.md`\n```'],
  ['a script that exists', 'Run `npm start`, then `npm run verify`.'],
])('accepts %s', (_, text) => expect(check(text)).toEqual([]));

it('finds a dead quoted path, with its line', () => {
  expect(check('one\ntwo `docs/gone.md`')).toEqual(['README.md:2 路径不存在：docs/gone.md']);
});

it('finds the dead one of several paths in braces', () => {
  expect(check('`apps/{site,gone}`')).toEqual(['README.md:1 路径不存在：apps/gone']);
});

it('finds a dead link, read from the document it stands in', () => {
  expect(check('[api](api.md) [gone](../gone.md)', 'docs/index.md')).toHaveLength(1);
});

it('finds an npm script that does not exist', () => {
  expect(check('`npm run deploy` and `npm test`')).toHaveLength(2);
});

it('finds a name in camel case that no source has', () => {
  const names = listCamelCaseNames([{ path: 'a.ts', text: 'const listRows = () => [];' }]);
  const find = (text) => findUnknownNames({ file: 'README.md', text, names });
  expect(find('`listRows`, `listRows()` and `rows`')).toEqual([]);
  expect(find('`/user/printStat`, `src/readRows.ts`, `\\x10JR` and printStat')).toEqual([]);
  expect(find('one\ntwo `listRows(allRows)`')).toEqual(['README.md:2 源码里没有这个名字：allRows']);
});

it('wants a README of each package and app, and a short one', () => {
  const house = mkdtempSync(join(tmpdir(), 'docs-house-'));
  onTestFinished(() => rmSync(house, { recursive: true, force: true }));
  for (const part of ['packages/long', 'packages/fine', 'apps/none'])
    mkdirSync(join(house, part), { recursive: true });
  writeFileSync(join(house, 'packages/long/README.md'), 'line\n'.repeat(41));
  writeFileSync(join(house, 'packages/fine/README.md'), 'line\n'.repeat(40));
  expect(findMissingReadmes(house)).toEqual([
    expect.stringMatching(/^packages\/long\/README\.md 有 41 行/),
    expect.stringMatching(/^apps\/none\/README\.md 没有/),
  ]);
  expect(listDocuments(house)).toContain('packages/fine/README.md');
});

it('reads the documents that stand beside fonts, printers and fixtures', () => {
  const house = mkdtempSync(join(tmpdir(), 'docs-beside-'));
  onTestFinished(() => rmSync(house, { recursive: true, force: true }));
  const beside = ['packages/label/fonts', 'e2e/printers/zpl', 'fixtures/hanzi'];
  for (const folder of ['apps', ...beside]) mkdirSync(join(house, folder), { recursive: true });
  for (const folder of beside) writeFileSync(join(house, folder, 'README.md'), '');
  expect(listDocuments(house)).toEqual(
    expect.arrayContaining(beside.map((folder) => `${folder}/README.md`)),
  );
});
