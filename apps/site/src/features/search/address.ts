import type { CallInput, CallOutput } from '@yunbiao/contract';
import { QUERY_LENGTH } from '@yunbiao/contract/limits/input';

export type SearchData = CallOutput<'search'>;
export type Hit = SearchData['list'][number];
export type Kind = Hit['kind'];

/** URL query parameters of the search page; strings as in the address. */
export type SearchAddress = {
  q?: string;
  kind?: string;
  solved?: string;
  official?: string;
  recent?: string;
  page?: string;
};

export const KIND_WORDS: Record<Kind, string> = {
  post: '问答',
  article: '文章',
  updateLog: '更新',
  download: '下载',
};

export const KINDS: readonly Kind[] = ['post', 'article', 'updateLog', 'download'];

export const FILTERS = [
  { key: 'solved', label: '已解决的' },
  { key: 'official', label: '官方回答过的' },
  { key: 'recent', label: '近一年的' },
] as const;

export type SearchQuery = {
  q: string;
  kind: Kind | null;
  solved: boolean;
  official: boolean;
  recent: boolean;
  page: number;
};

/** Parses the address. Ignores invalid values. */
export const parseSearchAddress = (address: SearchAddress): SearchQuery => {
  const page = Number(address.page ?? 1);
  return {
    q: (address.q ?? '').trim().slice(0, QUERY_LENGTH),
    kind: KINDS.find((kind) => kind === address.kind) ?? null,
    solved: address.solved === '1',
    official: address.official === '1',
    recent: address.recent === '1',
    page: Number.isSafeInteger(page) && page > 0 && page <= 1_000 ? page : 1,
  };
};

/** Builds the address of a changed search. Resets the page unless `change` contains a page. */
export const buildSearchAddress = (
  query: SearchQuery,
  change: Partial<SearchQuery> = {},
): SearchAddress => {
  const { q, kind, solved, official, recent, page } = { ...query, page: 1, ...change };
  return {
    ...(q ? { q } : {}),
    ...(kind ? { kind } : {}),
    ...(solved ? { solved: '1' } : {}),
    ...(official ? { official: '1' } : {}),
    ...(recent ? { recent: '1' } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  };
};

export const buildSearchInput = (alias: string, query: SearchQuery): CallInput<'search'> => ({
  alias,
  q: query.q,
  page: query.page,
  ...(query.kind ? { kind: query.kind } : {}),
  ...(query.solved ? { solved: true } : {}),
  ...(query.official ? { official: true } : {}),
  ...(query.recent ? { recent: true } : {}),
});

/** Page numbers around the current page; 0 means a gap. */
export const listPagesAround = (page: number, pages: number): number[] => {
  const near = [1, page - 1, page, page + 1, pages].filter(
    (number) => number >= 1 && number <= pages,
  );
  const sorted = [...new Set(near)].toSorted((a, b) => a - b);
  return sorted.flatMap((number, i) =>
    i > 0 && number - (sorted[i - 1] ?? 0) > 1 ? [0, number] : [number],
  );
};
