import { DETAIL_STATES } from '@yunbiao/contract/evidence';
import { dialectOf, sql, transaction } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { ALL_PLACES, ALL_TIME, QUARTER_MS, QUARTER_SUMS } from './quarters.ts';

const NAMED = `member_id software_id quarter client_id printer_id template_id source client_name printer_name template_name`;
const COLUMNS = sql.join([...NAMED.split(' '), ...QUARTER_SUMS].map((column) => sql.ref(column)));
const SUMS = sql.join(QUARTER_SUMS.map((sum) => sql`sum(${sql.ref(sum)})`));

const count = (state: string) =>
  sql`sum(case when detail.state = ${sql.lit(state)} then 1 else 0 end)`;

/**
 * Adds everything up again from the labels. Changes under way wait: what they change is either seen here, or added to
 * what was counted here.
 */
export const rebuildQuarters = ({ ctx }: { ctx: Pick<Context, 'db'> }): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    if (dialectOf(tx) === 'postgres')
      await sql`lock table batch_quarter in share row exclusive mode`.execute(tx);
    await tx.deleteFrom('batch_quarter').execute();
    await sql`
      insert into batch_quarter (${COLUMNS})
      select batch.member_id, batch.software_id, batch.created_at / ${sql.lit(QUARTER_MS)} as quarter, batch.client_id,
        batch.printer_id, coalesce(batch.template_id, 0) as template_key, batch.source,
        max(batch.client_name), max(batch.printer_name), max(batch.template_name),
        count(distinct batch.id), count(*), ${sql.join(DETAIL_STATES.map(count))}
      from batch inner join detail on detail.batch_id = batch.id
      group by batch.member_id, quarter, batch.software_id, batch.client_id, batch.printer_id, template_key, batch.source
    `.execute(tx);
    await sql`
      insert into batch_quarter (${COLUMNS})
      select member_id, software_id, ${sql.lit(ALL_TIME)}, client_id, printer_id, template_id, source,
        max(client_name), max(printer_name), max(template_name), ${SUMS}
      from batch_quarter group by member_id, software_id, client_id, printer_id, template_id, source
    `.execute(tx);
    await sql`
      insert into batch_quarter (${COLUMNS})
      select member_id, software_id, quarter, 0, 0, 0, ${sql.lit(ALL_PLACES)}, '', '', '', ${SUMS}
      from batch_quarter where quarter <> ${sql.lit(ALL_TIME)} group by member_id, software_id, quarter
    `.execute(tx);
  });
