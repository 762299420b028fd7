import type { SearchPage } from './page.ts';
import type { PageIndex, WeighedLayer } from './page-index.ts';
import { type QueryReadings, segmentAndCorrectQuery } from './read-query.ts';
import { listQueryTokens } from './tokens.ts';

/** Share of the query that no page can have: unknown words count little. */
const UNKNOWN_SHARE = 0.5;
/** The score of a page: its texts, and its phrase that is nearest to the query. */
const TEXT_SHARE = 0.6;
const PHRASE_SHARE = 1;
/** Mended queries count a little less. */
const MENDED_SHARE = 0.93;

/** Tokens of a query with their weight in this index. */
type Query = { weights: ReadonlyMap<string, number>; total: number };

const buildWeighedQuery = (
  { layers, getRarity }: PageIndex,
  tokens: ReadonlyMap<string, number>,
): Query => {
  const weights = new Map<string, number>();
  let total = 0;
  for (const [token, weight] of tokens) {
    const value = weight * getRarity(token);
    const isKnown = layers.some(({ layer }) => layer.postings.has(token));
    weights.set(token, value);
    total += value * (isKnown ? 1 : UNKNOWN_SHARE);
  }
  return { weights, total };
};

const scoreTexts = ({ layer }: WeighedLayer, { weights, total }: Query): Float64Array => {
  const scores = new Float64Array(layer.pages.length);
  for (const [token, weight] of weights)
    for (const posting of layer.postings.get(token) ?? [])
      scores[posting.page] = (scores[posting.page] ?? 0) + (weight / total) * posting.weight;
  return scores;
};

/** Similarity of the query and the nearest phrase of each page, 0 to 1. */
const scorePhrases = (
  { layer, phraseTotals }: WeighedLayer,
  { weights, total }: Query,
): Float64Array => {
  const shared = new Map<number, number>();
  for (const [token, weight] of weights)
    for (const { phrase } of layer.phrasesByToken.get(token) ?? [])
      shared.set(phrase, (shared.get(phrase) ?? 0) + weight);
  const scores = new Float64Array(layer.pages.length);
  for (const [phrase, common] of shared) {
    const page = layer.phrasePages[phrase];
    if (page === undefined) continue;
    const similarity = Math.min(1, (2 * common) / (total + (phraseTotals[phrase] ?? 0)));
    scores[page] = Math.max(scores[page] ?? 0, similarity);
  }
  return scores;
};

const scorePagesOfLayer = (layer: WeighedLayer, query: Query): Float64Array => {
  const phrases = scorePhrases(layer, query);
  return scoreTexts(layer, query).map(
    (score, page) => TEXT_SHARE * score + PHRASE_SHARE * (phrases[page] ?? 0),
  );
};

/** Scores of all pages, layer after layer. */
const scoreTokens = (index: PageIndex, tokens: ReadonlyMap<string, number>): number[] => {
  const query = buildWeighedQuery(index, tokens);
  return query.total === 0
    ? []
    : index.layers.flatMap((layer) => [...scorePagesOfLayer(layer, query)]);
};

export type PageMatch<P> = { page: P; score: number };

const isReadAsWritten = (readings: QueryReadings): boolean =>
  readings.written.map(({ text }) => text).join(' ') ===
  readings.mended.map(({ text }) => text).join(' ');

/** Pages with their scores, best first; in the order of the index when equal. */
export const scorePages = <P extends SearchPage>(
  index: PageIndex<P>,
  q: string,
): PageMatch<P>[] => {
  const { vocabulary } = index;
  const readings = segmentAndCorrectQuery(q, vocabulary);
  const writtenScores = scoreTokens(index, listQueryTokens(readings.written, vocabulary));
  const mendedScores = isReadAsWritten(readings)
    ? writtenScores
    : scoreTokens(index, listQueryTokens(readings.mended, vocabulary));
  return index.layers
    .flatMap(({ layer }) => layer.pages)
    .map((page, at) => ({
      page,
      score: Math.max(writtenScores[at] ?? 0, MENDED_SHARE * (mendedScores[at] ?? 0)),
      at,
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.at - b.at);
};
