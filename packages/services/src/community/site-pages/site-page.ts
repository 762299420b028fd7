import type { CallOutput } from '@yunbiao/contract';
import type { SearchPage } from '../../platform/page-search/page.ts';

export type SitePageKind = CallOutput<'search'>['pages'][number]['kind'];

/** A page of this site that search can lead to; `{soft}` in its address is the software's alias. */
export type SitePage = SearchPage<SitePageKind>;

/** Words that people search a page by, separated by `；`. */
export const splitSearchPhrases = (text: string): string[] =>
  text
    .split(/[；\n]/)
    .map((phrase) => phrase.trim())
    .filter(Boolean);
