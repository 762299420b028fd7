import { createEventLoopYielder } from '../yielder.ts';
import type { SearchPage } from './page.ts';
import { type QueryReadings, readQuery, readWrittenText } from './read-query.ts';
import { loadReadings } from './readings.ts';
import { listQueryTokens, listTextTokens } from './tokens.ts';
import { createVocabulary, type Vocabulary } from './vocabulary.ts';

/** Weight of a token in a page. */
type Posting = { page: number; weight: number };
/** A title or other name; `total` is the weight of its tokens. */
type Phrase = { page: number; total: number };

export type PageIndex<P extends SearchPage = SearchPage> = {
  pages: readonly P[];
  vocabulary: Vocabulary;
  postings: ReadonlyMap<string, readonly Posting[]>;
  rarity: (token: string) => number;
  phrases: readonly Phrase[];
  phrasesByToken: ReadonlyMap<string, readonly number[]>;
};

/** How much a token counts by where it stands. */
const FIELD_WEIGHTS = { title: 3, also: 2.4, summary: 1.2, body: 0.5 };
/** Saturation of repeated tokens and influence of the length, as in BM25. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.3;

const listFields = ({ title, also, summary, body = '' }: SearchPage) => [
  { text: title, weight: FIELD_WEIGHTS.title },
  { text: also.join('\n'), weight: FIELD_WEIGHTS.also },
  { text: summary, weight: FIELD_WEIGHTS.summary },
  { text: body, weight: FIELD_WEIGHTS.body },
];

const countTokens = (page: SearchPage, vocabulary: Vocabulary): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { text, weight } of listFields(page))
    for (const token of listTextTokens(text, vocabulary))
      counts.set(token, (counts.get(token) ?? 0) + weight);
  return counts;
};

const countAllTokens = async (
  pages: readonly SearchPage[],
  vocabulary: Vocabulary,
): Promise<Map<string, number>[]> => {
  const yieldToOthers = createEventLoopYielder();
  const countsByPage: Map<string, number>[] = [];
  for (const page of pages) {
    countsByPage.push(countTokens(page, vocabulary));
    await yieldToOthers();
  }
  return countsByPage;
};

const buildPostings = async (pages: readonly SearchPage[], vocabulary: Vocabulary) => {
  const countsByPage = await countAllTokens(pages, vocabulary);
  const lengths = countsByPage.map((counts) => [...counts.values()].reduce((a, b) => a + b, 0));
  const averageLength = lengths.reduce((a, b) => a + b, 0) / Math.max(1, pages.length);
  const yieldToOthers = createEventLoopYielder();
  const postings = new Map<string, Posting[]>();
  for (const [page, counts] of countsByPage.entries()) {
    await yieldToOthers();
    const length = 1 - LENGTH_SHARE + (LENGTH_SHARE * (lengths[page] ?? 0)) / averageLength;
    for (const [token, count] of counts) {
      const weight = (count * (SATURATION + 1)) / (count + SATURATION * length);
      const list = postings.get(token) ?? [];
      list.push({ page, weight: weight / (SATURATION + 1) });
      postings.set(token, list);
    }
  }
  return postings;
};

const buildPhrases = async (
  pages: readonly SearchPage[],
  vocabulary: Vocabulary,
  rarity: (token: string) => number,
) => {
  const yieldToOthers = createEventLoopYielder();
  const phrases: Phrase[] = [];
  const phrasesByToken = new Map<string, number[]>();
  for (const [page, { title, also }] of pages.entries())
    for (const text of [title, ...also]) {
      await yieldToOthers();
      const pieces = readWrittenText(text, vocabulary);
      const weights = listQueryTokens(pieces, vocabulary);
      let total = 0;
      for (const [token, weight] of weights) {
        total += weight * rarity(token);
        const list = phrasesByToken.get(token) ?? [];
        list.push(phrases.length);
        phrasesByToken.set(token, list);
      }
      phrases.push({ page, total });
    }
  return { phrases, phrasesByToken };
};

/** Builds an index of pages in parts, between which other requests run. */
export const buildPageIndex = async <P extends SearchPage>(
  pages: readonly P[],
): Promise<PageIndex<P>> => {
  const vocabulary = await createVocabulary(pages, await loadReadings());
  const postings = await buildPostings(pages, vocabulary);
  const rarity = (token: string): number => {
    const count = postings.get(token)?.length ?? 0;
    return Math.log(1 + (pages.length - count + 0.5) / (count + 0.5));
  };
  const phrases = await buildPhrases(pages, vocabulary, rarity);
  return { pages, vocabulary, postings, rarity, ...phrases };
};

/** Share of the query that no page can have: unknown words count little. */
const UNKNOWN_SHARE = 0.5;
/** The score of a page: its texts, and its phrase that is nearest to the query. */
const TEXT_SHARE = 0.6;
const PHRASE_SHARE = 1;
/** Mended queries count a little less. */
const MENDED_SHARE = 0.93;

type Weights = ReadonlyMap<string, number>;

const scoreTexts = (index: PageIndex, weights: Weights, total: number): Float64Array => {
  const scores = new Float64Array(index.pages.length);
  for (const [token, weight] of weights) {
    const value = (weight * index.rarity(token)) / total;
    for (const posting of index.postings.get(token) ?? [])
      scores[posting.page] = (scores[posting.page] ?? 0) + value * posting.weight;
  }
  return scores;
};

/** Similarity of the query and the nearest phrase of each page, 0 to 1. */
const scorePhrases = (index: PageIndex, weights: Weights, total: number): Float64Array => {
  const shared = new Map<number, number>();
  for (const [token, weight] of weights) {
    const value = weight * index.rarity(token);
    for (const phrase of index.phrasesByToken.get(token) ?? [])
      shared.set(phrase, (shared.get(phrase) ?? 0) + value);
  }
  const scores = new Float64Array(index.pages.length);
  for (const [at, common] of shared) {
    const phrase = index.phrases[at];
    if (!phrase) continue;
    const similarity = Math.min(1, (2 * common) / (total + phrase.total));
    scores[phrase.page] = Math.max(scores[phrase.page] ?? 0, similarity);
  }
  return scores;
};

const scoreWeights = (index: PageIndex, weights: Weights): Float64Array => {
  let total = 0;
  for (const [token, weight] of weights)
    total += weight * index.rarity(token) * (index.postings.has(token) ? 1 : UNKNOWN_SHARE);
  if (total === 0) return new Float64Array(index.pages.length);
  const phrases = scorePhrases(index, weights, total);
  return scoreTexts(index, weights, total).map(
    (score, page) => TEXT_SHARE * score + PHRASE_SHARE * (phrases[page] ?? 0),
  );
};

export type PageMatch<P> = { page: P; score: number };

const isEqual = (readings: QueryReadings): boolean =>
  readings.written.map(({ text }) => text).join(' ') ===
  readings.mended.map(({ text }) => text).join(' ');

/** Pages with their scores, best first; in the order of the index when equal. */
export const scorePages = <P extends SearchPage>(
  index: PageIndex<P>,
  q: string,
): PageMatch<P>[] => {
  const { vocabulary } = index;
  const readings = readQuery(q, vocabulary);
  const written = scoreWeights(index, listQueryTokens(readings.written, vocabulary));
  const mended = isEqual(readings)
    ? written
    : scoreWeights(index, listQueryTokens(readings.mended, vocabulary));
  return index.pages
    .map((page, at) => ({
      page,
      score: Math.max(written[at] ?? 0, MENDED_SHARE * (mended[at] ?? 0)),
      at,
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.at - b.at);
};
