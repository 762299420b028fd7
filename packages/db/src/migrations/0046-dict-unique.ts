import { sql } from 'kysely';
import type { MigrationDb } from './columns.ts';

/**
 * One row for each value of a type, in a software's dictionary and in the common one, whose `software_id` is null. Of rows
 * that two commands added at once the first stays.
 */
export const up = async (db: MigrationDb): Promise<void> => {
  await sql`delete from dict where id not in (
    select min(id) from dict group by coalesce(software_id, 0), dict_type, dict_value)`.execute(db);
  await sql`create unique index dict_value_once
    on dict (coalesce(software_id, 0), dict_type, dict_value)`.execute(db);
};
