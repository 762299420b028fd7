import type { MigrationDb } from './columns.ts';

/** What the fonts of a batch are known by together; '' for one from before, and for one that is drawn with none. */
export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema
    .alterTable('batch')
    .addColumn('fonts', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
};
