import {
  articleChange,
  articleInput,
  type ArticleTexts,
  validateWithSchema,
} from '@yunbiao/contract';
import { runTransaction, type Tx } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { createInvalidInputError, createNotFoundError } from '../../platform/errors.ts';
import { indexArticle } from '../../platform/search/index.ts';
import { getSoftware } from '../../identity/software/find.ts';
import { LEGAL_TYPES } from '../../identity/software/legal.ts';
import { CHINA, HOUR, MINUTE, getStartOfDay } from '../../platform/time.ts';
import { recordPictureUses } from '../../platform/upload/picture-uses.ts';
import { type ArticleName, toArticleName, selectArticleNames } from './article-names.ts';
import { storePicturesAndRewriteLinks, type ReadPicture } from './article-pictures.ts';
import { createInvalidator } from '../../platform/cache/generation.ts';
import { requireValidInput } from '../../platform/valid.ts';

const invalidateArticles = createInvalidator('article', 'content');

type ArticleFields = Omit<ArticleTexts, 'publishedAt'> & { published_at?: number };

/** Parses `2026-11-21` or `2026-11-21 09:30` in China time. Returns epoch ms. */
const parsePublicationTime = (published: string): number => {
  const [day = '', time = '00:00'] = published.split(' ');
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return getStartOfDay(day, CHINA) + hours * HOUR + minutes * MINUTE;
};

const toArticleFields = ({ publishedAt, ...texts }: ArticleTexts): ArticleFields => ({
  ...texts,
  ...(publishedAt === undefined ? {} : { published_at: parsePublicationTime(publishedAt) }),
});

/** Newest article of a type for the whole site; the page frame links the same one. */
const findArticleIdByType = async (tx: Tx, type: string): Promise<number | undefined> => {
  const row = await tx
    .selectFrom('article')
    .select('id')
    .where('art_type', '=', type)
    .where('software_id', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.id;
};

/**
 * Updates the search index and invalidates cached pages. Legal texts are linked in the frame of
 * every page.
 */
const updateSearchAndInvalidatePages = async (
  ctx: Context,
  tx: Tx,
  id: number,
  isFramed: boolean,
): Promise<void> => {
  await indexArticle({ tx, id });
  await invalidateArticles({ ctx, tx }, isFramed ? ['article', 'content'] : ['article']);
};

const publishArticle = async (
  ctx: Context,
  tx: Tx,
  id: number,
  isFramed = false,
): Promise<ArticleName> => {
  await updateSearchAndInvalidatePages(ctx, tx, id, isFramed);
  return toArticleName(
    await selectArticleNames(tx).where('article.id', '=', id).executeTakeFirstOrThrow(),
  );
};

const updateArticle = async (
  ctx: Context,
  tx: Tx,
  id: number,
  texts: ArticleFields,
): Promise<ArticleName> => {
  const row = await tx
    .updateTable('article')
    .set({ ...texts, updated_at: ctx.now() })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!row) throw createNotFoundError(`没有编号是 ${id} 的文章`);
  await recordPictureUses({ ctx, tx, kind: 'article', id, texts: [texts.content] });
  return publishArticle(ctx, tx, id);
};

const insertArticle = async (
  ctx: Context,
  tx: Tx,
  { softwareId, artType }: { softwareId: number | null; artType: string },
  texts: ArticleFields,
): Promise<ArticleName> => {
  const now = ctx.now();
  const { id } = await tx
    .insertInto('article')
    .values({
      software_id: softwareId,
      art_type: artType,
      updated_at: now,
      title: texts.title,
      content: texts.content,
      summary: texts.summary ?? '',
      version: texts.version ?? '',
      published_at: texts.published_at ?? now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await recordPictureUses({ ctx, tx, kind: 'article', id, texts: [texts.content] });
  return publishArticle(ctx, tx, id, artType.startsWith('legal'));
};

/**
 * Stores pictures before the transaction, because encoding is slow. Without `read` the text has no
 * pictures.
 */
const prepareArticleTexts = async (
  ctx: Context,
  texts: ArticleTexts,
  read: ReadPicture | undefined,
): Promise<ArticleFields> => {
  const source = texts.content;
  return toArticleFields({
    ...texts,
    content: read ? await storePicturesAndRewriteLinks({ ctx, source, read }) : source,
  });
};

/**
 * Publishes an article of a software or of the whole site. Validates `input` as `articleInput`.
 * `readPicture` loads the pictures next to the text.
 * @throws 400, 404
 */
export const addArticle = async ({
  ctx,
  alias,
  input,
  readPicture,
}: {
  ctx: Context;
  /** Null: of the whole site. */
  alias: string | null;
  input: unknown;
  readPicture?: ReadPicture;
}): Promise<ArticleName> => {
  const { artType, ...texts } = requireValidInput(validateWithSchema(articleInput, input));
  const software = alias === null ? null : await getSoftware(ctx, { alias });
  const prepared = await prepareArticleTexts(ctx, texts, readPicture);
  return runTransaction(ctx.db, (tx) =>
    insertArticle(ctx, tx, { softwareId: software?.id ?? null, artType }, prepared),
  );
};

const parseArticleId = (which: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(which))
    throw createInvalidInputError({ which: `${which} 不是文章编号` });
  return Number(which);
};

/**
 * Replaces an article, found by id, or a legal text of the site by its type. A missing legal text
 * is created. Validates `input` as `articleChange`; pictures work as in `addArticle`.
 * @throws 400, 404
 */
export const replaceArticle = async ({
  ctx,
  which,
  read,
  ...input
}: {
  ctx: Context;
  /** `legal:terms`, `legal:privacy` or an id. */
  which: string;
  title: string;
  /** Markdown. */
  content: string;
  summary?: string;
  version?: string;
  publishedAt?: string;
  read?: ReadPicture;
}): Promise<ArticleName> => {
  const checkedArticle = requireValidInput(validateWithSchema(articleChange, input));
  const types: string[] = Object.values(LEGAL_TYPES);
  const isType = types.includes(which);
  if (!isType && !/^[1-9]\d{0,8}$/.test(which)) {
    throw createInvalidInputError({ which: `${which} 不是 ${types.join('、')}，也不是文章编号` });
  }
  const texts = await prepareArticleTexts(ctx, checkedArticle, read);
  return runTransaction(ctx.db, async (tx) => {
    const id = isType ? await findArticleIdByType(tx, which) : Number(which);
    return id === undefined
      ? insertArticle(ctx, tx, { softwareId: null, artType: which }, texts)
      : updateArticle(ctx, tx, id, texts);
  });
};

/** Removes an article from the site and the search index. @throws 400, 404 */
export const removeArticle = async ({
  ctx,
  id: which,
}: {
  ctx: Context;
  id: string;
}): Promise<ArticleName> => {
  const id = parseArticleId(which);
  return runTransaction(ctx.db, async (tx) => {
    const row = await selectArticleNames(tx).where('article.id', '=', id).executeTakeFirst();
    if (!row) throw createNotFoundError(`没有编号是 ${id} 的文章`);
    await tx.deleteFrom('article').where('id', '=', id).execute();
    await recordPictureUses({ ctx, tx, kind: 'article', id, texts: [] });
    await updateSearchAndInvalidatePages(ctx, tx, id, row.art_type.startsWith('legal'));
    return toArticleName(row);
  });
};
