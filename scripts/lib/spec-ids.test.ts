import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findSpecMarks, readSpecMarks } from './spec-ids.ts';

const listSoundIds = (...lines: string[]): string[] =>
  findSpecMarks(lines.join('\n'), 'a.test.ts')
    .filter(({ isSound }) => isSound)
    .map(({ id }) => id);

it('finds the ids above tests, several above one, and where they are', () => {
  const lines = [
    "describe('a block', () => {",
    '  // @spec one',
    "  it('is one', () => {});",
    '  // @spec two-a',
    '  // @spec two-b',
    '  it.each([',
    "    ['a', 1],",
    "  ] as const)('%s', () => {});",
    '});',
  ];
  expect(findSpecMarks(lines.join('\n'), 'a.test.ts')).toEqual([
    { id: 'one', place: 'a.test.ts:2', isSound: true },
    { id: 'two-a', place: 'a.test.ts:4', isSound: true },
    { id: 'two-b', place: 'a.test.ts:5', isSound: true },
  ]);
});

it.each([
  "it('is one', () => {});",
  "test('is one', () => {});",
  'it.for<number>([1])(',
  "it.runIf(noBrowser)('is one', () => {});",
])('takes %s for a test', (call) => {
  expect(listSoundIds('// @spec one', call)).toEqual(['one']);
});

it.each([
  ['a line between', '', "it('is one', () => {});"],
  ['a block', "describe('is one', () => {"],
  ['a test that is always skipped', "it.skip('is one', () => {});"],
  ['a test that is only said', "// it('is one', () => {});"],
  ['a name that begins alike', "items.push('is one');"],
  ['the end of the file'],
])('refuses an id above %s', (_, ...below) => {
  expect(listSoundIds('// @spec one', ...below)).toEqual([]);
});

it.each(['', 'One', 'one_two', 'one, two', 'one-'])('refuses “%s” as an id', (id) => {
  const [mark] = findSpecMarks(`// @spec ${id}\nit('is one', () => {});`, 'a.test.ts');
  expect(mark).toEqual({ id, place: 'a.test.ts:1', isSound: false });
});

it('reads the tests of every part, not what was installed or built there', () => {
  const root = mkdtempSync(join(tmpdir(), 'spec-ids-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (folder: string, file: string, id: string): void => {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, file), `// @spec ${id}\nit('is one', () => {});\n`);
  };
  write('packages/a/src', 'a.test.ts', 'of-package');
  write('apps/b', 'b.test.tsx', 'of-app');
  write('e2e', 'c.test.ts', 'of-browser');
  write('packages/a/node_modules/x', 'd.test.ts', 'installed');
  write('apps/b/dist', 'e.test.ts', 'built');
  write('packages/a/src', 'no-test.ts', 'of-no-test');
  const ids = readSpecMarks(root).map(({ id }) => id);
  expect(ids).toEqual(['of-package', 'of-app', 'of-browser']);
});
