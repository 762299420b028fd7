import type { DetailTable, Selectable, Tx } from '@yunbiao/db';
import { onCommit } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import { NO_HOPS, settleDetails } from '../label-state/details.ts';
import { requireQuota } from './quota.ts';
import { isContentKept } from './raw-contents.ts';
import { RAW_KEPT_DAYS } from './raw-sweep.ts';

type Detail = Selectable<DetailTable>;
type Scope = { ctx: Context; tx: Tx };

/** They came out: once more counts once more. */
const CAME_OUT = new Set(['sent', 'printed']);
/** They may have come out; nothing is charged again, and nothing given back any more. */
const MAY_BE_OUT = new Set(['uncertain', 'failed']);
const REPRINT_FROM = new Set([...CAME_OUT, ...MAY_BE_OUT, 'cancelled', 'expired']);

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

const takesPlace = ({ charged_at: chargedAt, state }: Detail): boolean =>
  chargedAt === null || CAME_OUT.has(state);

/** What sending a label again changes about its charge. */
const chargeAgain = (detail: Detail, now: number): Partial<Charge> => {
  if (takesPlace(detail)) return { charged_at: now, charge_spent: 0 };
  return MAY_BE_OUT.has(detail.state) ? { charge_spent: 1 } : {};
};

/** The places in the month's quota that sending them again takes, all or none. @throws 402 */
const takePlaces = async (
  { ctx, tx }: Scope,
  details: readonly Detail[],
  softwareId: number,
): Promise<void> => {
  const taking = details.filter(takesPlace);
  const [first] = taking;
  if (!first) return;
  const { member_id: memberId } = first;
  await requireQuota({ ctx, tx, memberId, softwareId, labels: taking.length });
  for (const { id, charged_at: chargedAt } of taking)
    if (chargedAt !== null)
      await tx
        .insertInto('past_charge')
        .values({
          member_id: memberId,
          software_id: softwareId,
          detail_id: id,
          charged_at: chargedAt,
        })
        .execute();
};

/** The batch they are of, while its printer can still take labels. @throws 409 */
const openBatchOf = async (tx: Tx, batchId: number) => {
  const batch = await tx
    .selectFrom('batch')
    .innerJoin('client', 'client.id', 'batch.client_id')
    .innerJoin('printer', 'printer.id', 'batch.printer_id')
    .select(['batch.software_id', 'batch.created_at', 'batch.expires_at', 'batch.printer_name'])
    .select(['client.revoked_at', 'printer.gone'])
    .where('batch.id', '=', batchId)
    .executeTakeFirstOrThrow();
  if (batch.revoked_at !== null) throw conflict('打这张标签的客户端已撤销，请重新提交');
  if (batch.gone === 1)
    throw conflict(`打印机“${batch.printer_name}”已从客户端移除，请用另一台重新提交`);
  if (!(await isContentKept(tx, batchId)))
    throw conflict(`原样打印的内容只留 ${RAW_KEPT_DAYS} 天，已经没有了，请重新提交`);
  return batch;
};

/**
 * Sends labels of one batch again, each as its next attempt, in their order at the end of the printer's queue. They
 * and their client are locked by the caller.
 * @throws 402 when they need more places in the quota than are free, 409 from a state that does not allow it
 */
export const sendAgain = async (
  { ctx, tx }: Scope,
  details: readonly [Detail, ...Detail[]],
): Promise<void> => {
  if (details.some(({ state }) => !REPRINT_FROM.has(state)))
    throw conflict('这张标签还在排队或正在打印，不用重打');
  const [first] = details;
  const batch = await openBatchOf(tx, first.batch_id);
  const now = ctx.now();
  const last = await endOfQueue(tx, first.printer_id);
  await takePlaces({ ctx, tx }, details, batch.software_id);
  const changes = details.map((detail, place) => {
    const set = {
      ...chargeAgain(detail, now),
      state: 'queued' as const,
      evidence: 'none' as const,
      reason: '',
      attempt: detail.attempt + 1,
      fence: null,
      cancel_requested: 0,
      counter_from: null,
      counter_to: null,
      queue_order: last + place,
      queued_at: now,
      leased_at: null,
      ...NO_HOPS,
      // As long as the batch was given at first.
      expires_at: now + (batch.expires_at - batch.created_at),
    };
    return { ids: [detail.id], set };
  });
  await settleDetails({ ctx, tx, changes });
  onCommit(tx, () => ctx.bus.emit('client-work', { clientId: first.client_id }));
};
