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
  | 'product'
  // Everything of every forum; lists of one; lists over all; what names other questions, when one is taken away; what
  // shows no figures of questions, when one comes or changes in more than figures.
  | 'forum'
  | 'forum-posts'
  | 'forum-removed'
  | 'forum-words'
  | `forum:${string}`
  | `post:${string}`
  | 'dictionary'
  | 'search-index';

/** The tags of all questions together: every process reads all generations each second, however many are asked. */
const POST_TAGS = 512;

/** What pages of one forum depend on. Softwares are found whatever the case of a name: so are their pages. */
export const forumTag = (name: string): ContentTag => `forum:${name.trim().toLowerCase()}`;

/** What pages about one question depend on; a few others share it, and are made anew with it. */
export const postTag = (id: number | string): ContentTag =>
  `post:${Math.trunc(Number(id)) % POST_TAGS}`;

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
