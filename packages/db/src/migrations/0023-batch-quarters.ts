import { sql } from 'kysely';
import { index, type MigrationDb, table } from './columns.ts';

const STATES = [
  'queued',
  'sending',
  'sent',
  'printed',
  'uncertain',
  'failed',
  'cancelled',
  'expired',
];

/** Labels and batches by quarter of an hour: statistics added up every batch of the period for each page. */
export const up = async (db: MigrationDb): Promise<void> => {
  await table(
    db,
    'batch_quarter',
    {
      text: 'source client_name printer_name template_name',
      int: `member_id software_id quarter client_id printer_id template_id batches labels ${STATES.join(' ')}`,
    },
    { member_id: 'member' },
  ).execute();
  await index(
    db,
    'batch_quarter',
    ['member_id', 'source', 'quarter', 'software_id', 'client_id', 'printer_id', 'template_id'],
    'unique',
  );
  const counted = STATES.map(
    (state) => sql`sum(case when detail.state = ${sql.lit(state)} then 1 else 0 end)`,
  );
  await sql`
    insert into batch_quarter (
      member_id, software_id, quarter, client_id, printer_id, template_id, source,
      client_name, printer_name, template_name, batches, labels, ${sql.raw(STATES.join(', '))}
    )
    select batch.member_id, batch.software_id, batch.created_at / 900000, batch.client_id, batch.printer_id,
      coalesce(batch.template_id, 0), batch.source,
      max(batch.client_name), max(batch.printer_name), max(batch.template_name),
      count(distinct batch.id), count(*), ${sql.join(counted)}
    from batch inner join detail on detail.batch_id = batch.id
    group by batch.member_id, batch.software_id, batch.created_at / 900000, batch.client_id, batch.printer_id,
      coalesce(batch.template_id, 0), batch.source
  `.execute(db);
  const sums = ['batches', 'labels', ...STATES].map((sum) => sql`sum(${sql.ref(sum)})`);
  const columns =
    sql.raw(`member_id, software_id, quarter, client_id, printer_id, template_id, source,
    client_name, printer_name, template_name, batches, labels, ${STATES.join(', ')}`);
  // Of all time, by place; then of each quarter of an hour, of all places.
  await sql`
    insert into batch_quarter (${columns})
    select member_id, software_id, 0, client_id, printer_id, template_id, source,
      max(client_name), max(printer_name), max(template_name), ${sql.join(sums)}
    from batch_quarter group by member_id, software_id, client_id, printer_id, template_id, source
  `.execute(db);
  await sql`
    insert into batch_quarter (${columns})
    select member_id, software_id, quarter, 0, 0, 0, '', '', '', '', ${sql.join(sums)}
    from batch_quarter where quarter > 0 group by member_id, software_id, quarter
  `.execute(db);
};
