import type { CallOutput, CallParsed } from '@yunbiao/contract';
import {
  type DetailTable,
  lockMember,
  onCommit,
  type Selectable,
  transaction,
  type Tx,
} from '@yunbiao/db';
import type { Context } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { settleDetails } from './details.ts';
import { lockClientOfDetail, lockDetailOfMember } from './get-batch.ts';
import { presentDetail } from './present.ts';
import { requireQuota } from './quota.ts';

type Detail = Selectable<DetailTable>;
type Scope = { ctx: Context; tx: Tx; detail: Detail };

/** A member's word settles what the printer could not tell. */
const PRINTED_FROM = new Set(['uncertain', 'sent']);
/** They came out: once more counts once more. */
const CAME_OUT = new Set(['sent', 'printed']);
/** They may have come out; nothing is charged again, and nothing given back any more. */
const MAY_BE_OUT = new Set(['uncertain', 'failed']);
const REPRINT_FROM = new Set([...CAME_OUT, ...MAY_BE_OUT, 'cancelled', 'expired']);

const markPrinted = async ({ ctx, tx, detail }: Scope): Promise<void> => {
  if (!PRINTED_FROM.has(detail.state)) throw conflict('只有待确认和已送达的标签可以标为已打印');
  await settleDetails({
    ctx,
    tx,
    changes: [{ ids: [detail.id], set: { state: 'printed', evidence: 'member', reason: '' } }],
  });
};

/** After everything that waits for this printer now. */
const endOfQueue = async (tx: Tx, printerId: number): Promise<number> => {
  const row = await tx
    .selectFrom('detail')
    .select((eb) => eb.fn.max('queue_order').as('last'))
    .where('printer_id', '=', printerId)
    .executeTakeFirstOrThrow();
  return Number(row.last) + 1;
};

type Charge = Pick<Detail, 'charged_at' | 'charge_spent'>;

/** What sending a label again costs of the month's quota. @throws 402 */
const chargeAgain = async (
  { ctx, tx, detail }: Scope,
  softwareId: number,
): Promise<Partial<Charge>> => {
  const { charged_at: chargedAt, member_id: memberId } = detail;
  const cameOut = CAME_OUT.has(detail.state);
  if (chargedAt !== null && !cameOut)
    return MAY_BE_OUT.has(detail.state) ? { charge_spent: 1 } : {};
  await requireQuota({ ctx, tx, memberId, softwareId, labels: 1 });
  if (chargedAt !== null) {
    await tx
      .insertInto('past_charge')
      .values({
        member_id: memberId,
        software_id: softwareId,
        detail_id: detail.id,
        charged_at: chargedAt,
      })
      .execute();
  }
  return { charged_at: ctx.now(), charge_spent: 0 };
};

const sendAgain = async ({ ctx, tx, detail }: Scope): Promise<void> => {
  if (!REPRINT_FROM.has(detail.state)) throw conflict('这张标签还在排队或正在打印，不用重打');
  const batch = await tx
    .selectFrom('batch')
    .innerJoin('client', 'client.id', 'batch.client_id')
    .innerJoin('printer', 'printer.id', 'batch.printer_id')
    .select(['batch.software_id', 'batch.created_at', 'batch.expires_at', 'batch.printer_name'])
    .select(['client.revoked_at', 'printer.gone'])
    .where('batch.id', '=', detail.batch_id)
    .executeTakeFirstOrThrow();
  if (batch.revoked_at !== null) throw conflict('打这张标签的客户端已撤销，请重新提交');
  if (batch.gone === 1)
    throw conflict(`打印机“${batch.printer_name}”已从客户端移除，请用另一台重新提交`);
  const charge = await chargeAgain({ ctx, tx, detail }, batch.software_id);
  const now = ctx.now();
  await settleDetails({
    ctx,
    tx,
    changes: [
      {
        ids: [detail.id],
        set: {
          ...charge,
          state: 'queued',
          evidence: 'none',
          reason: '',
          attempt: detail.attempt + 1,
          fence: null,
          cancel_requested: 0,
          counter_from: null,
          counter_to: null,
          queue_order: await endOfQueue(tx, detail.printer_id),
          queued_at: now,
          leased_at: null,
          // As long as the batch was given at first.
          expires_at: now + (batch.expires_at - batch.created_at),
        },
      },
    ],
  });
  onCommit(tx, () => ctx.bus.emit('client-work', { clientId: detail.client_id }));
};

/**
 * Settles a label by the member's word, or sends it again: at the end of the queue, under the next attempt.
 * @throws 402 when it needs a place in the quota and none is free, 404, 409 from a state that does not allow it
 */
export const resolveDetail = ({
  ctx,
  memberId,
  input,
}: {
  ctx: Context;
  memberId: number;
  input: CallParsed<'detailResolve'>;
}): Promise<CallOutput<'detailResolve'>> =>
  transaction(ctx.db, async (tx) => {
    if (!(await lockMember(tx, memberId))) throw notFound('没有这张标签');
    const scope = { id: Number(input.id), memberId };
    // Before the label: a hello that takes its printer away, and a lease, take them in this order too.
    await lockClientOfDetail(tx, scope);
    const detail = await lockDetailOfMember(tx, scope);
    await (input.action === 'printed' ? markPrinted : sendAgain)({ ctx, tx, detail });
    const row = await tx
      .selectFrom('detail')
      .innerJoin('batch', 'batch.id', 'detail.batch_id')
      .selectAll('detail')
      .select(['batch.batch_no', 'batch.template_name', 'batch.printer_name'])
      .where('detail.id', '=', detail.id)
      .executeTakeFirstOrThrow();
    return presentDetail(row);
  });
