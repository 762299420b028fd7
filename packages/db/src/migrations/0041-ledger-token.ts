import type { MigrationDb } from './columns.ts';

/** The last token of a client's ledger that the server has stored; null for clients from before there were tokens. */
export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema.alterTable('client').addColumn('ledger_token', 'text').execute();
};
