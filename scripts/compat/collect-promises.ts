import { listSources, readSource } from './sources.ts';

const PAGE = 'docs/promises.md';

/** Words in backticks, and what is said in Chinese: buttons, titles, sentences. */
const listQuoted = (text: string): string[] => {
  const words = Array.from(text.matchAll(/`([^`]+)`/g), ([, word = '']) => word);
  const sentences = text
    .replaceAll(/`[^`]+`/g, '')
    .match(/\p{Script=Han}[\p{Script=Han}，？！]*/gu);
  return [...new Set([...words, ...(sentences ?? [])])];
};

/** Paths of the repository, and the envelope's words for a place (`key[sub]`). */
const isOfPage = (word: string): boolean => /^(?:docs|packages)\/|^key\[sub\]$|^-$/.test(word);

/** `{full path}` stands for what varies. */
const isIn = (text: string, word: string): boolean =>
  word.split(/\{[^}]+\}/).every((part) => text.includes(part));

/** Texts that are fixed from outside: each is an entry as long as it is quoted and the product has it. */
export const collectPromises = (): string[] => {
  const product = listSources()
    .map(({ text }) => text)
    .join('\n');
  return listQuoted(readSource(PAGE))
    .filter((word) => !isOfPage(word))
    .filter((word) => isIn(product, word));
};
