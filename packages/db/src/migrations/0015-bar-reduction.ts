import type { MigrationDb } from './columns.ts';

/** By how many dots a printer's bars are drawn narrower. */
export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema
    .alterTable('print_config')
    .addColumn('bar_reduction', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
};
