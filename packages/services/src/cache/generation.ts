import type { ContentKind, ContentTag, TagKind } from '@yunbiao/contract';
import { onCommit, sql, type Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';

type Scope = { ctx: Context; tx: Tx };

/** Tags of these kinds. */
type TagOf<K extends TagKind> = K extends 'forum:'
  ? `forum:${string}`
  : K extends 'post:'
    ? `post:${number}`
    : K;

/** Which tags; left out: all that was declared, where each is content as a whole. */
type Which<K extends TagKind> = [K] extends [ContentKind]
  ? [tags?: readonly TagOf<K>[]]
  : [tags: readonly TagOf<K>[]];

/** Raises the generation of each tag: pages made before the commit are stale. */
const raise = async ({ ctx, tx }: Scope, tags: readonly ContentTag[]): Promise<void> => {
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

const declared = new Set<TagKind>();

/**
 * Declares, next to a verb, what of the content it changes. What it returns raises that, in the verb's transaction. Calls
 * say what they show (`shows`), and a test holds one against the other.
 */
export const raises = <const K extends TagKind>(
  ...kinds: K[]
): ((scope: Scope, ...which: Which<K>) => Promise<void>) => {
  for (const kind of kinds) declared.add(kind);
  // Without a list there are no kinds but content as a whole: the types see to it.
  return (scope, ...[tags]) => raise(scope, tags ?? (kinds as readonly ContentKind[]));
};

/** What any verb that was loaded raises. */
export const raisedKinds = (): ReadonlySet<TagKind> => declared;

/** The generation of every tag ever raised. Polled, so that a change by another process is seen within a second. */
export const contentGeneration = async ({
  ctx,
}: {
  ctx: Pick<Context, 'db'>;
}): Promise<Map<string, number>> => {
  const rows = await ctx.db.kysely.selectFrom('content_generation').selectAll().execute();
  return new Map(rows.map((row) => [row.tag, row.generation]));
};
