import type { MigrationDb } from './columns.ts';

/** When a label was started, taken by its printer and decided on, as its print client tells it. */
export const up = async (db: MigrationDb): Promise<void> => {
  for (const column of ['started_at', 'consumed_at', 'ended_at'])
    await db.schema.alterTable('detail').addColumn(column, 'bigint').execute();
};
