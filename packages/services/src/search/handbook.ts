import type { CallOutput } from '@yunbiao/contract';
import type { SearchMatch } from '@yunbiao/db';
import { HANDBOOK_NAMES, type HandbookName, getHelp, getTitle } from '../handbook/names.ts';
import type { Term } from './query.ts';
import { listGrams } from './tokens.ts';

type Hit = CallOutput<'search'>['handbook'][number];

/** More are a list of the handbook, which has a page of its own. */
const MOST = 3;
/** A Chinese word of two letters, such as 条码, is in every other question; a longer one names something. */
const NAMING_LETTERS = 3;

let known: readonly { name: HandbookName; grams: Set<string> }[] | undefined;

/** What each entry is found by: its names. What it says is found in no entry rather than in all. */
const entries = () =>
  (known ??= HANDBOOK_NAMES.map((name) => ({
    name,
    grams: listGrams([getTitle(name), ...getHelp(name).also].join(' ')),
  })));

const isIn = (match: SearchMatch, grams: ReadonlySet<string>): boolean => {
  if (typeof match === 'string') return grams.has(match);
  return 'all' in match
    ? match.all.every((part) => isIn(part, grams))
    : match.any.some((part) => isIn(part, grams));
};

const isNaming = ({ kind, text }: Term): boolean =>
  kind === 'word' || text.length >= NAMING_LETTERS;

/** Entries of the handbook a query names: with all its words, or those named by most words that can name something. */
export const handbookHits = (terms: readonly Term[]): Hit[] => {
  const found = entries().map(({ name, grams }) => {
    const met = terms.filter(({ match }) => isIn(match, grams));
    const isMeant = met.length === terms.length || met.some(isNaming);
    return { name, worth: isMeant ? met.length : 0 };
  });
  const best = Math.max(...found.map(({ worth }) => worth));
  if (best === 0) return [];
  return found
    .filter(({ worth }) => worth === best)
    .slice(0, MOST)
    .map(({ name }) => ({ name, title: getTitle(name), use: getHelp(name).use }));
};
