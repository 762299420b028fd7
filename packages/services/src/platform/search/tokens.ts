import type { SearchMatch } from '@yunbiao/db';
import { listBigrams, splitTextIntoRuns } from './runs.ts';

/** Kinds of documents. The index stores the position in this list: only append. */
export const KINDS = ['post', 'article', 'updateLog', 'download'] as const;
export type Kind = (typeof KINDS)[number];

export const toDocId = (kind: Kind, id: number): number => id * 4 + KINDS.indexOf(kind);
export const parseDocId = (doc: number): { kind: Kind; id: number } => ({
  kind: KINDS[doc % 4] ?? 'post',
  id: Math.floor(doc / 4),
});

/**
 * Prefix of tokens. It contains software and kind, so that a search reads only the lists of its
 * software: `{scope}·打印` is anywhere in the document, `{scope}¶打印` in its title, `{scope}§s` is a
 * property of the document.
 */
const getTokenScope = (softwareId: number, kind: Kind): string =>
  (softwareId * 4 + KINDS.indexOf(kind)).toString(36);

export type Where = 'anywhere' | 'title';
const MARKS = { anywhere: '·', title: '¶' } as const;

const FLAGS = { solved: 's', official: 'o' } as const;
export type Flag = keyof typeof FLAGS;

export const toFlagToken = (softwareId: number, kind: Kind, flag: Flag): string =>
  `${getTokenScope(softwareId, kind)}§${FLAGS[flag]}`;

/** Restricts a match on grams to a software and kind. */
export const restrictMatchToScope = (
  match: SearchMatch,
  softwareId: number,
  kind: Kind,
  place: Where = 'anywhere',
): SearchMatch => {
  const prefix = getTokenScope(softwareId, kind) + MARKS[place];
  const prefixTokens = (part: SearchMatch): SearchMatch =>
    typeof part === 'string'
      ? prefix + part
      : 'all' in part
        ? { all: part.all.map(prefixTokens) }
        : { any: part.any.map(prefixTokens) };
  return prefixTokens(match);
};

/** Index terms of a text: Chinese letters and pairs, other words and their parts. */
export const listTextGrams = (text: string): Set<string> => {
  const grams = new Set<string>();
  for (const run of splitTextIntoRuns(text)) {
    if (run.kind === 'han') {
      for (const letter of run.text) grams.add(letter);
      for (const pair of listBigrams(run.text)) grams.add(pair);
    } else {
      grams.add(run.text);
      for (const part of run.parts) grams.add(part);
    }
  }
  return grams;
};

export type Indexed = {
  softwareId: number;
  kind: Kind;
  title: string;
  text: string;
  flags: readonly Flag[];
};

/** All index tokens of a document. */
export const listDocumentTokens = ({ softwareId, kind, title, text, flags }: Indexed): string[] => {
  const scope = getTokenScope(softwareId, kind);
  const ofTitle = listTextGrams(title);
  return [
    ...flags.map((flag) => toFlagToken(softwareId, kind, flag)),
    ...[...ofTitle].map((gram) => `${scope}¶${gram}`),
    ...[...new Set([...ofTitle, ...listTextGrams(text)])].map((gram) => `${scope}·${gram}`),
  ];
};
