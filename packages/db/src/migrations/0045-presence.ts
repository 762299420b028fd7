import type { MigrationDb } from './columns.ts';

/**
 * `client.node_id`: the server process a print client is connected to; null once its connection has ended. A process that
 * is killed leaves its own behind. `data_mark.probed_at`: when a server last proved that the database takes writes, epoch ms.
 */
export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema.alterTable('client').addColumn('node_id', 'text').execute();
  await db.schema
    .alterTable('data_mark')
    .addColumn('probed_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
};
