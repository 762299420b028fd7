import { onCommit, sql, type Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';

/**
 * What cached pages depend on: lists by their bare name, single things by alias or id. `content` is behind every page,
 * for changes that say nothing narrower.
 */
export type ContentTag =
  | 'content'
  | 'software'
  | `software:${string}`
  | 'download'
  | `download:${string}`
  | 'template'
  | 'article'
  | `article:${string}`
  | 'dictionary';

/** Raises the generation of each tag: pages made before the commit are stale. */
export const bumpContent = async ({
  ctx,
  tx,
  tags,
}: {
  ctx: Context;
  tx: Tx;
  tags: readonly ContentTag[];
}): Promise<void> => {
  for (const tag of tags.toSorted()) {
    await tx
      .insertInto('content_generation')
      .values({ tag, generation: 1 })
      .onConflict((conflict) =>
        conflict
          .column('tag')
          .doUpdateSet({ generation: sql<number>`content_generation.generation + 1` }),
      )
      .execute();
  }
  onCommit(tx, () => ctx.bus.emit('content-changed', { tags }));
};

/** The generation of every tag ever raised. Polled, so that a change by another process is seen within a second. */
export const contentGeneration = async ({
  ctx,
}: {
  ctx: Pick<Context, 'db'>;
}): Promise<Map<string, number>> => {
  const rows = await ctx.db.kysely.selectFrom('content_generation').selectAll().execute();
  return new Map(rows.map((row) => [row.tag, row.generation]));
};
