import type { MigrationDb } from './columns.ts';

/** The row of the member's spreadsheet that a label comes from, from 1; null for labels of no sheet. */
export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema.alterTable('detail').addColumn('sheet_row', 'bigint').execute();
};
