import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { deadReferences, documents, unintroduced } from './docs.mjs';

const root = mkdtempSync(join(tmpdir(), 'docs-'));
mkdirSync(join(root, 'docs'));
writeFileSync(join(root, 'docs/api.md'), '');
writeFileSync(join(root, 'package.json'), '{}');
afterAll(() => rmSync(root, { recursive: true, force: true }));

const check = (text, file = 'README.md') =>
  deadReferences({ root, file, text, scripts: new Set(['start', 'verify']) });

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

it('finds a dead link, read from the document it stands in', () => {
  expect(check('[api](api.md) [gone](../gone.md)', 'docs/index.md')).toHaveLength(1);
});

it('finds an npm script that does not exist', () => {
  expect(check('`npm run deploy` and `npm test`')).toHaveLength(2);
});

it('wants a README of each package and app, and a short one', () => {
  const house = mkdtempSync(join(tmpdir(), 'docs-house-'));
  onTestFinished(() => rmSync(house, { recursive: true, force: true }));
  for (const part of ['packages/long', 'packages/fine', 'apps/none'])
    mkdirSync(join(house, part), { recursive: true });
  writeFileSync(join(house, 'packages/long/README.md'), 'line\n'.repeat(41));
  writeFileSync(join(house, 'packages/fine/README.md'), 'line\n'.repeat(40));
  expect(unintroduced(house)).toEqual([
    expect.stringMatching(/^packages\/long\/README\.md 有 41 行/),
    expect.stringMatching(/^apps\/none\/README\.md 没有/),
  ]);
  expect(documents(house)).toContain('packages/fine/README.md');
});
