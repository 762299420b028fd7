import { listBigrams, splitTextIntoRuns } from '../search/runs.ts';
import type { Piece } from './read-query.ts';
import { MAX_WORD_LETTERS, type Vocabulary } from './vocabulary.ts';

/** A token of a query with its weight. */
export type WeightedToken = { token: string; weight: number };

const WEIGHTS = {
  concept: 1,
  /** The word itself, besides its meaning. */
  word: 0.35,
  innerWord: 0.3,
  latin: 1,
  part: 0.5,
  model: 0.5,
  pair: 0.5,
  letter: 0.25,
};
const HAN = /^\p{Script=Han}/u;
/** Concepts that most queries and pages have; they tell pages apart least. */
const COMMON_CONCEPTS: ReadonlySet<string> = new Set(['标签', '打印', '打印机', '标签纸', '电脑']);
const COMMON_SHARE = 0.5;

/** Words of one character have many meanings. */
const ONE_LETTER_SHARE = 0.6;

const getConceptWeight = (concept: string, text: string): number =>
  WEIGHTS.concept *
  (COMMON_CONCEPTS.has(concept) ? COMMON_SHARE : 1) *
  (text.length === 1 ? ONE_LETTER_SHARE : 1);

/** `zd421` → `zd`: model names of a maker share their first letters. */
const MODEL = /^([a-z]{2,4})\d/;

const listModelTokens = (word: string): string[] => {
  const [, letters] = MODEL.exec(word) ?? [];
  return letters ? [`#${letters}`] : [];
};

/**
 * Tokens of a Chinese run: each of its words with its meanings, and its pairs of characters. A single
 * character is mostly a part of another word: 字 of 数字.
 */
const addHanTokens = (run: string, vocabulary: Vocabulary, tokens: string[]): void => {
  for (let start = 0; start < run.length; start += 1)
    for (let end = start + 2; end <= run.length && end - start <= MAX_WORD_LETTERS; end += 1) {
      const text = run.slice(start, end);
      const word = vocabulary.words.get(text);
      if (!word || word.isFiller) continue;
      tokens.push(`=${text}`, ...word.concepts.map((concept) => `~${concept}`));
    }
  tokens.push(...run, ...listBigrams(run).filter((pair) => pair.length > 1));
};

/** All tokens of a text, repeated as they occur. */
export const listTextTokens = (text: string, vocabulary: Vocabulary): string[] => {
  const tokens: string[] = [];
  for (const run of splitTextIntoRuns(vocabulary.readings.toSimplified(text))) {
    if (run.kind === 'han') {
      addHanTokens(run.text, vocabulary, tokens);
      continue;
    }
    const words = new Set([run.text, ...run.parts]);
    for (const word of words) {
      tokens.push(word, ...listModelTokens(word));
      const concepts = vocabulary.words.get(word)?.concepts ?? [];
      tokens.push(`=${word}`, ...concepts.map((concept) => `~${concept}`));
    }
  }
  return tokens;
};

const listInnerWords = (text: string, vocabulary: Vocabulary): string[] => {
  const words: string[] = [];
  for (let start = 0; start < text.length; start += 1)
    for (let end = start + 2; end <= text.length; end += 1) {
      const word = text.slice(start, end);
      if (word !== text && vocabulary.words.has(word)) words.push(word);
    }
  return words;
};

const listWordTokens = (text: string, vocabulary: Vocabulary): WeightedToken[] => {
  const word = vocabulary.words.get(text);
  if (!word || word.isFiller) return [];
  const inner = HAN.test(text) ? listInnerWords(text, vocabulary) : [];
  return [
    ...word.concepts.map((concept) => ({
      token: `~${concept}`,
      weight: getConceptWeight(concept, text),
    })),
    { token: `=${text}`, weight: WEIGHTS.word },
    ...listModelTokens(text).map((token) => ({ token, weight: WEIGHTS.model })),
    ...inner.flatMap((innerWord) =>
      (vocabulary.words.get(innerWord)?.concepts ?? []).map((concept) => ({
        token: `~${concept}`,
        weight: WEIGHTS.innerWord,
      })),
    ),
  ];
};

const listOtherTokens = (text: string): WeightedToken[] =>
  splitTextIntoRuns(text).flatMap((run): WeightedToken[] => {
    if (run.kind === 'han') {
      const weight = run.text.length > 1 ? WEIGHTS.pair : WEIGHTS.letter;
      return listBigrams(run.text).map((token) => ({ token, weight }));
    }
    const parts = run.parts.length > 1 ? run.parts : [];
    return [
      { token: run.text, weight: WEIGHTS.latin },
      ...parts.map((token) => ({ token, weight: WEIGHTS.part })),
      ...listModelTokens(run.text).map((token) => ({ token, weight: WEIGHTS.model })),
    ];
  });

/** Distinct tokens of a query with their greatest weight; none of fillers. */
export const listQueryTokens = (
  pieces: readonly Piece[],
  vocabulary: Vocabulary,
): Map<string, number> => {
  const weights = new Map<string, number>();
  for (const { text, isWord } of pieces) {
    const tokens = isWord ? listWordTokens(text, vocabulary) : listOtherTokens(text);
    for (const { token, weight } of tokens)
      weights.set(token, Math.max(weights.get(token) ?? 0, weight));
  }
  return weights;
};
