import { createEventLoopYielder } from '../yielder.ts';
import type { SearchPage } from './page.ts';
import { segmentText } from './read-query.ts';
import { listQueryTokens, listTextTokens } from './tokens.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Weight of a token in a page. */
type Posting = { page: number; weight: number };
/** Weight of a token in a phrase. */
type PhrasePosting = { phrase: number; weight: number };

/** Pages with their tokens. What depends on the pages of other layers is not in it. */
export type PageLayer<P extends SearchPage = SearchPage> = {
  pages: readonly P[];
  averageLength: number;
  postings: ReadonlyMap<string, readonly Posting[]>;
  /** For each phrase, a title or a synonym of a page: position of that page in `pages`. */
  phrasePages: readonly number[];
  phrasesByToken: ReadonlyMap<string, readonly PhrasePosting[]>;
};

/** Weight of a token by the field of the page in which it stands. */
const FIELD_WEIGHTS = { title: 3, also: 2.4, summary: 1.2, body: 0.5 };
/** Saturation of repeated tokens and influence of the length, as in BM25. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.3;

const listWeightedFields = ({ title, also, summary, body = '' }: SearchPage) => [
  { text: title, weight: FIELD_WEIGHTS.title },
  { text: also.join('\n'), weight: FIELD_WEIGHTS.also },
  { text: summary, weight: FIELD_WEIGHTS.summary },
  { text: body, weight: FIELD_WEIGHTS.body },
];

const countTokens = (page: SearchPage, vocabulary: Vocabulary): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { text, weight } of listWeightedFields(page))
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

const sumNumbers = (values: Iterable<number>): number => [...values].reduce((a, b) => a + b, 0);

const addToListInMap = <K, V>(lists: Map<K, V[]>, key: K, value: V): void => {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
};

type Postings = Pick<PageLayer, 'postings' | 'averageLength'>;

/** `averageLength`: of other pages that these are compared with; their own if undefined. */
const buildTokenPostings = async (
  pages: readonly SearchPage[],
  vocabulary: Vocabulary,
  averageLength?: number,
): Promise<Postings> => {
  const yieldToOthers = createEventLoopYielder();
  const countsByPage = await countAllTokens(pages, vocabulary);
  const lengths = countsByPage.map((counts) => sumNumbers(counts.values()));
  const average = averageLength ?? sumNumbers(lengths) / Math.max(1, pages.length);
  const postings = new Map<string, Posting[]>();
  for (const [page, counts] of countsByPage.entries()) {
    await yieldToOthers();
    const length = 1 - LENGTH_SHARE + (LENGTH_SHARE * (lengths[page] ?? 0)) / average;
    for (const [token, count] of counts)
      addToListInMap(postings, token, { page, weight: count / (count + SATURATION * length) });
  }
  return { postings, averageLength: average };
};

type Phrases = Pick<PageLayer, 'phrasePages' | 'phrasesByToken'>;

const buildPhrases = async (
  pages: readonly SearchPage[],
  vocabulary: Vocabulary,
): Promise<Phrases> => {
  const yieldToOthers = createEventLoopYielder();
  const phrasePages: number[] = [];
  const phrasesByToken = new Map<string, PhrasePosting[]>();
  for (const [page, { title, also }] of pages.entries())
    for (const text of [title, ...also]) {
      await yieldToOthers();
      const phrase = phrasePages.push(page) - 1;
      for (const [token, weight] of listQueryTokens(segmentText(text, vocabulary), vocabulary))
        addToListInMap(phrasesByToken, token, { phrase, weight });
    }
  return { phrasePages, phrasesByToken };
};

/** Builds a layer in parts, between which other requests run. */
export const buildPageLayer = async <P extends SearchPage>(
  pages: readonly P[],
  vocabulary: Vocabulary,
  averageLength?: number,
): Promise<PageLayer<P>> => ({
  pages,
  ...(await buildTokenPostings(pages, vocabulary, averageLength)),
  ...(await buildPhrases(pages, vocabulary)),
});
