import { z } from 'zod';
import { defineCall } from '../../core/define.ts';
import {
  defineIdField,
  defineInstantField,
  softwareFields,
  pageFields,
  definePageSchema,
} from '../../core/fields.ts';

export const ART_TYPES = ['updateLog', 'help', 'news', 'legal'] as const;

export const artType = z.enum(ART_TYPES, {
  error: '文章类型只能是 updateLog、help、news 或 legal',
});

/** An article as lists return it. */
export const articleRow = z.object({
  id: z.string(),
  artType,
  title: z.string(),
  /** One or two sentences of plain text. */
  summary: z.string(),
  /** Version an update log describes; '' for other article types. */
  version: z.string(),
  /** Null: the article belongs to the whole site. */
  softwareAlias: z.string().nullable(),
  softwareName: z.string().nullable(),
  publishedAt: defineInstantField(),
  updatedAt: defineInstantField(),
});

/**
 * Kind of a change in an update log: list items that start with 新增：, 改进：, 修正：, and all
 * others.
 */
export const CHANGE_KINDS = ['add', 'improve', 'fix', 'other'] as const;

const change = z.object({
  kind: z.enum(CHANGE_KINDS),
  /** Safe HTML without the leading word that names the kind. */
  html: z.string(),
});

/** Parsed parts of an update log; both are empty for other articles. */
const updateLogParts = {
  /** Safe HTML of the text around the list of changes. */
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
      ...softwareFields,
      artType: artType.optional().meta({ title: '文章类型' }),
      /** Only update logs that contain a change of this kind. */
      kind: z
        .enum(CHANGE_KINDS, { error: '改动只能是 add、improve、fix 或 other' })
        .optional()
        .meta({ title: '改动' }),
      ...pageFields,
    }),
    output: definePageSchema(
      articleRow.extend({
        /** Safe HTML; '' unless the article is an update log. */
        html: z.string(),
        ...updateLogParts,
      }),
    ),
  }),
  articleDetail: defineCall({
    method: 'GET',
    path: '/np/api/article/detail',
    audience: 'public',
    summary: '一篇文章，以及它的上一篇和下一篇',
    // The page shows titles of neighbouring articles, so any article change makes it stale.
    shows: ['software', 'article'],
    showsSoftware: 'all',
    input: z.object({ ...softwareFields, id: defineIdField() }),
    output: articleRow.extend({
      /** Safe HTML rendered from Markdown by the server; headings have ids. */
      html: z.string(),
      ...updateLogParts,
      /** Second-level headings, for a table of contents. */
      headings: z.array(z.object({ id: z.string(), text: z.string() })),
      /** Neighbours in the list of the same type: the newer and the older article. */
      previous: neighbour,
      next: neighbour,
    }),
  }),
};
