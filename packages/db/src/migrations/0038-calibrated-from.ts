import type { MigrationDb } from './columns.ts';

/** What offset and feed correction were before they were measured, as JSON, until they are changed otherwise. */
export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema.alterTable('print_config').addColumn('calibrated_from', 'text').execute();
};
