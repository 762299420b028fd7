import type { WordException } from './screen-words.ts';

/** Texts that may keep a word refused by the glossary. */
export const WORD_EXCEPTIONS: readonly WordException[] = [
  { text: '汉印', reason: 'the name of a maker of printers' },
  { text: '套打', reason: 'a word people search for' },
  { text: '打偏', reason: 'a word people search for' },
  { text: '扫码枪没反应', reason: 'a word people search for' },
  { text: '加 HMAC-SHA256', reason: 'the middle of a sentence, after a tag' },
];
