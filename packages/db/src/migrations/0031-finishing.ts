import type { MigrationDb } from './columns.ts';

/**
 * How labels follow each other, what becomes of one that is out, and where it begins (hundredths of a millimetre; null: the
 * printer's own setting). Configurations from before are told what they were told so far.
 */
export const up = async (db: MigrationDb): Promise<void> => {
  for (const [column, before] of [
    ['media', 'continuous'],
    ['finishing', 'printer'],
  ] as const)
    await db.schema
      .alterTable('print_config')
      .addColumn(column, 'text', (one) => one.notNull().defaultTo(before))
      .execute();
  await db.schema
    .alterTable('print_config')
    .addColumn('cut_each', 'bigint', (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable('print_config').addColumn('shift', 'bigint').execute();
  await db.updateTable('print_config').set({ media: 'gap' }).where('gap', '>', 0).execute();
  await db
    .updateTable('print_config')
    .set({ finishing: 'cut' })
    .where('language', '=', 'escpos')
    .execute();
};
