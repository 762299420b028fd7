import { fold } from './fold.ts';

/** A stretch of folded text: `han` is written without spaces, `word` is letters and digits, perhaps in parts. */
export type Run = { kind: 'han'; text: string } | { kind: 'word'; text: string; parts: string[] };

const SCRIPTS = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`;
const HAN = String.raw`[[${SCRIPTS}]&&[\p{L}\p{N}]]`;
/** A letter or digit of any other script. */
export const WORD = String.raw`[[\p{L}\p{N}]--[${SCRIPTS}]]`;
const JOINT = String.raw`[\-._\/]`;
/** `G-1324D`, `4.2.0`, `usb/com`: one thing in parts. */
const RUN = new RegExp(`(${HAN}+)|(${WORD}+(?:${JOINT}${WORD}+)*)`, 'gv');
const JOINTS = new RegExp(JOINT, 'v');

/** A longer one is an address or a key: its parts are enough. */
const MAX_PARTS = 4;
const MAX_WORD = 40;

const cut = (word: string): string => (word.length > MAX_WORD ? word.slice(0, MAX_WORD) : word);

/** The stretches of a text that can be found; everything else (signs, pictures) only separates. */
export const listRuns = (text: string): Run[] => {
  const runs: Run[] = [];
  for (const [, han, word] of fold(text).matchAll(RUN)) {
    if (han !== undefined) runs.push({ kind: 'han', text: han });
    if (word === undefined) continue;
    const parts = word.split(JOINTS).map(cut);
    if (parts.length <= MAX_PARTS) runs.push({ kind: 'word', text: cut(parts.join('')), parts });
    else for (const part of parts) runs.push({ kind: 'word', text: part, parts: [part] });
  }
  return runs;
};

/** Overlapping pairs of letters; a single letter stays itself. */
export const listPairs = (text: string): string[] => {
  const letters = [...text];
  if (letters.length < 2) return letters;
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
};
