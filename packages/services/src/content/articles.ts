import { articleChange, articleInput, type ArticleTexts, check } from '@yunbiao/contract';
import { transaction, type Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { invalid, notFound } from '../errors.ts';
import { indexArticle } from '../search/index.ts';
import { getSoftware } from '../software/find.ts';
import { LEGAL_TYPES } from '../software/legal.ts';
import { CHINA, HOUR, MINUTE, startOfDay } from '../time.ts';
import { usePictures } from '../upload/use.ts';
import { type ArticleName, getName, names } from './article-names.ts';
import { keepPictures, type ReadPicture } from './article-pictures.ts';
import { raises } from '../cache/generation.ts';
import { valid } from '../valid.ts';

const articlesChanged = raises('article', 'content');

type Written = Omit<ArticleTexts, 'publishedAt'> & { published_at?: number };

/** `2026-11-21` or `2026-11-21 09:30`, by the clocks of China, in epoch ms. */
const getInstant = (published: string): number => {
  const [day = '', time = '00:00'] = published.split(' ');
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return startOfDay(day, CHINA) + hours * HOUR + minutes * MINUTE;
};

const written = ({ publishedAt, ...texts }: ArticleTexts): Written => ({
  ...texts,
  ...(publishedAt === undefined ? {} : { published_at: getInstant(publishedAt) }),
});

/** The site's own text of a type; the newest, as `common` finds it. */
const idOfType = async (tx: Tx, type: string): Promise<number | undefined> => {
  const row = await tx
    .selectFrom('article')
    .select('id')
    .where('art_type', '=', type)
    .where('software_id', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.id;
};

/** What a write owes: pages and search show it from the commit on. Every page's frame links the legal texts. */
const show = async (ctx: Context, tx: Tx, id: number, isFramed: boolean): Promise<void> => {
  await indexArticle({ tx, id });
  await articlesChanged({ ctx, tx }, isFramed ? ['article', 'content'] : ['article']);
};

const published = async (
  ctx: Context,
  tx: Tx,
  id: number,
  isFramed = false,
): Promise<ArticleName> => {
  await show(ctx, tx, id, isFramed);
  return getName(await names(tx).where('article.id', '=', id).executeTakeFirstOrThrow());
};

const update = async (ctx: Context, tx: Tx, id: number, texts: Written): Promise<ArticleName> => {
  const row = await tx
    .updateTable('article')
    .set({ ...texts, updated_at: ctx.now() })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!row) throw notFound(`没有编号是 ${id} 的文章`);
  await usePictures({ ctx, tx, kind: 'article', id, texts: [texts.content] });
  return published(ctx, tx, id);
};

const insert = async (
  ctx: Context,
  tx: Tx,
  { softwareId, artType }: { softwareId: number | null; artType: string },
  texts: Written,
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
  await usePictures({ ctx, tx, kind: 'article', id, texts: [texts.content] });
  return published(ctx, tx, id, artType.startsWith('legal'));
};

/** Pictures are kept before the transaction: encoding one takes long. Without `read` the text has none beside it. */
const withPictures = async (
  ctx: Context,
  texts: ArticleTexts,
  read: ReadPicture | undefined,
): Promise<Written> => {
  const source = texts.content;
  return written({
    ...texts,
    content: read ? await keepPictures({ ctx, source, read }) : source,
  });
};

/**
 * Publishes an article of a software, or of the whole site. `input` is read as `articleInput`; `read` brings the
 * pictures that lie beside its text. @throws 400, 404
 */
export const addArticle = async ({
  ctx,
  alias,
  input,
  read,
}: {
  ctx: Context;
  /** Null: of the whole site. */
  alias: string | null;
  input: unknown;
  read?: ReadPicture;
}): Promise<ArticleName> => {
  const { artType, ...texts } = valid(check(articleInput, input));
  const software = alias === null ? null : await getSoftware(ctx, { alias });
  const kept = await withPictures(ctx, texts, read);
  return transaction(ctx.db, (tx) =>
    insert(ctx, tx, { softwareId: software?.id ?? null, artType }, kept),
  );
};

const idIn = (which: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(which)) throw invalid({ which: `${which} 不是文章编号` });
  return Number(which);
};

/**
 * Rewrites an article: an existing one by id, or one of the site's legal texts by type, which is published when there is
 * none yet. `input` is read as `articleChange`, pictures as for `addArticle`. @throws 400, 404
 */
export const setArticle = async ({
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
  const checked = valid(check(articleChange, input));
  const types: string[] = Object.values(LEGAL_TYPES);
  const isType = types.includes(which);
  if (!isType && !/^[1-9]\d{0,8}$/.test(which)) {
    throw invalid({ which: `${which} 不是 ${types.join('、')}，也不是文章编号` });
  }
  const texts = await withPictures(ctx, checked, read);
  return transaction(ctx.db, async (tx) => {
    const id = isType ? await idOfType(tx, which) : Number(which);
    return id === undefined
      ? insert(ctx, tx, { softwareId: null, artType: which }, texts)
      : update(ctx, tx, id, texts);
  });
};

/** Takes an article away for good. @throws 400, 404 */
export const removeArticle = async ({
  ctx,
  id: which,
}: {
  ctx: Context;
  id: string;
}): Promise<ArticleName> => {
  const id = idIn(which);
  return transaction(ctx.db, async (tx) => {
    const row = await names(tx).where('article.id', '=', id).executeTakeFirst();
    if (!row) throw notFound(`没有编号是 ${id} 的文章`);
    await tx.deleteFrom('article').where('id', '=', id).execute();
    await usePictures({ ctx, tx, kind: 'article', id, texts: [] });
    await show(ctx, tx, id, row.art_type.startsWith('legal'));
    return getName(row);
  });
};
