import { articleInput, check } from '@yunbiao/contract';
import { transaction, type Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { invalid, notFound } from '../errors.ts';
import { LEGAL_TYPES } from '../software/legal.ts';
import { bumpContent } from './generation.ts';
import { valid } from './valid.ts';

export type ArticleName = { id: string; artType: string; title: string };

type Texts = { title: string; content: string };

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

const update = async (ctx: Context, tx: Tx, id: number, texts: Texts): Promise<ArticleName> => {
  const row = await tx
    .updateTable('article')
    .set({ ...texts, updated_at: ctx.now() })
    .where('id', '=', id)
    .returning(['id', 'art_type', 'title'])
    .executeTakeFirst();
  if (!row) throw notFound(`没有编号是 ${id} 的文章`);
  await bumpContent({ ctx, tx, tags: ['article', `article:${id}`] });
  return { id: String(row.id), artType: row.art_type, title: row.title };
};

const insert = async (
  ctx: Context,
  tx: Tx,
  artType: string,
  texts: Texts,
): Promise<ArticleName> => {
  const now = ctx.now();
  const { id } = await tx
    .insertInto('article')
    .values({
      ...texts,
      ...{ software_id: null, art_type: artType, published_at: now, updated_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  // Every page's frame links the legal texts.
  await bumpContent({ ctx, tx, tags: ['content'] });
  return { id: String(id), artType, title: texts.title };
};

/**
 * Writes an article: an existing one by id, or one of the site's legal texts by type, which is published when there is
 * none yet. @throws 400, 404
 */
export const setArticle = async ({
  ctx,
  which,
  ...input
}: {
  ctx: Context;
  /** `legal:terms`, `legal:privacy` or an id. */
  which: string;
  title: string;
  /** Markdown. */
  content: string;
}): Promise<ArticleName> => {
  const texts = valid(check(articleInput, input));
  const types: string[] = Object.values(LEGAL_TYPES);
  const isType = types.includes(which);
  if (!isType && !/^[1-9]\d{0,8}$/.test(which)) {
    throw invalid({ which: `${which} 不是 ${types.join('、')}，也不是文章编号` });
  }
  return transaction(ctx.db, async (tx) => {
    const id = isType ? await idOfType(tx, which) : Number(which);
    return id === undefined ? insert(ctx, tx, which, texts) : update(ctx, tx, id, texts);
  });
};

/** Every article, oldest first. */
export const articleNames = async ({ ctx }: { ctx: Context }): Promise<ArticleName[]> => {
  const rows = await ctx.db.kysely
    .selectFrom('article')
    .select(['id', 'art_type', 'title'])
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ id: String(row.id), artType: row.art_type, title: row.title }));
};
