import { z } from 'zod';
import { defineCall } from '../../core/define.ts';
import {
  defineBoolField,
  defineInstantField,
  softwareFields,
  pageFields,
  definePageSchema,
  defineTextField,
} from '../../core/fields.ts';
import { QUERY_LENGTH } from '../../limits/input.ts';
import { handbookRow } from './handbook.ts';

export const SEARCH_KINDS = ['post', 'article', 'updateLog', 'download'] as const;

export const searchKind = z.enum(SEARCH_KINDS, {
  error: '范围只能是 post、article、updateLog 或 download',
});

/** Kinds of pages of the product. */
export const SEARCH_PAGE_KINDS = [
  'tool',
  'template',
  'guide',
  'printer',
  'handbook',
  'faq',
  'plan',
  'member',
  'docs',
  'download',
  'article',
  'updateLog',
  'qa',
  'terms',
] as const;

/** A page of the product that the query means. */
const page = z.object({
  kind: z.enum(SEARCH_PAGE_KINDS),
  title: z.string(),
  /** One line of plain text. */
  excerpt: z.string(),
  /** Path on this host. Pages under `/user` lead members there, and visitors to signing in. */
  href: z.string(),
});

/** Text split at matches; `mark` parts matched words of the query. No HTML. */
const marked = z.array(z.object({ text: z.string(), mark: z.boolean() }));

const hit = z.object({
  kind: searchKind,
  /** Id of the question, article or file. */
  id: z.string(),
  softwareAlias: z.string(),
  title: marked,
  excerpt: marked,
  /** Where the hit belongs, as text: group, article type, or platform, version and size. */
  place: z.string(),
  solved: z.boolean(),
  replyCount: z.number(),
  at: defineInstantField(),
});

export const searchCalls = {
  search: defineCall({
    method: 'GET',
    path: '/np/api/search',
    audience: 'public',
    summary: '在一款软件的页面、问答、文章、更新日志和下载里搜索',
    // Also depends on `forum`: the results show which questions staff have answered, and a member
    // may become staff.
    shows: ['software', 'forum', 'own-forum', 'article', 'download', 'template', 'product'],
    showsSoftware: 'one',
    input: z.object({
      ...softwareFields,
      q: defineTextField('搜索词', QUERY_LENGTH, 1),
      kind: searchKind.optional().meta({ title: '范围' }),
      /** Only questions with an accepted answer. */
      solved: defineBoolField('已解决').optional(),
      /** Only questions with a reply by staff. */
      official: defineBoolField('官方回答过').optional(),
      /** Only results of the last year. */
      recent: defineBoolField('近一年').optional(),
      ...pageFields,
    }),
    output: definePageSchema(hit).extend({
      /**
       * Results by kind, independent of the `kind` filter. Exact up to 1,000 questions. When
       * `capped` is true, only the newest 1,000 matches and those with the words in their title are
       * listed and counted.
       */
      counts: z.object({
        post: z.number(),
        article: z.number(),
        updateLog: z.number(),
        download: z.number(),
      }),
      /**
       * Handbook entries that the query names and `pages` lacks; only on the first page of an
       * unfiltered search.
       */
      handbook: z.array(handbookRow.pick({ name: true, title: true, use: true })),
      /**
       * Pages of the product that the query means, best first, six at most: tools, guides, templates,
       * the handbook, plans, terms. Pinyin, traditional characters, synonyms and one wrong letter
       * find them too. Only on the first page of an unfiltered search.
       */
      pages: z.array(page),
      /** Corrected spellings that were searched as well: `{from: 'cleint', to: 'client'}`. */
      also: z.array(z.object({ from: z.string(), to: z.string() })),
      /** More than 1,000 questions match. */
      capped: z.boolean(),
      /** No result contains all words; the results contain most of them. */
      loose: z.boolean(),
      /** When nothing was found: single words of the query that have results. */
      shorter: z.array(z.string()),
    }),
    limit: { max: 120, windowS: 60, by: 'address' },
  }),
};
