import { index, type MigrationDb, table } from './columns.ts';

/**
 * Labels that go to another printer of their group: where those of a batch are beside its own printer and with which
 * settings, each move, and what is asked back for one. `unready_since`: when a printer stopped or went away, epoch ms.
 */
// oxlint-disable-next-line house/function-length -- released migrations never change
export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema.alterTable('printer').addColumn('unready_since', 'bigint').execute();
  await db.schema.alterTable('batch').addColumn('printer_group_id', 'bigint').execute();
  await db.schema
    .alterTable('batch')
    .addColumn('group_name', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema.alterTable('batch').addColumn('group_asked_at', 'bigint').execute();
  await db.schema
    .createIndex('batch_open_of_group')
    .on('batch')
    .columns(['printer_group_id', 'finished_at'])
    .where('printer_group_id', 'is not', null)
    .where('finished_at', 'is', null)
    .execute();
  await db.schema
    .alterTable('detail')
    .addColumn('recall', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex('detail_recalled')
    .on('detail')
    .columns(['recall', 'batch_id'])
    .where('recall', '=', 1)
    .execute();

  await table(
    db,
    'batch_place',
    {
      text: 'config_name setup client_name printer_name',
      int: 'batch_id member_id print_config_id client_id printer_id created_at',
    },
    {
      batch_id: 'batch',
      member_id: 'member',
      print_config_id: 'print_config',
      client_id: 'client',
      printer_id: 'printer',
    },
  ).execute();
  await index(db, 'batch_place', ['batch_id', 'printer_id'], 'unique');
  await index(db, 'batch_place', ['member_id']);

  await table(
    db,
    'label_move',
    {
      text: 'from_name to_name reason',
      int: 'member_id batch_id detail_id attempt from_printer_id to_printer_id at',
    },
    { member_id: 'member', batch_id: 'batch', detail_id: 'detail' },
  ).execute();
  await index(db, 'label_move', ['detail_id']);
  await index(db, 'label_move', ['batch_id']);
  await index(db, 'label_move', ['member_id']);
};
