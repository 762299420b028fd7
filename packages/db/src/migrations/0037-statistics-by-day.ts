import { sql } from 'kysely';
import type { MigrationDb } from './columns.ts';

const SUMS = 'batches labels queued sending sent printed uncertain failed cancelled expired'.split(
  ' ',
);

/**
 * The sums of statistics by day of China too: a year was added up of 35,000 quarters of an hour for each place that
 * prints. `quarter` of a day is its number since 1970, below zero.
 */
export const up = async (db: MigrationDb): Promise<void> => {
  const sums = SUMS.map((sum) => sql`sum(${sql.ref(sum)})`);
  await sql`
    insert into batch_quarter (
      member_id, software_id, quarter, client_id, printer_id, template_id, source,
      client_name, printer_name, template_name, ${sql.raw(SUMS.join(', '))}
    )
    select member_id, software_id, -((quarter + 32) / 96), client_id, printer_id, template_id, source,
      max(client_name), max(printer_name), max(template_name), ${sql.join(sums)}
    from batch_quarter where quarter > 0
    group by member_id, software_id, -((quarter + 32) / 96), client_id, printer_id, template_id, source
  `.execute(db);
};
