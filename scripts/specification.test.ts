import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calls } from '@yunbiao/contract';
import { describe, expect, it } from 'vitest';
import { quoted, ROOT, rowsOf, SECTIONS } from './lib/specification.ts';
import { titlesIn } from './lib/test-titles.ts';

const contract = new Map(
  Object.values(calls).map(({ method, path, input }) => [
    `${method} ${path}`,
    new Set(Object.keys(input.shape)),
  ]),
);

/** Addresses of the site as the document writes them: `/$soft/qa/{$id}.html` is `/{soft}/qa/{id}.html`. */
const siteRoutes = (): Set<string> => {
  const tree = readFileSync(join(ROOT, 'apps/site/src/routeTree.gen.ts'), 'utf8');
  const byPath = tree.split('interface FileRoutesByTo {')[1]?.split('\n}')[0] ?? '';
  return new Set(
    [...byPath.matchAll(/^  '([^']+)'/gm)].map(([, route = '']) =>
      route.replaceAll(/\{?\$(\w+)\}?/g, '{$1}'),
    ),
  );
};

const known = new Map<string, string[]>();
const titlesOf = (file: string): string[] => {
  const path = join(ROOT, file);
  if (!known.has(file))
    known.set(file, existsSync(path) ? titlesIn(readFileSync(path, 'utf8')) : []);
  return known.get(file) ?? [];
};

describe.each(SECTIONS)('%s of the specification', (heading) => {
  it('are each held by a test that is there', () => {
    const rows = rowsOf(heading);
    expect(rows.length).toBeGreaterThan(2);
    for (const { cells, heldBy } of rows) {
      expect(heldBy, `no test: ${cells.join(' | ')}`).not.toEqual([]);
      for (const { file, title } of heldBy) expect(titlesOf(file), file).toContain(title);
    }
  });

  it('stand here once', () => {
    const named = rowsOf(heading).map(({ cells: [name] }) => name);
    expect(named).toEqual([...new Set(named)]);
  });
});

it('every route of the specification is one of the site', () => {
  const routes = siteRoutes();
  const named = rowsOf('Routes').map(({ cells: [route = ''] }) => quoted(route).join());
  expect(named.filter((route) => !routes.has(route))).toEqual([]);
});

describe('a call of the specification', () => {
  it.each(
    rowsOf('Calls').map(({ cells: [call = '', fields = ''] }) => [quoted(call).join(), fields]),
  )('%s is in the contract, with its fields', (call, fields) => {
    const taken = contract.get(call);
    expect(taken, call).toBeDefined();
    expect(quoted(fields).filter((field) => !taken?.has(field))).toEqual([]);
  });

  it('is a GET or a POST', () => {
    const named = rowsOf('Calls').map(({ cells: [call = ''] }) => quoted(call).join());
    expect(named.filter((call) => !/^(GET|POST) /.test(call))).toEqual([]);
  });
});

describe('what the specification quotes', () => {
  const facts = SECTIONS.flatMap((heading) =>
    rowsOf(heading)
      .filter(({ cells }) => cells.length === 3)
      .map(({ cells: [what = '', written = '', where = ''] }) => ({
        what,
        words: quoted(written),
        file: quoted(where).join(),
      })),
  );

  /** A number stands alone, in the source with or without `_`; a text as it is. */
  const isIn = (source: string, word: string): boolean =>
    /^-?\d+$/.test(word)
      ? new Set<string>(source.replaceAll(/(\d)_(?=\d)/g, '$1').match(/-?\d+/g)).has(word)
      : source.includes(word);

  it.each(facts)('$what: is in $file', ({ words, file }) => {
    const source = readFileSync(join(ROOT, file), 'utf8');
    expect(words).not.toEqual([]);
    expect(words.filter((word) => !isIn(source, word))).toEqual([]);
  });
});
