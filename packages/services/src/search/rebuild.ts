import { transaction, type Tx } from '@yunbiao/db';
import { raises } from '../cache/generation.ts';
import type { Context } from '../context.ts';
import { articleDocs, downloadDocs, postDocs } from './documents.ts';
import { docId, getSource } from './tokens.ts';
import { replaceDocs } from './write.ts';

const foundChanged = raises('content');

/** Kept beside the generations once everything has been indexed: a first indexing that was broken off is begun again. */
const BUILT = 'search-index';

const markBuilt = async (tx: Tx): Promise<void> => {
  await tx
    .insertInto('content_generation')
    .values({ tag: BUILT, generation: 1 })
    .onConflict((conflict) => conflict.column('tag').doNothing())
    .execute();
};

/** Things of one transaction: others write in between. */
const CHUNK = 100;

const SOURCES = [
  { table: 'post', kinds: ['post'], listDocs: postDocs },
  { table: 'article', kinds: ['article', 'updateLog'], listDocs: articleDocs },
  { table: 'download', kinds: ['download'], listDocs: downloadDocs },
] as const;

type Source = (typeof SOURCES)[number];

/** The next things of a table; on PostgreSQL nobody changes them until they are indexed. */
const indexNext = (ctx: Context, source: Source, after: number): Promise<number[]> => {
  const isLocking = ctx.db.dialect === 'postgres';
  return transaction(ctx.db, async (tx) => {
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
    const docs = source.kinds.flatMap((kind) => ids.map((id) => docId(kind, id)));
    await replaceDocs(tx, docs, await source.listDocs(tx, ids));
    return ids;
  });
};

/** Indexes everything there is, within the transaction that made it: for content of a known, small size. */
export const indexEverything = async ({ tx }: { tx: Tx }): Promise<void> => {
  for (const { table, kinds, listDocs } of SOURCES) {
    const rows = await tx.selectFrom(table).select('id').orderBy('id').execute();
    for (let i = 0; i < rows.length; i += CHUNK) {
      const ids = rows.slice(i, i + CHUNK).map(({ id }) => id);
      const docs = kinds.flatMap((kind) => ids.map((id) => docId(kind, id)));
      await replaceDocs(tx, docs, await listDocs(tx, ids));
    }
  }
  await markBuilt(tx);
};

/** Takes out what has left its table. Questions stay in theirs, whatever their state. */
const dropOrphans = async (ctx: Context, { table, kinds }: Source): Promise<void> => {
  for (const kind of kinds) {
    for (let after = -1; ;) {
      const last = await transaction(ctx.db, async (tx) => {
        const docs = await tx
          .selectFrom('search_doc')
          .select('id')
          .where('kind', '=', docId(kind, 0))
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
            docs.map(({ id }) => getSource(id).id),
          )
          .execute();
        const there = new Set(rows.map(({ id }) => id));
        const gone = docs.map(({ id }) => id).filter((id) => !there.has(getSource(id).id));
        await replaceDocs(tx, gone, []);
        return docs.at(-1)?.id ?? null;
      });
      if (last === null) break;
      after = last;
    }
  }
};

export type Rebuilt = { documents: number; ms: number };

/**
 * Indexes everything anew, a few things at a time, while the site goes on: what was found is found, except that
 * half-typed and mistyped words are known again only at the end. `isWanted` is asked in between.
 */
export const rebuildIndex = async ({
  ctx,
  isWanted = () => true,
}: {
  ctx: Context;
  isWanted?: () => boolean;
}): Promise<Rebuilt> => {
  const started = Date.now();
  await transaction(ctx.db, (tx) => tx.deleteFrom('search_word').execute());
  for (const source of SOURCES) {
    await dropOrphans(ctx, source);
    for (let after = 0; isWanted();) {
      const ids = await indexNext(ctx, source, after);
      if (ids.length === 0) break;
      after = ids.at(-1) ?? after;
    }
  }
  const { documents } = await ctx.db.kysely
    .selectFrom('search_doc')
    .select((eb) => eb.fn.countAll<number>().as('documents'))
    .executeTakeFirstOrThrow();
  // What pages say of a search was made from the old index.
  await transaction(ctx.db, async (tx) => {
    await foundChanged({ ctx, tx });
    if (isWanted()) await markBuilt(tx);
  });
  return { documents: Number(documents), ms: Date.now() - started };
};

/** The index was never built to its end though there is something to find: its tables are newer than the content. */
export const isIndexMissing = async ({ ctx }: { ctx: Context }): Promise<boolean> => {
  const { kysely } = ctx.db;
  const built = await kysely
    .selectFrom('content_generation')
    .select('tag')
    .where('tag', '=', BUILT)
    .executeTakeFirst();
  if (built) return false;
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
