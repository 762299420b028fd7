import { isServer } from '@tanstack/router-core/isServer';
import type { CallOutput } from '@yunbiao/contract';
import type { PageMeta } from '../../kit/page/head.ts';
import { readCachedPageData, type LoaderContext } from '../../kit/page/page-data.ts';
import { requireReplyData } from '../../kit/page/page-errors.ts';
import { getSoftwareName, type SoftwarePagePlace } from '../../kit/page/software-place.ts';
import {
  type SearchQuery,
  parseSearchAddress,
  buildSearchInput,
  type SearchAddress,
  type SearchData,
} from './address.ts';

type Index = CallOutput<'askIndex'>;

/** Suggestions for an empty result. */
export type SearchSuggestions = Pick<Index, 'groups' | 'hot'>;

export type SearchPageData = {
  asked: SearchQuery;
  softwareName: string;
  /** Null without a query or after a failure. */
  found: SearchData | null;
  /** Reason of a failure; `isLater`: a retry can help. */
  trouble: { text: string; isLater: boolean } | null;
  ways: SearchSuggestions | null;
  meta: PageMeta;
};

type Place = LoaderContext & SoftwarePagePlace;

const buildSearchMeta = (alias: string, name: string, { q }: SearchQuery): PageMeta => ({
  title: q ? `搜索“${q}” · ${name}` : `搜索 · ${name}`,
  description: q
    ? `在${name}的问答、文章、更新日志和下载里搜索“${q}”。`
    : `搜索${name}的问答、文章、更新日志和下载。`,
  path: `/${alias}/search${q ? `?${new URLSearchParams({ q })}` : ''}`,
  // The address can contain any text; search engines follow the links but do not index the page.
  noindex: q !== '',
});

const loadSearchSuggestions = async (c: Place): Promise<SearchSuggestions | null> => {
  const alias = c.params.soft;
  const reply = await c.context.createApi(alias).call('askIndex', { alias });
  return reply.state === 'ok' ? { groups: reply.data.groups, hot: reply.data.hot } : null;
};

type Answer = Pick<SearchPageData, 'found' | 'trouble'>;

const loadSearchResults = async (c: Place, query: SearchQuery): Promise<Answer> => {
  const alias = c.params.soft;
  if (!query.q) return { found: null, trouble: null };
  const reply = await c.context.createApi(alias).call('search', buildSearchInput(alias, query));
  if (reply.state === 'ok') return { found: reply.data, trouble: null };
  if (reply.code === 400) return { found: null, trouble: { text: reply.msg, isLater: false } };
  // On the server, or with results in memory, throw: failures must not be cached, and the results
  // must stay. Otherwise the page displays the failure.
  if (isServer || reply.code === 404 || readCachedPageData(c) !== undefined)
    return { found: requireReplyData<SearchData>(reply, c), trouble: null };
  return { found: null, trouble: { text: reply.msg, isLater: true } };
};

export const loadSearchPage = async (c: Place, address: SearchAddress): Promise<SearchPageData> => {
  const query = parseSearchAddress(address);
  const answer = await loadSearchResults(c, query);
  const softwareName = await getSoftwareName(c);
  const isEnd = answer.found === null || answer.found.total === 0;
  return {
    asked: query,
    softwareName,
    ...answer,
    ways: isEnd && !answer.trouble?.isLater ? await loadSearchSuggestions(c) : null,
    meta: buildSearchMeta(c.params.soft, softwareName, query),
  };
};
