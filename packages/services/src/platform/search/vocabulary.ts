import { type Executor, listNewestDocs, listWordsWithPrefix, listWordsOfShapes } from '@yunbiao/db';
import { splitTextIntoRuns } from './runs.ts';
import { KINDS, restrictMatchToScope } from './tokens.ts';

const MIN_WORD = 3;
const MAX_WORD = 24;
const DIGITS = /^\p{N}+$/u;
const HAS_DIGIT = /\p{N}/u;
/** Longer numbers are phone or order numbers: found only completely, never suggested. */
const MAX_NUMBER = 6;

/** First letter and length: usually unchanged by a typo. */
export const getWordShape = (word: string): string => `${[...word][0] ?? ''}${word.length}`;

/** Words of a text to use for completion and correction of typos. */
export const extractVocabulary = (text: string): Set<string> => {
  const words = new Set<string>();
  for (const run of splitTextIntoRuns(text)) {
    if (run.kind === 'han') continue;
    for (const word of [run.text, ...run.parts]) {
      if (word.length < MIN_WORD || word.length > MAX_WORD) continue;
      if (!DIGITS.test(word) || word.length <= MAX_NUMBER) words.add(word);
    }
  }
  return words;
};

const MAX_COMPLETIONS = 12;

/** Indexed words that start with `word`, shortest first, including `word` itself. */
export const listCompletions = async (
  executor: Executor,
  softwareId: number,
  word: string,
): Promise<string[]> =>
  word.length < 2 || (DIGITS.test(word) && word.length < MIN_WORD)
    ? []
    : listWordsWithPrefix(executor, { softwareId, prefix: word, limit: MAX_COMPLETIONS });

/**
 * Edit distance: insertions, deletions, substitutions and transpositions of neighbours. At least
 * `most + 1` when above `max`.
 */
export const computeEditDistance = (a: string, b: string, max: number): number => {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitutionCost = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + substitutionCost,
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? max + 1;
};

/** Words of up to 3 letters are too short for typo correction, and model numbers are excluded. */
const getAllowedEditDistance = (word: string): number =>
  HAS_DIGIT.test(word) || word.length < 4 ? 0 : word.length < 8 ? 1 : 2;

/** Maximum number of words per shape. A vocabulary with more was filled on purpose. */
const MAX_WORDS_PER_SHAPE = 300;
const MAX_CORRECTIONS_TRIED = 5;
const MAX_COUNTED_DOCUMENTS = 50;
/** A spelling in at most this many documents may be a typo. */
const MAX_RARE_COUNT = 2;

/** Number of documents with the word, counted up to a limit. */
const countDocuments = async (
  executor: Executor,
  softwareId: number,
  word: string,
): Promise<number> => {
  const match = { any: KINDS.map((kind) => restrictMatchToScope(word, softwareId, kind)) };
  return (await listNewestDocs(executor, match, MAX_COUNTED_DOCUMENTS)).length;
};

const listSimilarWords = async (
  executor: Executor,
  softwareId: number,
  word: string,
  max: number,
): Promise<{ word: string; distance: number }[]> => {
  const [first = '', second = ''] = word;
  const lengths = Array.from({ length: 2 * max + 1 }, (_, i) => word.length - max + i);
  // The first letter is rarely wrong; the most common error swaps it with the second.
  const shapes = lengths.flatMap((length) => [`${first}${length}`, `${second}${length}`]);
  const words = await listWordsOfShapes(executor, {
    softwareId,
    shapes,
    each: MAX_WORDS_PER_SHAPE,
  });
  return words
    .map((candidate) => ({ word: candidate, distance: computeEditDistance(word, candidate, max) }))
    .filter(({ distance }) => distance > 0 && distance <= max)
    .toSorted((a, b) => a.distance - b.distance || (a.word < b.word ? -1 : 1));
};

/**
 * Number of documents with a word that may be a typo. Null when it is none: too short or frequent
 * enough.
 */
export const countDocsOfRareWord = async (
  executor: Executor,
  softwareId: number,
  word: string,
): Promise<number | null> => {
  if (getAllowedEditDistance(word) === 0) return null;
  const ownDocCount = await countDocuments(executor, softwareId, word);
  return ownDocCount > MAX_RARE_COUNT ? null : ownDocCount;
};

/**
 * Probable correction of a word in `own` documents; null unless another word is in more documents.
 */
export const findCorrectedWord = async (
  executor: Executor,
  softwareId: number,
  { word, own }: { word: string; own: number },
): Promise<string | null> => {
  const max = getAllowedEditDistance(word);
  let best: { word: string; distance: number; count: number } | null = null;
  for (const similarWord of (await listSimilarWords(executor, softwareId, word, max)).slice(
    0,
    MAX_CORRECTIONS_TRIED,
  )) {
    if (best && similarWord.distance > best.distance) break;
    const count = await countDocuments(executor, softwareId, similarWord.word);
    if (count > own && (!best || count > best.count)) best = { ...similarWord, count };
  }
  return best?.word ?? null;
};
