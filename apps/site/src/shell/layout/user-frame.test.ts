import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const readSource = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

/** Routes that only lead to another page. */
const LEADING_ON = ['/$soft/user/index', '/$soft/user/template'];

it('links every page of a member, and no other', () => {
  const tree = readSource('../../routeTree.gen.ts');
  const byPath = tree.split('interface FileRoutesByTo {')[1]?.split('\n}')[0] ?? '';
  const pages = Array.from(byPath.matchAll(/^ {2}'(\/\$soft\/user[^']*)'/gm), ([, to = '']) => to);
  const frame = readSource('user-frame.tsx');
  const links = Array.from(frame.matchAll(/\{ to: '([^']+)'/g), ([, to = '']) => to);
  expect(pages.length).toBeGreaterThan(10);
  // The own templates lie in the library.
  const expected = [...pages.filter((to) => !LEADING_ON.includes(to)), '/$soft/tools/temp'];
  expect([...new Set(links)].toSorted()).toEqual(expected.toSorted());
});

it('links the own templates where their address leads', () => {
  const route = readSource('../../routes/$soft.user.template.tsx');
  const frame = readSource('user-frame.tsx');
  for (const source of [route, readSource('account-items.tsx')]) {
    expect(source).toContain('/$soft/tools/temp');
    expect(source).toContain("own: '1'");
  }
  expect(frame).toContain("{ to: '/$soft/tools/temp', search: { own: '1' }, label: '我的模板' }");
});
