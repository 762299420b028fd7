import { describe, expect, it } from 'vitest';
import { findAffectedFiles, hashFiles } from './affected.mjs';

const listFiles = (sources) => Object.entries(sources).map(([path, text]) => ({ path, text }));

const SOURCES = {
  'package.json': '{"name":"yunbiao"}',
  'packages/label/package.json':
    '{"name":"@yunbiao/label","exports":{".":"./src/index.ts","./qr":"./src/matrix/qr.ts"}}',
  'packages/label/src/index.ts': "export { a } from './a.ts';\n",
  'packages/label/src/a.ts': "export type { B } from './b.ts';\nexport const a = 1;\n",
  'packages/label/src/b.ts': 'export type B = string;\n',
  'packages/label/src/matrix/qr.ts': 'export const qr = 1;\n',
  'packages/contract/package.json': '{"name":"@yunbiao/contract","exports":{"./*":"./src/*.ts"}}',
  'packages/contract/src/limits/money.ts': 'export const MONEY = 1;\n',
  'apps/site/src/page.ts': "import { a } from '@yunbiao/label';\n",
  'apps/site/src/lazy.ts': "const page = await import('./page.ts');\n",
  'apps/site/src/code.ts': "import { qr } from '@yunbiao/label/qr';\n",
  'apps/server/src/price.ts':
    "import {\n  MONEY,\n} from '@yunbiao/contract/limits/money';\nimport 'node:fs';\n",
};
const record = hashFiles(listFiles(SOURCES));
const findAfter = (changes) =>
  findAffectedFiles(
    listFiles({ ...SOURCES, ...changes }).filter(({ text }) => text !== null),
    record,
  );

describe('the files rules are asked about', () => {
  it('are none while nothing changed, and all where nothing is remembered', () => {
    expect(findAfter({})).toEqual([]);
    expect(findAffectedFiles(listFiles(SOURCES), null)).toBe(null);
  });

  it('are those that changed, and whatever imports them: by path, by package, later, as a type', () => {
    expect(findAfter({ 'packages/label/src/b.ts': 'export type B = number;\n' })).toEqual([
      'apps/site/src/lazy.ts',
      'apps/site/src/page.ts',
      'packages/label/src/a.ts',
      'packages/label/src/b.ts',
      'packages/label/src/index.ts',
    ]);
  });

  it('are found through the entries of a package, one by one or by a pattern', () => {
    expect(findAfter({ 'packages/label/src/matrix/qr.ts': '' })).toEqual([
      'apps/site/src/code.ts',
      'packages/label/src/matrix/qr.ts',
    ]);
    expect(findAfter({ 'packages/contract/src/limits/money.ts': '' })).toEqual([
      'apps/server/src/price.ts',
      'packages/contract/src/limits/money.ts',
    ]);
  });

  it('are those that import what is gone, and what is new', () => {
    expect(findAfter({ 'apps/site/src/page.ts': null })).toEqual(['apps/site/src/lazy.ts']);
    expect(findAfter({ 'apps/site/src/new.ts': 'export {};\n' })).toEqual(['apps/site/src/new.ts']);
  });

  it.each([
    ['.oxlintrc.json', '{}'],
    ['package-lock.json', '{}'],
    ['tsconfig.json', '{}'],
    ['scripts/lint/plugin.mjs', ''],
    ['packages/label/package.json', '{"name":"@yunbiao/label"}'],
    ['packages/label/package.json', null],
    ['apps/site/src/vite-env.d.ts', ''],
    ['apps/site/src/page.ts', "declare module 'x' {}\n"],
  ])('are all when %s changes', (path, text) => {
    expect(findAfter({ [path]: text })).toBe(null);
  });
});
