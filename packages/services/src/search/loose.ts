import { type FoundDoc, newestIds, type SearchMatch } from '@yunbiao/db';
import { fold } from './fold.ts';
import { type Scope, listShown } from './find.ts';
import type { Term } from './query.ts';
import { listPairs } from './runs.ts';
import { type Kind, KINDS, scoped, type Where } from './tokens.ts';

/** Grams of a query that are looked for one by one. */
const MAX_GRAMS = 12;
/** Documents of one gram: a gram in more of them tells little. */
const MAX_DOCUMENTS_PER_GRAM = 300;
/** Documents that are looked into. */
const MAX_DOCUMENTS_READ = 120;

/** `text` tells what a document that has the gram contains. */
type Gram = { match: SearchMatch; texts: readonly string[] };

export const gramsOfTerms = (terms: readonly Term[]): Gram[] =>
  terms
    .flatMap((term): Gram[] =>
      term.kind === 'han'
        ? listPairs(term.text).map((pair) => ({ match: pair, texts: [pair] }))
        : [{ match: term.match, texts: [term.text, ...(term.mended ? [term.mended] : [])] }],
    )
    .slice(0, MAX_GRAMS);

/** The rarer, the more it says. */
const getWeight = (docs: number): number =>
  docs === 0
    ? 0
    : docs >= MAX_DOCUMENTS_PER_GRAM
      ? 0.3
      : 1 + Math.log10(MAX_DOCUMENTS_PER_GRAM / docs);

/** Candidates by what they share with the grams, the most telling first. */
const candidates = async (
  { executor, softwareId }: Scope,
  grams: readonly Gram[],
  { kinds, where }: { kinds: readonly Kind[]; where: Where },
): Promise<{ ids: number[]; weights: number[] }> => {
  const matches = grams.map(({ match }): SearchMatch => {
    return { any: kinds.map((kind) => scoped(match, softwareId, kind, where)) };
  });
  const lists = await newestIds(executor, matches, MAX_DOCUMENTS_PER_GRAM);
  const weights = lists.map((list) => getWeight(list.length));
  const sums = new Map<number, number>();
  for (const [index, list] of lists.entries())
    for (const id of list) sums.set(id, (sums.get(id) ?? 0) + (weights[index] ?? 0));
  const ids = [...sums].toSorted(([a, x], [b, y]) => y - x || b - a).map(([id]) => id);
  return { ids: ids.slice(0, MAX_DOCUMENTS_READ), weights };
};

const read = async (
  { executor }: Scope,
  ids: readonly number[],
  where: Where,
): Promise<(FoundDoc & { text: string })[]> => {
  if (ids.length === 0) return [];
  const docs = executor
    .selectFrom('search_doc')
    .select(['search_doc.id', 'kind', 'title', 'solved', 'official', 'at'])
    .where('search_doc.id', 'in', ids);
  if (where === 'title') return (await docs.execute()).map((doc) => ({ ...doc, text: '' }));
  return docs
    .innerJoin('search_text', 'search_text.id', 'search_doc.id')
    .select('search_text.text')
    .execute();
};

export type Near = { doc: FoundDoc; share: number; weight: number };

/** Documents with at least `share` of the grams, those with the most telling ones first. */
export const findNear = async (
  scope: Scope,
  grams: readonly Gram[],
  {
    share,
    kinds = KINDS,
    where = 'anywhere',
  }: { share: number; kinds?: readonly Kind[]; where?: Where },
): Promise<Near[]> => {
  const { ids, weights } = await candidates(scope, grams, { kinds, where });
  const docs = await read(scope, ids, where);
  const near = docs.map((doc): Near => {
    const text = fold(`${doc.title}\n${doc.text}`);
    const has = grams.map(({ texts }) => texts.some((one) => text.includes(one)));
    const weight = has.reduce((sum, yes, i) => sum + (yes ? (weights[i] ?? 0) : 0), 0);
    return { doc, share: has.filter(Boolean).length / grams.length, weight };
  });
  const shown = new Set(listShown(scope, docs).map(({ id }) => id));
  return near
    .filter((one) => one.share >= share && shown.has(one.doc.id))
    .toSorted((a, b) => b.weight - a.weight || b.doc.at - a.doc.at || b.doc.id - a.doc.id);
};
