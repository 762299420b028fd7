import { type FoundDoc, listNewestIds, type SearchMatch } from '@yunbiao/db';
import { normalizeText } from './normalize.ts';
import { type Scope, filterVisibleDocs } from './find.ts';
import type { Term } from './query.ts';
import { listBigrams } from './runs.ts';
import { type Kind, KINDS, restrictMatchToScope, type Where } from './tokens.ts';

/** Maximum number of grams of a query. */
const MAX_GRAMS = 12;
/** Maximum number of documents per gram: a more frequent gram is not selective. */
const MAX_DOCUMENTS_PER_GRAM = 300;
/** Maximum number of documents whose text is read. */
const MAX_DOCUMENTS_READ = 120;

/** A match and the texts of which a document with the gram contains one. */
type Gram = { match: SearchMatch; texts: readonly string[] };

export const listGramsOfTerms = (terms: readonly Term[]): Gram[] =>
  terms
    .flatMap((term): Gram[] =>
      term.kind === 'han'
        ? listBigrams(term.text).map((pair) => ({ match: pair, texts: [pair] }))
        : [{ match: term.match, texts: [term.text, ...(term.mended ? [term.mended] : [])] }],
    )
    .slice(0, MAX_GRAMS);

/** Weight of a gram: rarer grams weigh more. */
const computeGramWeight = (docs: number): number =>
  docs === 0
    ? 0
    : docs >= MAX_DOCUMENTS_PER_GRAM
      ? 0.3
      : 1 + Math.log10(MAX_DOCUMENTS_PER_GRAM / docs);

/** Candidates by the weight of their grams, highest first. */
const listCandidates = async (
  { executor, softwareId }: Scope,
  grams: readonly Gram[],
  { kinds, where }: { kinds: readonly Kind[]; where: Where },
): Promise<{ ids: number[]; weights: number[] }> => {
  const matches = grams.map(({ match }): SearchMatch => {
    return { any: kinds.map((kind) => restrictMatchToScope(match, softwareId, kind, where)) };
  });
  const lists = await listNewestIds(executor, matches, MAX_DOCUMENTS_PER_GRAM);
  const weights = lists.map((list) => computeGramWeight(list.length));
  const sums = new Map<number, number>();
  for (const [index, list] of lists.entries())
    for (const id of list) sums.set(id, (sums.get(id) ?? 0) + (weights[index] ?? 0));
  const ids = [...sums].toSorted(([a, x], [b, y]) => y - x || b - a).map(([id]) => id);
  return { ids: ids.slice(0, MAX_DOCUMENTS_READ), weights };
};

const readDocs = async (
  { executor }: Scope,
  ids: readonly number[],
  place: Where,
): Promise<(FoundDoc & { text: string })[]> => {
  if (ids.length === 0) return [];
  const docs = executor
    .selectFrom('search_doc')
    .select(['search_doc.id', 'kind', 'title', 'solved', 'official', 'at'])
    .where('search_doc.id', 'in', ids);
  if (place === 'title') return (await docs.execute()).map((doc) => ({ ...doc, text: '' }));
  return docs
    .innerJoin('search_text', 'search_text.id', 'search_doc.id')
    .select('search_text.text')
    .execute();
};

export type LooseMatch = { doc: FoundDoc; share: number; weight: number };

/** Documents with at least `share` of the grams, highest weight first. */
export const findLooseMatches = async (
  scope: Scope,
  grams: readonly Gram[],
  {
    share,
    kinds = KINDS,
    where = 'anywhere',
  }: { share: number; kinds?: readonly Kind[]; where?: Where },
): Promise<LooseMatch[]> => {
  const { ids, weights } = await listCandidates(scope, grams, { kinds, where });
  const docs = await readDocs(scope, ids, where);
  const near = docs.map((doc): LooseMatch => {
    const text = normalizeText(`${doc.title}\n${doc.text}`);
    const hits = grams.map(({ texts }) => texts.some((gramText) => text.includes(gramText)));
    const weight = hits.reduce((sum, isHit, i) => sum + (isHit ? (weights[i] ?? 0) : 0), 0);
    return { doc, share: hits.filter(Boolean).length / grams.length, weight };
  });
  const shownIds = new Set(filterVisibleDocs(scope, docs).map(({ id }) => id));
  return near
    .filter((candidate) => candidate.share >= share && shownIds.has(candidate.doc.id))
    .toSorted((a, b) => b.weight - a.weight || b.doc.at - a.doc.at || b.doc.id - a.doc.id);
};
