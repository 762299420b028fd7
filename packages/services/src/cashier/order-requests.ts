import { lockMember, transaction, type Tx } from '@yunbiao/db';
import type { CallParsed } from '@yunbiao/contract';
import { audit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import { getOwnOrder } from '../money/order-own.ts';
import { type OrderRow, tellPages } from '../money/order-state.ts';

type Own = { ctx: Context; memberId: number; softwareId: number };

const lockOwn = async (tx: Tx, own: Omit<Own, 'ctx'> & { id: string }): Promise<OrderRow> => {
  await lockMember(tx, own.memberId);
  return getOwnOrder(tx, own);
};

/** Asks for the money of a paid order back; staff decide. @throws 404; 409 when there is nothing to give back */
export const askRefund = ({
  ctx,
  input,
  ...whose
}: Own & { input: CallParsed<'orderRefundAsk'> }): Promise<Record<string, never>> =>
  transaction(ctx.db, async (tx) => {
    const order = await lockOwn(tx, { ...whose, id: input.id });
    if (order.state !== 'paid') throw conflict('这笔订单没有可以退的钱');
    if (order.pay_fen === 0) throw conflict('这笔订单没有收过钱，不用退');
    const open = await tx
      .selectFrom('refund_request')
      .select('id')
      .where('order_id', '=', order.id)
      .where('state', '=', 'asked')
      .executeTakeFirst();
    if (open) throw conflict('已经申请过了，工作人员正在看');
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
    await audit({ ctx, tx, action: 'refund.ask', subject: `order:${order.id}`, detail });
    tellPages(ctx, tx, order);
    return {};
  });

/** Asks for an invoice of a paid order, or says it better while none was issued. @throws 404, 409 */
export const askInvoice = ({
  ctx,
  input,
  ...whose
}: Own & { input: CallParsed<'orderInvoiceAsk'> }): Promise<Record<string, never>> =>
  transaction(ctx.db, async (tx) => {
    const order = await lockOwn(tx, { ...whose, id: input.id });
    if (order.state !== 'paid') throw conflict('付了款、没有退的订单才能开发票');
    if (order.pay_fen === 0) throw conflict('这笔订单没有收过钱，开不了发票');
    const said = { title: input.title, tax_no: input.taxNo, email: input.email };
    const known = await tx
      .selectFrom('invoice')
      .select(['id', 'state'])
      .where('order_id', '=', order.id)
      .executeTakeFirst();
    if (known?.state === 'issued') throw conflict('发票已经开了，要改请联系客服');
    if (known) await tx.updateTable('invoice').set(said).where('id', '=', known.id).execute();
    else
      await tx
        .insertInto('invoice')
        .values({
          ...said,
          order_id: order.id,
          state: 'asked',
          number: '',
          link: '',
          created_at: ctx.now(),
          issued_at: null,
        })
        .execute();
    await audit({ ctx, tx, action: 'invoice.ask', subject: `order:${order.id}` });
    tellPages(ctx, tx, order);
    return {};
  });
