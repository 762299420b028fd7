import { splitTextIntoRuns } from '../search/runs.ts';
import { createEventLoopYielder } from '../yielder.ts';
import type { SearchPage } from './page.ts';
import type { Readings } from './readings.ts';
import { createSyllableTree, type SyllableTree } from './syllable-tree.ts';
import { listConceptsByWord, listFillerWords } from './trade-words.ts';

export type VocabularyWord = {
  text: string;
  /** Concepts of the word, each named by its usual word; the word itself if it has no synonyms. */
  concepts: readonly string[];
  isFiller: boolean;
};

/** The part of a map that a layer over another one has. */
type Lookup<K, V> = Pick<ReadonlyMap<K, V>, 'get' | 'has'>;
type ListLookup<K, V> = Pick<ReadonlyMap<K, readonly V[]>, 'get'>;

/** Words that a query may contain, for segmenting it and correcting its mistakes. */
export type Vocabulary = {
  readings: Readings;
  words: Lookup<string, VocabularyWord>;
  tree: SyllableTree;
  /** `打*机` → 打印机: words of at least three characters, with one character replaced by `*`. */
  patterns: ListLookup<string, string>;
  /** Chinese words by their first character, for words of two with a look-alike. */
  pairs: ListLookup<string, string>;
  /** Latin words by length, and words of the tree by the length of their pinyin. */
  spellings: ListLookup<number, Spelling>;
};

/** How a word is typed in Latin letters. */
export type Spelling = { typed: string; word: string };

/** Longer words are phrases: their parts are words as well. */
export const MAX_WORD_LETTERS = 8;
const MIN_PATTERN_LETTERS = 3;
const MIN_SPELLING_LETTERS = 4;
const HAN = /^\p{Script=Han}+$/u;
const LATIN = /^[a-z]+$/;

const segmenter = new Intl.Segmenter('zh-Hans', { granularity: 'word' });

/** Words of a simplified text: Chinese ones by dictionary, Latin ones as they are written. */
const listTextWords = (text: string): string[] =>
  splitTextIntoRuns(text).flatMap((run) =>
    run.kind === 'word'
      ? [run.text, ...run.parts]
      : [...segmenter.segment(run.text)]
          .map(({ segment }) => segment)
          .filter((segment) => segment.length > 1),
  );

/** Words that only pages have. */
const collectPageWords = async (
  pages: readonly SearchPage[],
  readings: Readings,
  yieldToOthers: () => Promise<void>,
): Promise<Map<string, VocabularyWord>> => {
  const words = new Map<string, VocabularyWord>();
  for (const { title, also } of pages) {
    for (const text of [title, ...also])
      for (const word of listTextWords(readings.toSimplified(text)))
        words.set(word, { text: word, concepts: [word], isFiller: false });
    await yieldToOthers();
  }
  return words;
};

const addToListInMap = <K, V>(lists: Map<K, V[]>, key: K, value: V): void => {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
};

export const buildWildcardPattern = (letters: readonly string[], at: number): string =>
  letters.map((letter, index) => (index === at ? '*' : letter)).join('');

type Layer = Pick<Vocabulary, 'tree' | 'patterns' | 'pairs' | 'spellings'>;

/** Arranges words by how they are mistyped. `base`: a tree of other words, which is left as it is. */
const indexWordsByMistyping = async (
  words: Iterable<VocabularyWord>,
  readings: Readings,
  yieldToOthers: () => Promise<void>,
  base?: SyllableTree,
): Promise<Layer> => {
  const patterns = new Map<string, string[]>();
  const pairs = new Map<string, string[]>();
  const spellings = new Map<number, Spelling[]>();
  const tree = createSyllableTree(base);
  for (const { text, isFiller } of words) {
    await yieldToOthers();
    if (!HAN.test(text)) {
      if (LATIN.test(text) && text.length >= MIN_SPELLING_LETTERS)
        addToListInMap(spellings, text.length, { typed: text, word: text });
      continue;
    }
    const letters = [...text];
    if (letters.length > MAX_WORD_LETTERS) continue;
    const typedForms = tree.addWord(text, letters.map(readings.listSyllables));
    if (isFiller) continue;
    if (letters.length === 2)
      for (const [at] of letters.entries())
        addToListInMap(pairs, buildWildcardPattern(letters, at), text);
    if (letters.length >= MIN_PATTERN_LETTERS)
      for (const [at] of letters.entries())
        addToListInMap(patterns, buildWildcardPattern(letters, at), text);
    const [typedForm = ''] = typedForms;
    if (letters.length > 1 && typedForm.length >= MIN_SPELLING_LETTERS)
      addToListInMap(spellings, typedForm.length, { typed: typedForm, word: text });
  }
  return { tree, patterns, pairs, spellings };
};

/** Creates the vocabulary of pages and the trade in parts, between which other requests run. */
export const createVocabulary = async (
  pages: readonly SearchPage[],
  readings: Readings,
): Promise<Vocabulary> => {
  const yieldToOthers = createEventLoopYielder();
  const words = await collectPageWords(pages, readings, yieldToOthers);
  for (const text of listFillerWords()) words.set(text, { text, concepts: [], isFiller: true });
  for (const [text, concepts] of listConceptsByWord())
    words.set(text, { text, concepts, isFiller: false });
  return {
    readings,
    words,
    ...(await indexWordsByMistyping(words.values(), readings, yieldToOthers)),
  };
};

const joinLookups = <K, V>(base: Lookup<K, V>, addition: Lookup<K, V>): Lookup<K, V> => ({
  get: (key) => base.get(key) ?? addition.get(key),
  has: (key) => base.has(key) || addition.has(key),
});

const joinLists = <K, V>(base: ListLookup<K, V>, addition: ListLookup<K, V>): ListLookup<K, V> => ({
  get: (key) => {
    const addedValues = addition.get(key);
    return addedValues ? [...(base.get(key) ?? []), ...addedValues] : base.get(key);
  },
});

/** Creates a vocabulary with the words of another one, which it shares, and those of more pages. */
export const extendVocabulary = async (
  base: Vocabulary,
  pages: readonly SearchPage[],
): Promise<Vocabulary> => {
  const { readings } = base;
  const yieldToOthers = createEventLoopYielder();
  const words = await collectPageWords(pages, readings, yieldToOthers);
  for (const text of words.keys()) if (base.words.has(text)) words.delete(text);
  const addedWords = await indexWordsByMistyping(
    words.values(),
    readings,
    yieldToOthers,
    base.tree,
  );
  return {
    readings,
    words: joinLookups(base.words, words),
    tree: addedWords.tree,
    patterns: joinLists(base.patterns, addedWords.patterns),
    pairs: joinLists(base.pairs, addedWords.pairs),
    spellings: joinLists(base.spellings, addedWords.spellings),
  };
};
