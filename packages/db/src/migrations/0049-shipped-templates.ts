import { sql } from 'kysely';
import type { MigrationDb } from './columns.ts';

/**
 * `template.shipped_file`: file of the product that a public template came from, also when it was changed or removed since.
 * `software.template_set`: which of them a software gets; null until the next start decides.
 */
export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema.alterTable('template').addColumn('shipped_file', 'text').execute();
  await db.schema.alterTable('software').addColumn('template_set', 'text').execute();
  await sql`create unique index template_shipped_once on template (software_id, shipped_file)
    where shipped_file is not null`.execute(db);
};
