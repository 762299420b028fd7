import type { CallOutput } from '@yunbiao/contract';
import type { SearchMatch } from '@yunbiao/db';
import {
  HANDBOOK_NAMES,
  type HandbookName,
  getHandbookHelp,
  getHandbookTitle,
} from '../handbook/names.ts';
import type { Term } from '../../platform/search/query.ts';
import { listTextGrams } from '../../platform/search/tokens.ts';

type Hit = CallOutput<'search'>['handbook'][number];

/** Maximum number of entries; the handbook has its own page for lists. */
const MAX_HITS = 3;
/** Chinese words of two letters, such as 条码, occur in most questions; longer ones are specific. */
const NAMING_LETTERS = 3;

let knownEntries: readonly { name: HandbookName; grams: Set<string> }[] | undefined;

/**
 * Grams of the names of each entry. Descriptions are not indexed: common words would match all
 * entries.
 */
const getHandbookEntryGrams = () =>
  (knownEntries ??= HANDBOOK_NAMES.map((name) => ({
    name,
    grams: listTextGrams([getHandbookTitle(name), ...getHandbookHelp(name).also].join(' ')),
  })));

const areMatchTermsInGrams = (match: SearchMatch, grams: ReadonlySet<string>): boolean => {
  if (typeof match === 'string') return grams.has(match);
  return 'all' in match
    ? match.all.every((part) => areMatchTermsInGrams(part, grams))
    : match.any.some((part) => areMatchTermsInGrams(part, grams));
};

const canTermNameEntry = ({ kind, text }: Term): boolean =>
  kind === 'word' || text.length >= NAMING_LETTERS;

/**
 * Handbook entries for a query: those whose names match all terms, otherwise those with the most
 * matches, at least one of them specific.
 */
export const findHandbookHits = (terms: readonly Term[]): Hit[] => {
  const ratedEntries = getHandbookEntryGrams().map(({ name, grams }) => {
    const metTerms = terms.filter(({ match }) => areMatchTermsInGrams(match, grams));
    const isMeant = metTerms.length === terms.length || metTerms.some(canTermNameEntry);
    return { name, worth: isMeant ? metTerms.length : 0 };
  });
  const best = Math.max(...ratedEntries.map(({ worth }) => worth));
  if (best === 0) return [];
  return ratedEntries
    .filter(({ worth }) => worth === best)
    .slice(0, MAX_HITS)
    .map(({ name }) => ({ name, title: getHandbookTitle(name), use: getHandbookHelp(name).use }));
};

/** Entries that are not among the found pages: each is shown once. */
export const listOtherHandbookHits = (
  hits: readonly Hit[],
  pages: CallOutput<'search'>['pages'],
): Hit[] =>
  hits.filter(({ name }) => !pages.some(({ href }) => href.endsWith(`/tools/codes/${name}.html`)));
