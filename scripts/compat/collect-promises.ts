import { listSources, readSource } from './sources.ts';

const PAGE = 'docs/promises.md';

/** Texts in backticks, and Chinese texts: buttons, titles, sentences. */
const listQuoted = (text: string): string[] => {
  const words = Array.from(text.matchAll(/`([^`]+)`/g), ([, word = '']) => word);
  const sentences = text
    .replaceAll(/`[^`]+`/g, '')
    .match(/\p{Script=Han}[\p{Script=Han}，？！]*/gu);
  return [...new Set([...words, ...(sentences ?? [])])];
};

/**
 * Whether a text in backticks is a path of the repository or a field of the envelope (`key[sub]`), not a text of the
 * product.
 */
const isDocumentReference = (word: string): boolean =>
  /^(?:docs|packages)\/|^key\[sub\]$|^-$/.test(word);

/** Whether a source contains a quoted text. A placeholder such as `{full path}` matches anything. */
const containsQuotedText = (text: string, word: string): boolean =>
  word.split(/\{[^}]+\}/).every((part) => text.includes(part));

/** Texts fixed by docs/promises.md. Each is an entry while the document quotes it and the product contains it. */
export const collectPromises = (): string[] => {
  const product = listSources()
    .map(({ text }) => text)
    .join('\n');
  return listQuoted(readSource(PAGE))
    .filter((word) => !isDocumentReference(word))
    .filter((word) => containsQuotedText(product, word));
};
