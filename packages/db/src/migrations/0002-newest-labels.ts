import { index, type MigrationDb } from './columns.ts';

/** A member's labels, newest first: without it every page of the list and of a workbook sorts all of them. */
export const up = async (db: MigrationDb): Promise<void> => {
  await index(db, 'detail', ['member_id', 'id']);
  await db.schema.dropIndex('detail_member_id_queued_at').execute();
};
