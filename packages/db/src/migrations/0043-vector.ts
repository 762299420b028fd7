import type { MigrationDb } from './columns.ts';

/** Whether a configuration hands its pages over as vectors rather than as the printer's dots. */
export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema
    .alterTable('print_config')
    .addColumn('vector', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
};
