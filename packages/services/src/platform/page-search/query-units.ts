import { splitTextIntoRuns } from '../search/runs.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * A unit of a query: a Chinese character, a Latin letter of what may be pinyin, a Latin word or
 * number, or a gap.
 */
export type Unit = {
  kind: 'han' | 'letter' | 'word' | 'gap';
  text: string;
  /** Toneless readings of a Chinese character. */
  syllables: readonly string[];
  /** Characters of the dictionary word that begins here; 0 if none does. */
  wordLength: number;
};

/** Longer queries are cut. The contract's limit is lower; other callers may have none. */
const MAX_UNITS = 200;
const PINYIN_LETTERS = /^[a-z]+$/;
const GAP: Unit = { kind: 'gap', text: '', syllables: [], wordLength: 0 };

const segmenter = new Intl.Segmenter('zh-Hans', { granularity: 'word' });

const splitHanTextIntoUnits = (text: string, vocabulary: Vocabulary): Unit[] =>
  [...segmenter.segment(text)].flatMap(({ segment }) =>
    [...segment].map((letter, index): Unit => ({
      kind: 'han',
      text: letter,
      syllables: vocabulary.readings.listSyllables(letter),
      wordLength: index === 0 ? [...segment].length : 0,
    })),
  );

const TONED = /[\u0300-\u036f]/g;

const splitLatin = (word: string, parts: readonly string[], vocabulary: Vocabulary): Unit[] => {
  const untonedWord = word.normalize('NFD').replace(TONED, '');
  const isPinyin =
    parts.length === 1 && PINYIN_LETTERS.test(untonedWord) && !vocabulary.words.has(untonedWord);
  return isPinyin
    ? [...untonedWord].map((letter): Unit => ({
        kind: 'letter',
        text: letter,
        syllables: [],
        wordLength: 0,
      }))
    : [{ kind: 'word', text: word, syllables: [], wordLength: 0 }];
};

/** Units of a normalized, simplified query. */
export const listQueryUnits = (q: string, vocabulary: Vocabulary): Unit[] => {
  const units: Unit[] = [];
  for (const piece of q.split(/\s+/)) {
    if (units.length > 0) units.push(GAP);
    for (const run of splitTextIntoRuns(piece)) {
      if (run.kind === 'word') units.push(...splitLatin(run.text, run.parts, vocabulary));
      else units.push(...splitHanTextIntoUnits(run.text, vocabulary));
    }
  }
  return units.slice(0, MAX_UNITS);
};
