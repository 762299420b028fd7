import type { Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { indexArticle } from '../search/index.ts';
import { DAY } from '../time.ts';
import { sampleArticles } from './articles.ts';

/** The sample articles of a software, as old as they say, found by search like any other. */
export const addArticles = async (
  { ctx, tx }: { ctx: Context; tx: Tx },
  softwareId: number,
  alias: string,
): Promise<void> => {
  for (const { age, artType, ...article } of sampleArticles(alias)) {
    const at = ctx.now() - age * DAY;
    const { id } = await tx
      .insertInto('article')
      .values({
        ...{ version: '', summary: '', ...article },
        ...{ software_id: softwareId, art_type: artType, published_at: at, updated_at: at },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await indexArticle({ tx, id });
  }
};
