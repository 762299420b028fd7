import { z } from 'zod';
import { defineCall } from '../define.ts';
import { id, instant, named, page, getPage } from '../fields.ts';

export const ART_TYPES = ['updateLog', 'help', 'news', 'legal'] as const;

export const artType = z.enum(ART_TYPES, {
  error: '文章类型只能是 updateLog、help、news 或 legal',
});

/** An article in a list. */
export const articleRow = z.object({
  id: z.string(),
  artType,
  title: z.string(),
  /** One or two plain sentences. */
  summary: z.string(),
  /** Update logs: the version it is about; else ''. */
  version: z.string(),
  /** Null: of the whole site. */
  softwareAlias: z.string().nullable(),
  softwareName: z.string().nullable(),
  publishedAt: instant(),
  updatedAt: instant(),
});

/** What a version changed: its update log's list items that begin with 新增：, 改进：, 修正：, and the others. */
export const CHANGE_KINDS = ['add', 'improve', 'fix', 'other'] as const;

const change = z.object({
  kind: z.enum(CHANGE_KINDS),
  /** Safe HTML, without the word that says the kind. */
  html: z.string(),
});

/** An update log taken apart; both empty for other articles. */
const takenApart = {
  /** Safe HTML: what is written around its changes. */
  leadHtml: z.string(),
  changes: z.array(change),
};

const neighbour = z.object({ id: z.string(), title: z.string(), version: z.string() }).nullable();

export const articleCalls = {
  articleList: defineCall({
    method: 'GET',
    path: '/np/api/article/list',
    audience: 'public',
    summary: '文章列表，新的在前；不写类型时是更新日志、帮助和动态。更新日志带正文',
    shows: ['software', 'article'],
    showsSoftware: 'all',
    input: z.object({
      ...named,
      artType: artType.optional().meta({ title: '文章类型' }),
      /** Update logs with a change of this kind only. */
      kind: z
        .enum(CHANGE_KINDS, { error: '改动只能是 add、improve、fix 或 other' })
        .optional()
        .meta({ title: '改动' }),
      ...page,
    }),
    output: getPage(
      articleRow.extend({
        /** Safe HTML; '' unless it is an update log. */
        html: z.string(),
        ...takenApart,
      }),
    ),
  }),
  articleDetail: defineCall({
    method: 'GET',
    path: '/np/api/article/detail',
    audience: 'public',
    summary: '一篇文章，以及它的上一篇和下一篇',
    // It names its neighbours: whichever article changes.
    shows: ['software', 'article'],
    showsSoftware: 'all',
    input: z.object({ ...named, id: id() }),
    output: articleRow.extend({
      /** Safe HTML, rendered from Markdown by the server; headings carry ids. */
      html: z.string(),
      ...takenApart,
      /** Its second-level headings, for a table of contents. */
      headings: z.array(z.object({ id: z.string(), text: z.string() })),
      /** Beside it in the list of its type, newer and older. */
      previous: neighbour,
      next: neighbour,
    }),
  }),
};
