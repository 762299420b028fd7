import { type Database, readSchemaState } from '@yunbiao/db';
import type { Context } from './context.ts';

/** What kind of site made the data. */
export type MadeAs = Context['settings']['mode'];

const listTables = async (db: Database): Promise<Set<string>> =>
  new Set((await db.kysely.introspection.getTables()).map(({ name }) => name));

/** Of data from before there was a mark: a demo leaves its member, anything else is somebody's own. */
const guess = async (db: Database): Promise<MadeAs | null> => {
  const { kysely } = db;
  const demo = kysely.selectFrom('member').select('id').where('is_demo', '=', 1);
  if (await demo.executeTakeFirst()) return 'demo';
  const anybody = await kysely.selectFrom('member').select('id').executeTakeFirst();
  const anything = await kysely.selectFrom('software').select('id').executeTakeFirst();
  return anybody || anything ? 'production' : null;
};

/** What made the data, of whatever version; null while there is none. Changes nothing. */
export const dataMadeAs = async (db: Database): Promise<MadeAs | null> => {
  const tables = await listTables(db);
  if (tables.has('data_mark')) {
    const mark = await db.kysely.selectFrom('data_mark').select('made_as').executeTakeFirst();
    if (mark) return mark.made_as === 'demo' ? 'demo' : 'production';
  }
  return tables.has('member') && tables.has('software') ? guess(db) : null;
};

/** Marks data that has no mark yet. Returns what it is marked as: another start may have been first. */
export const markData = async (db: Database, madeAs: MadeAs): Promise<MadeAs | null> => {
  await db.kysely
    .insertInto('data_mark')
    .values({ id: 1, made_as: madeAs })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return dataMadeAs(db);
};

/**
 * Proves that the database takes writes: commits one, as a full disk or a read-only replica refuses it only then.
 * @throws what the database says
 */
export const probeWrite = async ({ ctx }: { ctx: Context }): Promise<void> => {
  const { numUpdatedRows } = await ctx.db.kysely
    .updateTable('data_mark')
    .set({ probed_at: ctx.now() })
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new Error('the mark of the data is missing');
};

/** Whether a later build has changed the data. */
export const isDataNewer = async (db: Database): Promise<boolean> =>
  (await readSchemaState(db)) === 'newer';

/** Whether the tables are those of this build. */
export const isDataCurrent = async (db: Database): Promise<boolean> =>
  (await readSchemaState(db)) === 'current';
