import { runTransaction, type Tx } from '@yunbiao/db';
import { createInvalidator } from '../cache/generation.ts';
import type { Context } from '../context.ts';
import { buildArticleDocs, buildDownloadDocs, buildDocsOfVisiblePosts } from './documents.ts';
import { toDocId, parseDocId } from './tokens.ts';
import { replaceIndexDocs } from './write-index.ts';

const invalidateContent = createInvalidator('content');

/**
 * Key in `content_generation`, set when the index is complete. An interrupted first build starts
 * again.
 */
const BUILT_TAG = 'search-index';

const markIndexBuilt = async (tx: Tx): Promise<void> => {
  await tx
    .insertInto('content_generation')
    .values({ tag: BUILT_TAG, generation: 1 })
    .onConflict((conflict) => conflict.column('tag').doNothing())
    .execute();
};

/** Documents per transaction; other writes run in between. */
const CHUNK = 100;

const SOURCES = [
  { table: 'post', kinds: ['post'], listDocs: buildDocsOfVisiblePosts },
  { table: 'article', kinds: ['article', 'updateLog'], listDocs: buildArticleDocs },
  { table: 'download', kinds: ['download'], listDocs: buildDownloadDocs },
] as const;

type Source = (typeof SOURCES)[number];

/** Indexes the next rows of a table. On PostgreSQL they are locked until they are indexed. */
const indexNextRows = (ctx: Context, source: Source, after: number): Promise<number[]> => {
  const isLocking = ctx.db.dialect === 'postgres';
  return runTransaction(ctx.db, async (tx) => {
    const rows = await tx
      .selectFrom(source.table)
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(CHUNK)
      .$if(isLocking, (query) => query.forNoKeyUpdate())
      .execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return ids;
    const docs = source.kinds.flatMap((kind) => ids.map((id) => toDocId(kind, id)));
    await replaceIndexDocs(tx, docs, await source.listDocs(tx, ids));
    return ids;
  });
};

/**
 * Indexes all content within the transaction that created it: for content of a small, known size.
 */
export const indexAllContent = async ({ tx }: { tx: Tx }): Promise<void> => {
  for (const { table, kinds, listDocs } of SOURCES) {
    const rows = await tx.selectFrom(table).select('id').orderBy('id').execute();
    for (let i = 0; i < rows.length; i += CHUNK) {
      const ids = rows.slice(i, i + CHUNK).map(({ id }) => id);
      const docs = kinds.flatMap((kind) => ids.map((id) => toDocId(kind, id)));
      await replaceIndexDocs(tx, docs, await listDocs(tx, ids));
    }
  }
  await markIndexBuilt(tx);
};

/** Removes documents whose row was deleted. Questions always have a row. */
const removeOrphans = async (ctx: Context, { table, kinds }: Source): Promise<void> => {
  for (const kind of kinds) {
    for (let after = -1; ;) {
      const last = await runTransaction(ctx.db, async (tx) => {
        const docs = await tx
          .selectFrom('search_doc')
          .select('id')
          .where('kind', '=', toDocId(kind, 0))
          .where('id', '>', after)
          .orderBy('id')
          .limit(CHUNK)
          .execute();
        if (docs.length === 0) return null;
        const rows = await tx
          .selectFrom(table)
          .select('id')
          .where(
            'id',
            'in',
            docs.map(({ id }) => parseDocId(id).id),
          )
          .execute();
        const existingIds = new Set(rows.map(({ id }) => id));
        const orphanIds = docs
          .map(({ id }) => id)
          .filter((id) => !existingIds.has(parseDocId(id).id));
        await replaceIndexDocs(tx, orphanIds, []);
        return docs.at(-1)?.id ?? null;
      });
      if (last === null) break;
      after = last;
    }
  }
};

export type RebuildResult = { documents: number; ms: number };

/**
 * Rebuilds the index in small steps while the site is running. Documents stay searchable
 * throughout; completion and correction of words are complete again only at the end. `shouldContinue` is
 * polled in between.
 */
export const rebuildIndex = async ({
  ctx,
  shouldContinue = () => true,
}: {
  ctx: Context;
  shouldContinue?: () => boolean;
}): Promise<RebuildResult> => {
  const started = Date.now();
  await runTransaction(ctx.db, (tx) => tx.deleteFrom('search_word').execute());
  for (const source of SOURCES) {
    await removeOrphans(ctx, source);
    for (let after = 0; shouldContinue();) {
      const ids = await indexNextRows(ctx, source, after);
      if (ids.length === 0) break;
      after = ids.at(-1) ?? after;
    }
  }
  const { documents } = await ctx.db.kysely
    .selectFrom('search_doc')
    .select((eb) => eb.fn.countAll<number>().as('documents'))
    .executeTakeFirstOrThrow();
  // Cached pages show results of the old index.
  await runTransaction(ctx.db, async (tx) => {
    await invalidateContent({ ctx, tx });
    if (shouldContinue()) await markIndexBuilt(tx);
  });
  return { documents: Number(documents), ms: Date.now() - started };
};

/**
 * Whether the index was never completed although content exists, e.g. when its tables are newer
 * than the content.
 */
export const isIndexMissing = async ({ ctx }: { ctx: Context }): Promise<boolean> => {
  const { kysely } = ctx.db;
  const builtRow = await kysely
    .selectFrom('content_generation')
    .select('tag')
    .where('tag', '=', BUILT_TAG)
    .executeTakeFirst();
  if (builtRow) return false;
  for (const { table } of SOURCES) {
    const row = await kysely
      .selectFrom(table)
      .select('id')
      .where('software_id', 'is not', null)
      .limit(1)
      .executeTakeFirst();
    if (row) return true;
  }
  return false;
};
