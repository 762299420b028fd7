import { index, type MigrationDb, table } from './columns.ts';

/** Printers of a member that take over from each other: configurations in an order, and the rule they are chosen by. */
export const up = async (db: MigrationDb): Promise<void> => {
  await table(
    db,
    'printer_group',
    { text: 'name rule', int: 'member_id delay asks created_at updated_at' },
    { member_id: 'member' },
  ).execute();
  await index(db, 'printer_group', ['member_id', 'name'], 'unique');

  await table(
    db,
    'printer_group_place',
    { int: 'printer_group_id print_config_id position' },
    { printer_group_id: 'printer_group', print_config_id: 'print_config' },
  ).execute();
  await index(db, 'printer_group_place', ['printer_group_id', 'print_config_id'], 'unique');
};
