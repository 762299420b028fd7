import type { SearchData } from './address.ts';

export type PageHit = SearchData['pages'][number];
export type HandbookHit = SearchData['handbook'][number];

/** Number of pages and entries of the handbook that are shown above the other results. */
export const countPageHits = ({
  pages,
  handbook,
}: {
  pages: readonly PageHit[];
  handbook: readonly HandbookHit[];
}): number => pages.length + handbook.length;
