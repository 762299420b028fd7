import { index, type MigrationDb, table } from './columns.ts';

/** Serial numbers that a member took for a file instead of a batch. */
export const up = async (db: MigrationDb): Promise<void> => {
  await table(
    db,
    'serial_reservation',
    {
      text: 'idempotency_key local_time ranges',
      int: 'member_id template_id version row_count copies created_at',
    },
    { member_id: 'member', template_id: 'template' },
  ).execute();
  await index(db, 'serial_reservation', ['member_id', 'idempotency_key'], 'unique');
  await index(db, 'serial_reservation', ['template_id']);
};
