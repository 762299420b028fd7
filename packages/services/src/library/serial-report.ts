import type { CallOutput } from '@yunbiao/contract';
import type { Executor } from '@yunbiao/db';
import { type SerialRule, serialText } from '@yunbiao/label';
import type { Context } from '../context.ts';
import { serialGaps } from '../serial/gaps.ts';
import { getTemplateForMember, type Whose } from '../template/find.ts';
import { iso } from '../time.ts';

/** Batches whose numbers are told, and gaps: more than somebody reads. */
const MOST = 100;

const newestRanges = (executor: Executor, memberId: number, templateId: number) =>
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
    .limit(MOST)
    .execute();

/** Which numbers of a template the member's newest batches were given, and which of all did not come out. @throws 404 */
export const serialReport = async ({
  ctx,
  id,
  ...whose
}: Whose & { ctx: Context; id: number }): Promise<CallOutput<'serialReport'>> => {
  const { kysely } = ctx.db;
  const template = await getTemplateForMember(kysely, { ...whose, id });
  const ranges = await newestRanges(kysely, whose.memberId, template.id);
  const { gaps, isWhole } = await serialGaps(kysely, {
    memberId: whose.memberId,
    templateId: template.id,
  });
  return {
    ranges: ranges.map(({ field, period, rule: stored, first_number: first, amount, ...batch }) => {
      const rule = JSON.parse(stored) as SerialRule;
      return {
        field,
        period,
        from: serialText(rule, first),
        to: serialText(rule, first + (amount - 1) * rule.step),
        count: amount,
        batchNo: batch.batch_no,
        at: iso(batch.created_at),
      };
    }),
    gaps: gaps.slice(0, MOST),
    isWhole: isWhole && gaps.length <= MOST,
  };
};
