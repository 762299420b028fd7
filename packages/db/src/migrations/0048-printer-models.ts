import { index, type MigrationDb, table } from './columns.ts';

/**
 * Printer models of the public page, filled from the product's own list at every start, and what
 * members report about them.
 */
export const up = async (db: MigrationDb): Promise<void> => {
  await table(db, 'printer_model', {
    text: 'name brand title facts source_title source_url seed',
    int: 'created_at updated_at',
  }).execute();
  await index(db, 'printer_model', ['name'], 'unique');
  await table(
    db,
    'printer_model_report',
    {
      text: 'model printer_name language batch_no state evidence',
      int: 'member_id created_at',
    },
    { member_id: 'member' },
  ).execute();
  await index(db, 'printer_model_report', ['member_id', 'model'], 'unique');
  await index(db, 'printer_model_report', ['model']);
};
