import type { MigrationDb } from './columns.ts';

/** Print clients that are one file: which download they are, and how one is brought up to date. */
export const up = async (db: MigrationDb): Promise<void> => {
  const texts = {
    download: ['target'],
    client: ['target', 'update_to', 'update_state', 'update_note'],
  };
  for (const [table, columns] of Object.entries(texts))
    for (const column of columns)
      await db.schema
        .alterTable(table)
        .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
        .execute();
};
