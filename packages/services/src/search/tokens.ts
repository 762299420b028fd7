import type { SearchMatch } from '@yunbiao/db';
import { listPairs, listRuns } from './runs.ts';

/** In the order of their codes in the index. */
export const KINDS = ['post', 'article', 'updateLog', 'download'] as const;
export type Kind = (typeof KINDS)[number];

export const docId = (kind: Kind, id: number): number => id * 4 + KINDS.indexOf(kind);
export const getSource = (doc: number): { kind: Kind; id: number } => ({
  kind: KINDS[doc % 4] ?? 'post',
  id: Math.floor(doc / 4),
});

/**
 * Tokens carry software and kind, so that a search reads the lists of its own software only: `{scope}·打印` is anywhere in
 * the document, `{scope}¶打印` in its title, `{scope}§s` says something of it.
 */
const getScope = (softwareId: number, kind: Kind): string =>
  (softwareId * 4 + KINDS.indexOf(kind)).toString(36);

export type Where = 'anywhere' | 'title';
const MARKS = { anywhere: '·', title: '¶' } as const;

const FLAGS = { solved: 's', official: 'o' } as const;
export type Flag = keyof typeof FLAGS;

export const flagToken = (softwareId: number, kind: Kind, flag: Flag): string =>
  `${getScope(softwareId, kind)}§${FLAGS[flag]}`;

/** The same match, of plain grams, within a software's documents of a kind. */
export const scoped = (
  match: SearchMatch,
  softwareId: number,
  kind: Kind,
  where: Where = 'anywhere',
): SearchMatch => {
  const prefix = getScope(softwareId, kind) + MARKS[where];
  const walk = (part: SearchMatch): SearchMatch =>
    typeof part === 'string'
      ? prefix + part
      : 'all' in part
        ? { all: part.all.map(walk) }
        : { any: part.any.map(walk) };
  return walk(match);
};

/** What a text is found by: letters and pairs of Chinese, words and their parts. */
export const listGrams = (text: string): Set<string> => {
  const grams = new Set<string>();
  for (const run of listRuns(text)) {
    if (run.kind === 'han') {
      for (const letter of run.text) grams.add(letter);
      for (const pair of listPairs(run.text)) grams.add(pair);
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

/** Every token of a document. */
export const listTokens = ({ softwareId, kind, title, text, flags }: Indexed): string[] => {
  const scope = getScope(softwareId, kind);
  const ofTitle = listGrams(title);
  return [
    ...flags.map((flag) => flagToken(softwareId, kind, flag)),
    ...[...ofTitle].map((gram) => `${scope}¶${gram}`),
    ...[...new Set([...ofTitle, ...listGrams(text)])].map((gram) => `${scope}·${gram}`),
  ];
};
