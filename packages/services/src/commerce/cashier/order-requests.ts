import { lockMemberRow, runTransaction, type Tx } from '@yunbiao/db';
import type { CallParsed } from '@yunbiao/contract';
import { recordAudit } from '../../identity/audit/audit.ts';
import type { MemberScope } from '../../platform/context.ts';
import { createConflictError } from '../../platform/errors.ts';
import { getOwnOrder } from '../money/orders/order-own.ts';
import { type OrderRow, notifyOrderPages } from '../money/orders/order-state.ts';

type OrderOwner = MemberScope & { softwareId: number };

const lockOwnOrder = async (
  tx: Tx,
  owner: Omit<OrderOwner, 'ctx'> & { id: string },
): Promise<OrderRow> => {
  await lockMemberRow(tx, owner.memberId);
  return getOwnOrder(tx, owner);
};

/**
 * Requests a refund of a paid order. Staff decide.
 * @throws 404; 409 if there is nothing to refund
 */
export const requestRefund = ({
  ctx,
  input,
  ...whose
}: OrderOwner & { input: CallParsed<'orderRefundAsk'> }): Promise<Record<string, never>> =>
  runTransaction(ctx.db, async (tx) => {
    const order = await lockOwnOrder(tx, { ...whose, id: input.id });
    if (order.state !== 'paid') throw createConflictError('这笔订单没有可以退的钱');
    if (order.pay_fen === 0) throw createConflictError('这笔订单没有收过钱，不用退');
    const open = await tx
      .selectFrom('refund_request')
      .select('id')
      .where('order_id', '=', order.id)
      .where('state', '=', 'asked')
      .executeTakeFirst();
    if (open) throw createConflictError('已经申请过了，工作人员正在看');
    await tx
      .insertInto('refund_request')
      .values({
        order_id: order.id,
        reason: input.reason,
        state: 'asked',
        answer: '',
        created_at: ctx.now(),
        decided_at: null,
      })
      .execute();
    const detail = { payFen: order.pay_fen };
    await recordAudit({ ctx, tx, action: 'refund.ask', subject: `order:${order.id}`, detail });
    notifyOrderPages(ctx, tx, order);
    return {};
  });

/**
 * Requests an invoice for a paid order, or changes a request before the invoice is issued.
 * @throws 404, 409
 */
export const requestInvoice = ({
  ctx,
  input,
  ...whose
}: OrderOwner & { input: CallParsed<'orderInvoiceAsk'> }): Promise<Record<string, never>> =>
  runTransaction(ctx.db, async (tx) => {
    const order = await lockOwnOrder(tx, { ...whose, id: input.id });
    if (order.state !== 'paid') throw createConflictError('付了款、没有退的订单才能开发票');
    if (order.pay_fen === 0) throw createConflictError('这笔订单没有收过钱，开不了发票');
    const invoiceFields = { title: input.title, tax_no: input.taxNo, email: input.email };
    const existing = await tx
      .selectFrom('invoice')
      .select(['id', 'state'])
      .where('order_id', '=', order.id)
      .executeTakeFirst();
    if (existing?.state === 'issued') throw createConflictError('发票已经开了，要改请联系客服');
    if (existing)
      await tx.updateTable('invoice').set(invoiceFields).where('id', '=', existing.id).execute();
    else
      await tx
        .insertInto('invoice')
        .values({
          ...invoiceFields,
          order_id: order.id,
          state: 'asked',
          number: '',
          link: '',
          created_at: ctx.now(),
          issued_at: null,
        })
        .execute();
    await recordAudit({ ctx, tx, action: 'invoice.ask', subject: `order:${order.id}` });
    notifyOrderPages(ctx, tx, order);
    return {};
  });
