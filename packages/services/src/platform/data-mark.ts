import { type Database, readSchemaState } from '@yunbiao/db';
import type { Context } from './context.ts';

/** Mode of the site that created the data. */
export type DataMode = Context['settings']['mode'];

const listTables = async (db: Database): Promise<Set<string>> =>
  new Set((await db.kysely.introspection.getTables()).map(({ name }) => name));

/**
 * Guesses the mode for data without a mark. Demo data contains the demo member; any other data
 * counts as production.
 */
const guessModeOfUnmarkedData = async (db: Database): Promise<DataMode | null> => {
  const { kysely } = db;
  const demo = kysely.selectFrom('member').select('id').where('is_demo', '=', 1);
  if (await demo.executeTakeFirst()) return 'demo';
  const anybody = await kysely.selectFrom('member').select('id').executeTakeFirst();
  const anything = await kysely.selectFrom('software').select('id').executeTakeFirst();
  return anybody || anything ? 'production' : null;
};

/**
 * Returns the mode of the site that created the data, for any schema version. Null when there is no
 * data. Read-only.
 */
export const readDataMode = async (db: Database): Promise<DataMode | null> => {
  const tables = await listTables(db);
  if (tables.has('data_mark')) {
    const mark = await db.kysely.selectFrom('data_mark').select('made_as').executeTakeFirst();
    if (mark) return mark.made_as === 'demo' ? 'demo' : 'production';
  }
  return tables.has('member') && tables.has('software') ? guessModeOfUnmarkedData(db) : null;
};

/**
 * Marks data that has no mark yet. Returns the stored mark, which a concurrent start may have
 * written first.
 */
export const markDataMode = async (db: Database, madeAs: DataMode): Promise<DataMode | null> => {
  await db.kysely
    .insertInto('data_mark')
    .values({ id: 1, made_as: madeAs })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return readDataMode(db);
};

/**
 * Proves that the database accepts writes. Commits one, because a full disk or a read-only replica
 * fails only then.
 * @throws the database's error
 */
export const requireWritableDatabase = async ({ ctx }: { ctx: Context }): Promise<void> => {
  const { numUpdatedRows } = await ctx.db.kysely
    .updateTable('data_mark')
    .set({ probed_at: ctx.now() })
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new Error('the mark of the data is missing');
};

/** Whether a later build has migrated the data. */
export const isSchemaNewer = async (db: Database): Promise<boolean> =>
  (await readSchemaState(db)) === 'newer';

/** Whether the schema is the one of this build. */
export const isSchemaCurrent = async (db: Database): Promise<boolean> =>
  (await readSchemaState(db)) === 'current';
