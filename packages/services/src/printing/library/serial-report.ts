import type { CallOutput } from '@yunbiao/contract';
import type { Executor } from '@yunbiao/db';
import { type SerialRule, formatSerial } from '@yunbiao/label';
import type { Context } from '../../platform/context.ts';
import { findSerialGaps } from '../../platform/serial/gaps.ts';
import { type AllocatedSerials, presentSerialRange } from '../../platform/serial/serials.ts';
import { getTemplateForMember, type Whose } from '../../platform/template/find.ts';
import { toIso } from '../../platform/time.ts';

/** Maximum number of batches, of gaps and of reserved ranges in the report. */
const MAX_ROWS = 100;

const selectNewestRanges = (executor: Executor, memberId: number, templateId: number) =>
  executor
    .selectFrom('serial_range')
    .innerJoin('batch', 'batch.id', 'serial_range.batch_id')
    .select([
      'serial_range.field',
      'serial_range.period',
      'serial_range.rule',
      'serial_range.first_number',
      'serial_range.amount',
      'batch.batch_no',
      'batch.created_at',
    ])
    .where('serial_range.member_id', '=', memberId)
    .where('serial_range.template_id', '=', templateId)
    .orderBy('serial_range.id', 'desc')
    .limit(MAX_ROWS)
    .execute();

const listReserved = async (
  executor: Executor,
  memberId: number,
  templateId: number,
): Promise<CallOutput<'serialReport'>['reserved']> => {
  const rows = await executor
    .selectFrom('serial_reservation')
    .select(['ranges', 'created_at'])
    .where('member_id', '=', memberId)
    .where('template_id', '=', templateId)
    .orderBy('id', 'desc')
    .limit(MAX_ROWS)
    .execute();
  return rows.flatMap(({ ranges, created_at: createdAt }) =>
    (JSON.parse(ranges) as AllocatedSerials[]).map((range) => ({
      ...presentSerialRange(range),
      at: toIso(createdAt),
    })),
  );
};

/**
 * Serial numbers of the member's newest batches of a template, and the numbers that were not
 * printed, and those reserved for files.
 * @throws 404
 */
export const getSerialReport = async ({
  ctx,
  id,
  ...whose
}: Whose & { ctx: Context; id: number }): Promise<CallOutput<'serialReport'>> => {
  const { kysely } = ctx.db;
  const template = await getTemplateForMember(kysely, { ...whose, id });
  const ranges = await selectNewestRanges(kysely, whose.memberId, template.id);
  const { gaps, isWhole } = await findSerialGaps(kysely, {
    memberId: whose.memberId,
    templateId: template.id,
  });
  return {
    ranges: ranges.map(
      ({ field, period, rule: storedRule, first_number: first, amount, ...batch }) => {
        const rule = JSON.parse(storedRule) as SerialRule;
        return {
          field,
          period,
          from: formatSerial(rule, first),
          to: formatSerial(rule, first + (amount - 1) * rule.step),
          count: amount,
          batchNo: batch.batch_no,
          at: toIso(batch.created_at),
        };
      },
    ),
    gaps: gaps.slice(0, MAX_ROWS),
    reserved: (await listReserved(kysely, whose.memberId, template.id)).slice(0, MAX_ROWS),
    isWhole: isWhole && gaps.length <= MAX_ROWS,
  };
};
