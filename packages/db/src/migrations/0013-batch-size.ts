import { PostgresAdapter, sql } from 'kysely';
import type { MigrationDb } from './columns.ts';

/** The size of a batch's label: lists read it out of the snapshot of the template, row by row, for every page. */
export const up = async (db: MigrationDb): Promise<void> => {
  for (const name of ['width', 'height']) {
    await db.schema
      .alterTable('batch')
      .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  }
  const hundredths = (key: string) =>
    db.getExecutor().adapter instanceof PostgresAdapter
      ? sql`coalesce(round((template::json ->> ${sql.lit(key)})::numeric * 100)::bigint, 0)`
      : sql`coalesce(cast(round(json_extract(template, ${sql.lit(`$.${key}`)}) * 100) as integer), 0)`;
  await sql`update batch set width = ${hundredths('widthMm')}, height = ${hundredths('heightMm')}`.execute(
    db,
  );
};
