import { type Executor, newestDocs, wordsFrom, wordsOfShapes } from '@yunbiao/db';
import { listRuns } from './runs.ts';
import { KINDS, scoped } from './tokens.ts';

const MIN_WORD = 3;
const MAX_WORD = 24;
const DIGITS = /^\p{N}+$/u;
const HAS_DIGIT = /\p{N}/u;
/** Longer numbers are telephones and orders: found whole, never offered. */
const MAX_NUMBER = 6;

/** First letter and length: what a word with a typo most often still has. */
export const getShape = (word: string): string => `${[...word][0] ?? ''}${word.length}`;

/** Words of a text worth knowing for prefixes and typos. */
export const getVocabulary = (text: string): Set<string> => {
  const words = new Set<string>();
  for (const run of listRuns(text)) {
    if (run.kind === 'han') continue;
    for (const word of [run.text, ...run.parts]) {
      if (word.length < MIN_WORD || word.length > MAX_WORD) continue;
      if (!DIGITS.test(word) || word.length <= MAX_NUMBER) words.add(word);
    }
  }
  return words;
};

const MAX_LONGER = 12;

/** Longer words that begin so, the shortest first; the word itself is among them when it occurs. */
export const listCompletions = async (
  executor: Executor,
  softwareId: number,
  word: string,
): Promise<string[]> =>
  word.length < 2 || (DIGITS.test(word) && word.length < MIN_WORD)
    ? []
    : wordsFrom(executor, { softwareId, prefix: word, limit: MAX_LONGER });

/** Letters left out, put in, mistaken or swapped with their neighbour: the fewest that lead from one to the other. */
export const distance = (a: string, b: string, most: number): number => {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? most + 1;
};

/** Up to 3 letters are too few to tell a typo; a model number is never one. */
const allowance = (word: string): number =>
  HAS_DIGIT.test(word) || word.length < 4 ? 0 : word.length < 8 ? 1 : 2;

/** Of each shape; a vocabulary with more has been filled on purpose. */
const MAX_ALIKE = 300;
const MAX_TRIED = 5;
const COUNTED = 50;
/** A spelling met no more often than this may itself be a typo. */
const RARE = 2;

/** How many documents have the word, counted up to a few. */
const countDocuments = async (
  executor: Executor,
  softwareId: number,
  word: string,
): Promise<number> => {
  const match = { any: KINDS.map((kind) => scoped(word, softwareId, kind)) };
  return (await newestDocs(executor, match, COUNTED)).length;
};

const alike = async (
  executor: Executor,
  softwareId: number,
  word: string,
  most: number,
): Promise<{ word: string; away: number }[]> => {
  const [first = '', second = ''] = word;
  const lengths = Array.from({ length: 2 * most + 1 }, (_, i) => word.length - most + i);
  // The first letter is seldom wrong; most often it changed places with the second.
  const shapes = lengths.flatMap((length) => [`${first}${length}`, `${second}${length}`]);
  const words = await wordsOfShapes(executor, { softwareId, shapes, each: MAX_ALIKE });
  return words
    .map((other) => ({ word: other, away: distance(word, other, most) }))
    .filter(({ away }) => away > 0 && away <= most)
    .toSorted((a, b) => a.away - b.away || (a.word < b.word ? -1 : 1));
};

/** How many documents have a word that may be a typo; null when it is none: too short, or it occurs often enough. */
export const getRarity = async (
  executor: Executor,
  softwareId: number,
  word: string,
): Promise<number | null> => {
  if (allowance(word) === 0) return null;
  const own = await countDocuments(executor, softwareId, word);
  return own > RARE ? null : own;
};

/** The word that was probably meant by one that occurs `own` times, when another occurs more often. */
export const mendedWord = async (
  executor: Executor,
  softwareId: number,
  { word, own }: { word: string; own: number },
): Promise<string | null> => {
  const most = allowance(word);
  let best: { word: string; away: number; count: number } | null = null;
  for (const one of (await alike(executor, softwareId, word, most)).slice(0, MAX_TRIED)) {
    if (best && one.away > best.away) break;
    const count = await countDocuments(executor, softwareId, one.word);
    if (count > own && (!best || count > best.count)) best = { ...one, count };
  }
  return best?.word ?? null;
};
