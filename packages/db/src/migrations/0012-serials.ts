import { index, type MigrationDb, table } from './columns.ts';

/** Serial numbers: what was given last, and which batch was given what. */
export const up = async (db: MigrationDb): Promise<void> => {
  await table(
    db,
    'serial_counter',
    { text: 'field period', int: 'member_id template_id last updated_at' },
    { member_id: 'member', template_id: 'template' },
  ).execute();
  const counter = ['member_id', 'template_id', 'field', 'period'];
  await index(db, 'serial_counter', counter, 'unique');
  await table(
    db,
    'serial_range',
    {
      text: 'field period rule',
      int: 'member_id template_id batch_id first_number amount copies per_copy',
    },
    { member_id: 'member', template_id: 'template', batch_id: 'batch' },
  ).execute();
  await index(db, 'serial_range', [...counter, 'first_number']);
};
