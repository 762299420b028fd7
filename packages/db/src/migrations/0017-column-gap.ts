import type { MigrationDb } from './columns.ts';

/** The gap across, between labels side by side, hundredths of a millimetre. */
export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema
    .alterTable('print_config')
    .addColumn('column_gap', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
};
