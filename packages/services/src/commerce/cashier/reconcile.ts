import type { Executor } from '@yunbiao/db';
import type { BillRow, Channel } from '../channel/index.ts';
import type { Context } from '../../platform/context.ts';
import { createConflictError, createInvalidInputError } from '../../platform/errors.ts';
import { CHINA, DAY, getCalendarDay, getStartOfDay } from '../../platform/time.ts';

/** Bill rows per database query. */
const ROWS_PER_QUERY = 500;

/** One difference between a channel's bill and our payments. */
export type Difference = {
  kind:
    | 'ours-only'
    | 'theirs-only'
    | 'unpaid-here'
    | 'amount'
    | 'refund-ours-only'
    | 'refund-theirs-only'
    | 'refund-amount'
    /** Refunded by the channel and also by staff in another way. */
    | 'refund-twice'
    | 'unreadable';
  tradeNo: string;
  /** Fen; null if there is no such record. */
  oursFen: number | null;
  theirsFen: number | null;
  /** Line of the bill, for `unreadable` only. */
  line?: number;
};

/** Set of seen ids, one bit each, so that a large bill needs little memory. */
class IdSet {
  readonly #from: number;
  readonly #bits: Uint8Array;

  constructor({ from, to }: { from: number; to: number }) {
    this.#from = from;
    this.#bits = new Uint8Array(Math.ceil((to - from + 1) / 8));
  }

  add(id: number): void {
    const at = id - this.#from;
    if (at >= 0 && at >> 3 < this.#bits.length)
      this.#bits[at >> 3] = (this.#bits[at >> 3] ?? 0) | (1 << (at & 7));
  }

  has(id: number): boolean {
    const at = id - this.#from;
    return ((this.#bits[at >> 3] ?? 0) & (1 << (at & 7))) !== 0;
  }
}

type Table = 'payment' | 'payment_refund';

const loadIdRange = async (
  executor: Executor,
  table: Table,
): Promise<{ from: number; to: number }> => {
  const row = await executor
    .selectFrom(table)
    .select((eb) => [eb.fn.min<number>('id').as('from'), eb.fn.max<number>('id').as('to')])
    .executeTakeFirst();
  return { from: row?.from ?? 1, to: row?.to ?? 0 };
};

type ReconcileScope = { executor: Executor; name: string; payments: IdSet; refunds: IdSet };
type PayRow = Extract<BillRow, { kind: 'pay' }>;
type RefundRow = Extract<BillRow, { kind: 'refund' }>;

const matchBillPayments = async function* (
  work: ReconcileScope,
  rows: readonly PayRow[],
): AsyncGenerator<Difference> {
  if (rows.length === 0) return;
  const payments = await work.executor
    .selectFrom('payment')
    .select(['id', 'trade_no', 'state', 'amount_fen'])
    .where('channel', '=', work.name)
    .where(
      'trade_no',
      'in',
      rows.map((row) => row.tradeNo),
    )
    .execute();
  const by = new Map(payments.map((payment) => [payment.trade_no, payment]));
  for (const { tradeNo, amountFen: theirsFen } of rows) {
    const ownRow = by.get(tradeNo);
    if (!ownRow) yield { kind: 'theirs-only', tradeNo, oursFen: null, theirsFen };
    else {
      work.payments.add(ownRow.id);
      const oursFen = ownRow.amount_fen;
      const isHeard = ownRow.state === 'paid' || ownRow.state === 'returned';
      if (!isHeard) yield { kind: 'unpaid-here', tradeNo, oursFen, theirsFen };
      else if (oursFen !== theirsFen) yield { kind: 'amount', tradeNo, oursFen, theirsFen };
    }
  }
};

const matchRefunds = async function* (
  work: ReconcileScope,
  rows: readonly RefundRow[],
): AsyncGenerator<Difference> {
  if (rows.length === 0) return;
  const refunds = await work.executor
    .selectFrom('payment_refund')
    .select(['id', 'refund_no', 'amount_fen', 'state'])
    .where(
      'refund_no',
      'in',
      rows.map((row) => row.refundNo),
    )
    .execute();
  const by = new Map(refunds.map((refund) => [refund.refund_no, refund]));
  for (const { tradeNo, refundNo, amountFen: theirsFen } of rows) {
    const ownRow = by.get(refundNo);
    if (!ownRow) yield { kind: 'refund-theirs-only', tradeNo, oursFen: null, theirsFen };
    else {
      work.refunds.add(ownRow.id);
      const oursFen = ownRow.amount_fen;
      if (ownRow.state === 'manual') yield { kind: 'refund-twice', tradeNo, oursFen, theirsFen };
      else if (oursFen !== theirsFen) yield { kind: 'refund-amount', tradeNo, oursFen, theirsFen };
    }
  }
};

/** Yields our payments and refunds of those days that the bill lacks. */
const findRowsMissingInBill = async function* (
  { executor, name, payments, refunds }: ReconcileScope,
  { from, to }: { from: number; to: number },
): AsyncGenerator<Difference> {
  for (let after = 0; ;) {
    const rows = await executor
      .selectFrom('payment')
      .select(['id', 'trade_no', 'amount_fen'])
      .where('channel', '=', name)
      .where('paid_at', '>=', from)
      .where('paid_at', '<', to)
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_PER_QUERY)
      .execute();
    for (const { id, trade_no: tradeNo, amount_fen: oursFen } of rows)
      if (!payments.has(id)) yield { kind: 'ours-only', tradeNo, oursFen, theirsFen: null };
    after = rows.at(-1)?.id ?? 0;
    if (rows.length < ROWS_PER_QUERY) break;
  }
  for (let after = 0; ;) {
    const rows = await executor
      .selectFrom('payment_refund')
      .innerJoin('payment', 'payment.id', 'payment_refund.payment_id')
      .select(['payment_refund.id', 'payment.trade_no', 'payment_refund.amount_fen'])
      .where('payment.channel', '=', name)
      .where('payment_refund.state', '=', 'done')
      .where('payment_refund.done_at', '>=', from)
      .where('payment_refund.done_at', '<', to)
      .where('payment_refund.id', '>', after)
      .orderBy('payment_refund.id')
      .limit(ROWS_PER_QUERY)
      .execute();
    for (const { id, trade_no: tradeNo, amount_fen: oursFen } of rows)
      if (!refunds.has(id)) yield { kind: 'refund-ours-only', tradeNo, oursFen, theirsFen: null };
    after = rows.at(-1)?.id ?? 0;
    if (rows.length < ROWS_PER_QUERY) return;
  }
};

/** Parses a date in China, `YYYY-MM-DD`. @throws 400 */
export const parseBillDay = (text: string): string => {
  const at = Date.parse(`${text}T00:00:00Z`);
  if (
    !/^\d{4}-\d\d-\d\d$/.test(text) ||
    Number.isNaN(at) ||
    new Date(at).toISOString().slice(0, 10) !== text
  )
    throw createInvalidInputError({ date: '日期要写成 2026-11-21 这样' });
  return text;
};

/** Fetches the bill of a day from the channel. @throws 409 if the channel provides no bills */
export const fetchBill = (channel: Channel, day: string): AsyncIterable<Uint8Array> => {
  if (!channel.fetchBill) throw createConflictError('这个渠道不给账单');
  return channel.fetchBill(day);
};

/**
 * Yields each difference between a channel's bill and our payments, for `day` and the days of the
 * bill's rows. Works on the stream: memory holds one bit per payment seen.
 * @throws 400 for a bill without rows when `day` is missing
 */
export const reconcileChannelBill = async function* ({
  ctx,
  channel,
  bytes,
  day,
}: {
  ctx: Context;
  channel: Channel;
  bytes: AsyncIterable<Uint8Array>;
  day?: string | undefined;
}): AsyncGenerator<Difference> {
  const executor = ctx.db.kysely;
  const work: ReconcileScope = {
    executor,
    name: channel.name,
    payments: new IdSet(await loadIdRange(executor, 'payment')),
    refunds: new IdSet(await loadIdRange(executor, 'payment_refund')),
  };
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [pays, refunds]: [PayRow[], RefundRow[]] = [[], []];
  for await (const row of channel.parseBill(bytes)) {
    if (row.kind === 'unreadable')
      yield { kind: 'unreadable', tradeNo: '', oursFen: null, theirsFen: null, line: row.line };
    if (row.kind === 'pay' || row.kind === 'refund')
      [first, last] = [Math.min(first, row.at), Math.max(last, row.at)];
    if (row.kind === 'pay') pays.push(row);
    if (row.kind === 'refund') refunds.push(row);
    if (pays.length + refunds.length < ROWS_PER_QUERY) continue;
    yield* matchBillPayments(work, pays);
    yield* matchRefunds(work, refunds);
    [pays, refunds] = [[], []];
  }
  yield* matchBillPayments(work, pays);
  yield* matchRefunds(work, refunds);
  const startOfDay = day === undefined ? null : getStartOfDay(day, CHINA);
  if (startOfDay === null && last < first)
    throw createInvalidInputError({ date: '账单里没有一行交易，加 --date 写明是哪一天的' });
  const from = startOfDay ?? getStartOfDay(getCalendarDay(first, CHINA), CHINA);
  const to = (startOfDay ?? getStartOfDay(getCalendarDay(last, CHINA), CHINA)) + DAY;
  yield* findRowsMissingInBill(work, { from, to });
};
