import { z } from 'zod';
import { defineCall } from '../define.ts';
import { bool, instant, named, page, getPage, text } from '../fields.ts';
import { QUERY_LENGTH } from '../limits/input.ts';
import { handbookRow } from './handbook.ts';

export const SEARCH_KINDS = ['post', 'article', 'updateLog', 'download'] as const;

export const searchKind = z.enum(SEARCH_KINDS, {
  error: '范围只能是 post、article、updateLog 或 download',
});

/** Text cut at what was found: `mark` is what the words of the query met. No HTML. */
const marked = z.array(z.object({ text: z.string(), mark: z.boolean() }));

const hit = z.object({
  kind: searchKind,
  /** Id of the question, article or file. */
  id: z.string(),
  softwareAlias: z.string(),
  title: marked,
  excerpt: marked,
  /** Group, kind of article, or platform, version and size: where it belongs, in words. */
  place: z.string(),
  solved: z.boolean(),
  replyCount: z.number(),
  at: instant(),
});

export const searchCalls = {
  search: defineCall({
    method: 'GET',
    path: '/np/api/search',
    audience: 'public',
    summary: '在一款软件的问答、文章、更新日志和下载里搜索',
    // `forum` too: a member may have become staff, and it finds what staff have answered.
    shows: ['software', 'forum', 'own-forum', 'article', 'download'],
    showsSoftware: 'one',
    input: z.object({
      ...named,
      q: text('搜索词', QUERY_LENGTH, 1),
      kind: searchKind.optional().meta({ title: '范围' }),
      /** Only questions with an accepted answer. */
      solved: bool('已解决').optional(),
      /** Only questions staff have answered. */
      official: bool('官方回答过').optional(),
      /** Only of the last year. */
      recent: bool('近一年').optional(),
      ...page,
    }),
    output: getPage(hit).extend({
      /**
       * Results by kind, without regard to the kind asked for. Exact up to 1,000 questions; when `capped`, more match,
       * and the newest 1,000 of them, and those with the words in their title, are what is listed and counted.
       */
      counts: z.object({
        post: z.number(),
        article: z.number(),
        updateLog: z.number(),
        download: z.number(),
      }),
      /** What the query names in the handbook of codes and elements; on the first page of a search of everything. */
      handbook: z.array(handbookRow.pick({ name: true, title: true, use: true })),
      /** Words that were looked for besides, a typo mended: `{from: 'cleint', to: 'client'}`. */
      also: z.array(z.object({ from: z.string(), to: z.string() })),
      /** More than 1,000 questions match. */
      capped: z.boolean(),
      /** Nothing has all the words: these have most of them. */
      loose: z.boolean(),
      /** Nothing was found: words of the query that find something by themselves. */
      shorter: z.array(z.string()),
    }),
    limit: { max: 120, windowS: 60, by: 'address' },
  }),
};
