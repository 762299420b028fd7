import { isServer } from '@tanstack/router-core/isServer';
import type { CallOutput } from '@yunbiao/contract';
import type { PageMeta } from '../../kit/page/head.ts';
import { readRemembered, type LoaderContext } from '../../kit/page/page-data.ts';
import { getData } from '../../kit/page/page-errors.ts';
import {
  type Asked,
  readAddress,
  getInput,
  type SearchAddress,
  type SearchData,
} from './address.ts';

type Index = CallOutput<'askIndex'>;

/** Where to go on when nothing was found. */
export type Ways = Pick<Index, 'groups' | 'hot'>;

export type SearchPageData = {
  asked: Asked;
  softwareName: string;
  /** Null: nothing was asked, or it could not be answered. */
  found: SearchData | null;
  /** Why it could not be answered; `isLater`: trying again helps. */
  trouble: { text: string; isLater: boolean } | null;
  ways: Ways | null;
  meta: PageMeta;
};

type Place = LoaderContext & {
  location: { href: string };
  params: { soft: string };
  parentMatchPromise: Promise<{ loaderData?: { software: { name: string } } | undefined }>;
};

const getMeta = (alias: string, name: string, { q }: Asked): PageMeta => ({
  title: q ? `搜索“${q}” · ${name}` : `搜索 · ${name}`,
  description: q
    ? `在${name}的问答、文章、更新日志和下载里搜索“${q}”。`
    : `搜索${name}的问答、文章、更新日志和下载。`,
  path: `/${alias}/search${q ? `?${new URLSearchParams({ q })}` : ''}`,
  // Anybody can put any words into such an address: search engines follow its links and do not keep it.
  noindex: q !== '',
});

const listWays = async (c: Place): Promise<Ways | null> => {
  const alias = c.params.soft;
  const reply = await c.context.api(alias).call('askIndex', { alias });
  return reply.state === 'ok' ? { groups: reply.data.groups, hot: reply.data.hot } : null;
};

type Answer = Pick<SearchPageData, 'found' | 'trouble'>;

const getAnswer = async (c: Place, asked: Asked): Promise<Answer> => {
  const alias = c.params.soft;
  if (!asked.q) return { found: null, trouble: null };
  const reply = await c.context.api(alias).call('search', getInput(alias, asked));
  if (reply.state === 'ok') return { found: reply.data, trouble: null };
  if (reply.code === 400) return { found: null, trouble: { text: reply.msg, isLater: false } };
  // A page that is kept must not say so to everybody, and results in memory stay; else it says so in its place.
  if (isServer || reply.code === 404 || readRemembered(c) !== undefined)
    return { found: getData<SearchData>(reply, c), trouble: null };
  return { found: null, trouble: { text: reply.msg, isLater: true } };
};

export const loadSearch = async (c: Place, address: SearchAddress): Promise<SearchPageData> => {
  const asked = readAddress(address);
  const answer = await getAnswer(c, asked);
  const softwareName = (await c.parentMatchPromise).loaderData?.software.name ?? '';
  const isEnd = answer.found === null || answer.found.total === 0;
  return {
    asked,
    softwareName,
    ...answer,
    ways: isEnd && !answer.trouble?.isLater ? await listWays(c) : null,
    meta: getMeta(c.params.soft, softwareName, asked),
  };
};
