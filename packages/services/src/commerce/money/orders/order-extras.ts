import type { CallOutput } from '@yunbiao/contract';
import type { Executor } from '@yunbiao/db';
import { toIso } from '../../../platform/time.ts';

type Detail = CallOutput<'orderDetail'>;
type Extras = Pick<Detail, 'lastTry' | 'refundRequest' | 'invoice'>;

const findLastPaymentAttempt = async (
  executor: Executor,
  orderId: number,
): Promise<Extras['lastTry']> => {
  const row = await executor
    .selectFrom('payment')
    .select('state')
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!row) return null;
  if (row.state === 'open' || row.state === 'paid') return row.state;
  // A payment that is being closed or was refunded is shown as closed.
  return 'closed';
};

const findRefundRequestOfOrder = async (
  executor: Executor,
  orderId: number,
): Promise<Extras['refundRequest']> => {
  const row = await executor
    .selectFrom('refund_request')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!row) return null;
  const { reason, answer, created_at: createdAt } = row;
  const state = row.state as NonNullable<Extras['refundRequest']>['state'];
  return { state, reason, answer, createdAt: toIso(createdAt) };
};

const findInvoiceOfOrder = async (
  executor: Executor,
  orderId: number,
): Promise<Extras['invoice']> => {
  const row = await executor
    .selectFrom('invoice')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  if (!row) return null;
  const { title, tax_no: taxNo, email, number, link } = row;
  return { state: row.state as 'asked' | 'issued', title, taxNo, email, number, link };
};

/** The last payment attempt of an order, its refund request and its invoice. */
export const readOrderPaymentAndInvoice = async (
  executor: Executor,
  orderId: number,
): Promise<Extras> => ({
  lastTry: await findLastPaymentAttempt(executor, orderId),
  refundRequest: await findRefundRequestOfOrder(executor, orderId),
  invoice: await findInvoiceOfOrder(executor, orderId),
});
