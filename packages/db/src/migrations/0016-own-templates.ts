import { index, type MigrationDb, table } from './columns.ts';

/** Templates of members: which version is the current one, the former ones, and the code of a shared one. */
export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema
    .alterTable('template')
    .addColumn('version', 'bigint', (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable('template').addColumn('share_code', 'text').execute();
  await index(db, 'template', ['share_code'], 'unique');
  await table(
    db,
    'template_version',
    { text: 'content', int: 'template_id version bytes elements saved_at' },
    { template_id: 'template' },
  ).execute();
  await index(db, 'template_version', ['template_id', 'version'], 'unique');
};
