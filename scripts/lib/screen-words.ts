// Checks texts on screen against the tables of docs/glossary.md: one word per action, and no refused word.
import { extractShownTexts } from './feature-claims.ts';

/** Rule from one row of the table 用, 不用, 说明. */
export type WordRule = {
  /** Words that texts use. */
  used: readonly string[];
  /** Words refused at any position. */
  refused: readonly string[];
  /** Words refused at the beginning of a text, written `改…`. */
  refusedStarts: readonly string[];
  /** Words refused as a complete text, as on a button, written `“换”`. */
  refusedTexts: readonly string[];
  /** Words that contain a refused word but have another meaning, such as 印刷. */
  allowed: readonly string[];
};

type Source = { path: string; text: string };

const splitWords = (cell: string): string[] =>
  cell
    .split('、')
    .map((word) => word.trim())
    .filter((word) => word !== '' && word !== '–');

/** Cells of all rows below the table header that matches `head`. */
const listCells = (markdown: string, head: RegExp): string[][] =>
  markdown.split(/\n{2,}/).flatMap((block) => {
    const lines = block.split('\n');
    const at = lines.findIndex((line) => head.test(line));
    if (at < 0) return [];
    return lines
      .slice(at + 2)
      .filter((line) => line.startsWith('|'))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
  });

/** Parses the rules of the table of actions. */
export const parseWordRules = (glossary: string): WordRule[] =>
  listCells(glossary, /^\| 用 \| 不用 \|/).map(([usedWord = '', refusedWords = '', note = '']) => {
    const words = splitWords(refusedWords);
    return {
      used: splitWords(usedWord),
      refused: words.filter((word) => !/^“|…$/.test(word)),
      refusedStarts: words.filter((word) => word.endsWith('…')).map((word) => word.slice(0, -1)),
      refusedTexts: words.filter((word) => word.startsWith('“')).map((word) => word.slice(1, -1)),
      allowed: splitWords(/不算：([^。]*)/.exec(note)?.[1] ?? ''),
    };
  });

/** Terms of the column “on screen”; 在 API 里是 introduces a second term. */
export const parseScreenTerms = (glossary: string): string[] =>
  listCells(glossary, /^\| term \| on screen \|/).flatMap(([, onScreen = '']) =>
    splitWords(onScreen.replaceAll(/；(?:在 API 里是)?/g, '、')),
  );

/**
 * Replaces each character of an allowed word, so that it is neither the beginning of a text nor
 * part of another word.
 */
const GAP = '\u0000';

const removeWords = (text: string, words: readonly string[]): string =>
  words
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, word) => rest.replaceAll(word, GAP.repeat(word.length)), text);

type Refusal = { word: string; at: number };

/** First word of a text that a rule refuses, with its position. */
const findRefusedWord = (text: string, rule: WordRule): Refusal | undefined => {
  const withoutAllowed = removeWords(text, rule.allowed);
  const rest = removeWords(withoutAllowed, rule.used);
  const start =
    rule.refusedTexts.find((word) => text === word) ??
    rule.refusedStarts.find((word) => withoutAllowed.startsWith(word));
  if (start !== undefined) return { word: start, at: 0 };
  const part = rule.refused.find((word) => rest.includes(word));
  return part === undefined ? undefined : { word: part, at: rest.indexOf(part) };
};

/** A text that may keep a refused word, with the reason. */
export type WordException = { text: string; reason: string };

/**
 * Files with texts that people read: pages, messages of calls, programs on the member's machine,
 * articles.
 */
const SHOWN =
  /^(?:apps\/(?:site|server|agent)|packages\/(?:ui|contract|services|sample|designer|label|gif|wechat-stand-in))\/src\/.*\.tsx?$/;
/** Files with words that visitors type into the search. No page shows them. */
export const SEARCH_WORDS = /\/site-pages\/words\/|\/page-search\/trade-words\.ts$/;
const NOT_SHOWN = /\.test\.tsx?$|\.gen\.ts$|\/testing[./-]/;

const listShownTexts = (sources: readonly Source[]): Source[] =>
  sources
    .filter(({ path }) => SHOWN.test(path) && !NOT_SHOWN.test(path) && !SEARCH_WORDS.test(path))
    .flatMap(({ path, text }) =>
      extractShownTexts(path, text).map((shownText) => ({ path, text: shownText.trim() })),
    );

const QUOTED_BEFORE = 20;
const QUOTED_AFTER = 40;

const quoteAround = (text: string, at: number): string =>
  text.slice(Math.max(at - QUOTED_BEFORE, 0), at + QUOTED_AFTER).replaceAll(/\s+/g, ' ');

/** Whether an exception's words stand at this place. */
const standsAt = (text: string, words: string, at: number): boolean => {
  const start = text.lastIndexOf(words, at);
  return start >= 0 && at < start + words.length;
};

/**
 * The first refused word outside the words of exceptions; adds those it passed to `usedExceptions`.
 */
const findUnexcusedRefusal = (
  text: string,
  rule: WordRule,
  exceptions: readonly WordException[],
  usedExceptions: Set<WordException>,
): Refusal | undefined => {
  for (let rest = text; ;) {
    const refusal = findRefusedWord(rest, rule);
    const excuse =
      refusal && exceptions.find((exception) => standsAt(rest, exception.text, refusal.at));
    if (!excuse) return refusal;
    usedExceptions.add(excuse);
    rest = removeWords(rest, [excuse.text]);
  }
};

type Question = {
  glossary: string;
  sources: readonly Source[];
  exceptions?: readonly WordException[];
};

/**
 * One finding `path what` per refused word, per term that no text uses, and per exception that is
 * not needed.
 */
export const findWrongWords = ({ glossary, sources, exceptions = [] }: Question): string[] => {
  const rules = parseWordRules(glossary);
  const texts = listShownTexts(sources);
  const usedExceptions = new Set<WordException>();
  const refusals = texts.flatMap(({ path, text }) =>
    rules.flatMap((rule) => {
      const refusal = findUnexcusedRefusal(text, rule, exceptions, usedExceptions);
      return refusal
        ? [
            `${path} 用“${rule.used.join('、')}”，不用“${refusal.word}”：${quoteAround(text, refusal.at)}`,
          ]
        : [];
    }),
  );
  const missing = parseScreenTerms(glossary).filter(
    (term) => !texts.some(({ text }) => text.includes(term)),
  );
  return [
    ...refusals,
    ...missing.map((term) => `docs/glossary.md 没有哪一页写着：${term}`),
    ...exceptions
      .filter((exception) => !usedExceptions.has(exception))
      .map(({ text }) => `scripts/lib/word-exceptions.ts 用不着：${text}`),
  ];
};
