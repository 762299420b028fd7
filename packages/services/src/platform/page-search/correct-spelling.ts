import { computeEditDistance } from '../search/vocabulary.ts';
import type { Vocabulary } from './vocabulary.ts';

const LATIN = /^[a-z]+$/;
/** A shorter word differs from too many others by one letter. */
const MIN_LETTERS = 4;
const MAX_LETTERS = 24;
/** Shorter pinyin words differ from each other in one letter too often to be corrected. */
const MIN_PINYIN_LETTERS = 5;

/** The word whose spelling differs by one letter; null if there is none. */
export const findCorrectSpelling = (text: string, vocabulary: Vocabulary): string | null => {
  if (!LATIN.test(text) || text.length < MIN_LETTERS || text.length > MAX_LETTERS) return null;
  if (vocabulary.words.has(text)) return null;
  for (const length of [text.length, text.length + 1, text.length - 1])
    for (const { typed, word } of vocabulary.spellings.get(length) ?? []) {
      if (typed !== word && text.length < MIN_PINYIN_LETTERS) continue;
      if (typed[0] === text[0] && computeEditDistance(text, typed, 1) <= 1) return word;
    }
  return null;
};
