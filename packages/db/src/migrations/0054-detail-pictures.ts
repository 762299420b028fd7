import type { MigrationDb } from './columns.ts';

/** Pictures of the member's library that a label is printed with: name → SHA-256, as JSON; null for none. */
export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema.alterTable('detail').addColumn('pictures', 'text').execute();
};
