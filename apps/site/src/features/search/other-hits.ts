import type { SearchData } from './address.ts';

export type PageHit = SearchData['pages'][number];
export type HandbookHit = SearchData['handbook'][number];

/** Hits that are pages of the product and entries of the handbook. */
type OtherHits = { pages: readonly PageHit[]; handbook: readonly HandbookHit[] };

/** Entries of the handbook that are not among the pages. */
export const listOtherHandbookHits = ({ pages, handbook }: OtherHits): HandbookHit[] =>
  handbook.filter(
    ({ name }) => !pages.some(({ href }) => href.endsWith(`/tools/codes/${name}.html`)),
  );

/** Number of pages and entries that are shown above the other results. */
export const countPageHits = (found: OtherHits): number =>
  found.pages.length + listOtherHandbookHits(found).length;
