import type { CallOutput } from '@yunbiao/contract';
import type { Executor } from '@yunbiao/db';
import type { PageIndex } from '../../platform/page-search/page-index.ts';
import { scorePages } from '../../platform/page-search/score-pages.ts';
import { listCommonPages } from './common-pages.ts';
import { getPageIndex } from './index-pages.ts';
import { type OwnPagesScope, readOwnPages } from './own-pages.ts';
import type { SitePage } from './site-page.ts';

type FoundPage = CallOutput<'search'>['pages'][number];

const MAX_PAGES = 6;
/**
 * Maximum number of templates among the results: they resemble each other, and the template library
 * lists all of them.
 */
const MAX_TEMPLATES = 2;
/** Below this score a page merely shares a word with the query. */
const MIN_SCORE = 0.35;
/**
 * Pages with a lower share of the best score are left out. The first pages need only
 * `MIN_FIRST_SHARE`.
 */
const MIN_SHARE = 0.6;
const FIRST_PAGES = 3;
const MIN_FIRST_SHARE = 0.4;
const EXCERPT_LENGTH = 80;

const removeFragment = (href: string): string => href.replace(/#.*$/, '');

const shortenExcerpt = (text: string): string => {
  const letters = [...text];
  return letters.length > EXCERPT_LENGTH
    ? `${letters.slice(0, EXCERPT_LENGTH - 1).join('')}…`
    : text;
};

const LIBRARY = '/{soft}/tools/temp';

/**
 * Puts the template library after the first template, because people who look for one template want
 * to see others.
 */
const insertLibraryAfterFirstTemplate = (
  pages: SitePage[],
  matches: readonly { page: SitePage }[],
): SitePage[] => {
  const template = pages.findIndex(({ kind }) => kind === 'template');
  const library = matches.find(({ page }) => page.href === LIBRARY)?.page;
  const at = pages.findIndex(({ href }) => href === LIBRARY);
  if (template < 0 || !library || (at >= 0 && at < template)) return pages;
  const otherPages = pages.filter(({ href }) => href !== LIBRARY);
  return otherPages.toSpliced(template + 1, 0, library).slice(0, MAX_PAGES);
};

/** The best pages, each address once. */
const selectBestPages = (index: PageIndex<SitePage>, q: string): SitePage[] => {
  const matches = scorePages(index, q);
  const best = matches[0]?.score ?? 0;
  const picked = new Map<string, SitePage>();
  let templates = 0;
  for (const { page, score } of matches) {
    const share = picked.size < FIRST_PAGES ? MIN_FIRST_SHARE : MIN_SHARE;
    if (picked.size >= MAX_PAGES || score < MIN_SCORE || score < best * share) break;
    if (picked.has(removeFragment(page.href))) continue;
    if (page.kind === 'template' && ++templates > MAX_TEMPLATES) continue;
    picked.set(removeFragment(page.href), page);
  }
  return insertLibraryAfterFirstTemplate([...picked.values()], matches);
};

/** All pages that search can lead to. */
export const listSearchPages = async (scope: OwnPagesScope): Promise<SitePage[]> => [
  ...listCommonPages(),
  ...(await readOwnPages(scope)).pages,
];

/** Pages of the site that a query means, best first. */
export const findPages = async ({
  executor,
  software,
  now,
  q,
}: {
  executor: Executor;
  software: { id: number; alias: string };
  now: number;
  q: string;
}): Promise<FoundPage[]> => {
  const index = await getPageIndex({ executor, softwareId: software.id, now });
  return selectBestPages(index, q).map(({ kind, title, summary, href }) => ({
    kind,
    title,
    excerpt: shortenExcerpt(summary),
    href: href.replace('{soft}', encodeURIComponent(software.alias)),
  }));
};
