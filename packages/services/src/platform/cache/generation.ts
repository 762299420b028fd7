import type { ContentKind, ContentTag, TagKind } from '@yunbiao/contract';
import { onCommit, sql, type Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';

type Scope = { ctx: Context; tx: Tx };

type TagOf<K extends TagKind> = K extends 'forum:'
  ? `forum:${string}`
  : K extends 'post:'
    ? `post:${number}`
    : K;

/** Tags to invalidate. May be omitted for tags without an id: then all declared tags are meant. */
type TagArguments<K extends TagKind> = [K] extends [ContentKind]
  ? [tags?: readonly TagOf<K>[]]
  : [tags: readonly TagOf<K>[]];

/** Increments the generation of each tag: pages rendered before the commit become stale. */
const invalidateTags = async ({ ctx, tx }: Scope, tags: readonly ContentTag[]): Promise<void> => {
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

const declaredKinds = new Set<TagKind>();

/**
 * Declares the content tags a service function changes. The returned function invalidates them in
 * the caller's transaction. A test compares the declarations with the tags that API calls show
 * (`shows`).
 */
export const createInvalidator = <const K extends TagKind>(
  ...kinds: K[]
): ((scope: Scope, ...which: TagArguments<K>) => Promise<void>) => {
  for (const kind of kinds) declaredKinds.add(kind);
  // The types require a list unless all kinds are content kinds.
  return (scope, ...[tags]) => invalidateTags(scope, tags ?? (kinds as readonly ContentKind[]));
};

/** Tag kinds that service functions invalidate. A test compares them with those that calls show. */
export const listInvalidatedTagKinds = (): ReadonlySet<TagKind> => declaredKinds;

/**
 * Returns the generation of every tag. Polled each second, so that changes by other processes are
 * seen.
 */
export const loadContentGenerations = async ({
  ctx,
}: {
  ctx: Pick<Context, 'db'>;
}): Promise<Map<string, number>> => {
  const rows = await ctx.db.kysely.selectFrom('content_generation').selectAll().execute();
  return new Map(rows.map((row) => [row.tag, row.generation]));
};
