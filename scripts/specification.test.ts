import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calls } from '@yunbiao/contract';
import { describe, expect, it } from 'vitest';
import { readSpecMarks } from './lib/spec-ids.ts';
import { listQuotedWords, ROOT, listRows, SECTIONS } from './lib/specification.ts';

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

const marks = readSpecMarks(ROOT);
const ids = new Set(marks.map(({ id }) => id));

describe('an id of a test', () => {
  it('is in kebab case, directly above the test', () => {
    expect(marks.filter(({ isSound }) => !isSound)).toEqual([]);
  });

  it('is of one test', () => {
    const first = new Map(marks.toReversed().map(({ id, place }) => [id, place]));
    expect(marks.filter(({ id, place }) => first.get(id) !== place)).toEqual([]);
  });

  it('is named in the specification', () => {
    const named = new Set(SECTIONS.flatMap(listRows).flatMap(({ heldBy }) => heldBy));
    expect(marks.filter(({ id }) => !named.has(id))).toEqual([]);
  });
});

describe.each(SECTIONS)('%s of the specification', (heading) => {
  it('are each held by a test that is there', () => {
    const rows = listRows(heading);
    expect(rows.length).toBeGreaterThan(2);
    for (const { cells, heldBy } of rows) {
      expect(heldBy, `no test: ${cells.join(' | ')}`).not.toEqual([]);
      expect(heldBy.filter((id) => !ids.has(id))).toEqual([]);
    }
  });

  it('stand here once', () => {
    const named = listRows(heading).map(({ cells: [name] }) => name);
    expect(named).toEqual([...new Set(named)]);
  });
});

it('every route of the specification is one of the site', () => {
  const routes = siteRoutes();
  const named = listRows('Routes').map(({ cells: [route = ''] }) => listQuotedWords(route).join());
  expect(named.filter((route) => !routes.has(route))).toEqual([]);
});

describe('a call of the specification', () => {
  it.each(
    listRows('Calls').map(({ cells: [call = '', fields = ''] }) => [
      listQuotedWords(call).join(),
      fields,
    ]),
  )('%s is in the contract, with its fields', (call, fields) => {
    const taken = contract.get(call);
    expect(taken, call).toBeDefined();
    expect(listQuotedWords(fields).filter((field) => !taken?.has(field))).toEqual([]);
  });

  it('is a GET or a POST', () => {
    const named = listRows('Calls').map(({ cells: [call = ''] }) => listQuotedWords(call).join());
    expect(named.filter((call) => !/^(GET|POST) /.test(call))).toEqual([]);
  });
});

describe('what the specification quotes', () => {
  const facts = SECTIONS.flatMap((heading) =>
    listRows(heading)
      .filter(({ cells }) => cells.length === 3)
      .map(({ cells: [what = '', written = '', where = ''] }) => ({
        what,
        words: listQuotedWords(written),
        file: listQuotedWords(where).join(),
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
