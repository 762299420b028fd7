import { normalizeText } from './normalize.ts';

/**
 * A run of normalized text: `han` is a script without spaces, `word` is letters and digits,
 * possibly with parts.
 */
export type Run = { kind: 'han'; text: string } | { kind: 'word'; text: string; parts: string[] };

const SCRIPTS = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`;
const HAN = String.raw`[[${SCRIPTS}]&&[\p{L}\p{N}]]`;
/** A letter or digit of any other script. */
export const WORD_CHARACTER_CLASS = String.raw`[[\p{L}\p{N}]--[${SCRIPTS}]]`;
const JOINT = String.raw`[\-._\/]`;
/** `G-1324D`, `4.2.0`, `usb/com`: one word with parts. */
const RUN = new RegExp(
  `(${HAN}+)|(${WORD_CHARACTER_CLASS}+(?:${JOINT}${WORD_CHARACTER_CLASS}+)*)`,
  'gv',
);
const JOINTS = new RegExp(JOINT, 'v');

/** A word with more parts is an address or a key: only its parts are indexed. */
const MAX_PARTS = 4;
const MAX_WORD = 40;

const truncateWord = (word: string): string =>
  word.length > MAX_WORD ? word.slice(0, MAX_WORD) : word;

/** Searchable runs of a text; all other characters only separate. */
export const splitTextIntoRuns = (text: string): Run[] => {
  const runs: Run[] = [];
  for (const [, han, word] of normalizeText(text).matchAll(RUN)) {
    if (han !== undefined) runs.push({ kind: 'han', text: han });
    if (word === undefined) continue;
    const parts = word.split(JOINTS).map(truncateWord);
    if (parts.length <= MAX_PARTS)
      runs.push({ kind: 'word', text: truncateWord(parts.join('')), parts });
    else for (const part of parts) runs.push({ kind: 'word', text: part, parts: [part] });
  }
  return runs;
};

/** Overlapping pairs of letters; a single letter is returned unchanged. */
export const listBigrams = (text: string): string[] => {
  const letters = [...text];
  if (letters.length < 2) return letters;
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
};
