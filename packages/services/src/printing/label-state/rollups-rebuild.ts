import { DETAIL_STATES } from '@yunbiao/contract/evidence';
import { getDialect, sql, runTransaction } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { buildCountedLabelsQuery } from './counted-labels.ts';
import {
  ALL_PLACES,
  ALL_TIME,
  CHINA_OFFSET_QUARTERS,
  QUARTER_MS,
  QUARTER_SUMS,
  QUARTERS_PER_DAY,
} from './rollups.ts';

const NAMED = `member_id software_id quarter client_id printer_id template_id source client_name printer_name template_name`;
const COLUMNS = sql.join([...NAMED.split(' '), ...QUARTER_SUMS].map((column) => sql.ref(column)));
const SUMS = sql.join(QUARTER_SUMS.map((sum) => sql`sum(${sql.ref(sum)})`));

/**
 * Recomputes all rollups from the labels. Concurrent changes wait: each is either counted here or
 * added afterwards.
 */
export const rebuildRollups = ({ ctx }: { ctx: Pick<Context, 'db'> }): Promise<void> =>
  runTransaction(ctx.db, async (tx) => {
    if (getDialect(tx) === 'postgres')
      await sql`lock table batch_quarter in share row exclusive mode`.execute(tx);
    await tx.deleteFrom('batch_quarter').execute();
    await sql`
      insert into batch_quarter (${COLUMNS})
      select member_id, software_id, created_at / ${sql.lit(QUARTER_MS)} as quarter, client_id, printer_id,
        coalesce(template_id, 0) as template_key, source, max(client_name), max(printer_name), max(template_name),
        count(distinct batch_id), sum(labels), ${sql.join(DETAIL_STATES.map((state) => sql`sum(${sql.ref(state)})`))}
      from ${buildCountedLabelsQuery(tx)} as counted
      group by member_id, quarter, software_id, client_id, printer_id, template_key, source
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
    const day = sql`-((quarter + ${sql.lit(CHINA_OFFSET_QUARTERS)}) / ${sql.lit(QUARTERS_PER_DAY)})`;
    await sql`
      insert into batch_quarter (${COLUMNS})
      select member_id, software_id, ${day}, client_id, printer_id, template_id, source,
        max(client_name), max(printer_name), max(template_name), ${SUMS}
      from batch_quarter where quarter <> ${sql.lit(ALL_TIME)}
      group by member_id, software_id, ${day}, client_id, printer_id, template_id, source
    `.execute(tx);
  });
