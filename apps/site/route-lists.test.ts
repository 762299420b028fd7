import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listRouteChildren } from './route-lists.ts';

it('keeps every child of the generated route tree, in order', async () => {
  const source = await readFile(join(import.meta.dirname, 'src/routeTree.gen.ts'), 'utf8');
  const listed = listRouteChildren(source);
  const children = /^const \w+Children(?:: \w+)? = [[{]([^}\]]*)[}\]]$/gm;
  const read = (text: string, item: RegExp) =>
    [...text.matchAll(children)].map(([, body = '']) =>
      [...body.matchAll(item)].map(([, one]) => one),
    );
  const named = read(source, /\w+:\s+(\w+),/g);
  expect(named.flat().length).toBeGreaterThan(40);
  expect(read(listed, /(\w+),/g)).toEqual(named);
  expect(() => stripTypeScriptTypes(listed)).not.toThrow();
});

it('refuses a route tree that is written in another way', () =>
  expect(() => listRouteChildren('export const routeTree = {}')).toThrow(/names no children/));
