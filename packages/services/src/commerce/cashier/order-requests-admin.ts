import { runTransaction, type Tx, createTransactionDatabase } from '@yunbiao/db';
import { recordAudit } from '../../identity/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { createConflictError, createInvalidInputError } from '../../platform/errors.ts';
import { getOrderByNumber } from '../money/orders/order-admin.ts';
import { notifyBuyer } from '../money/orders/accept-payment.ts';
import {
  lockOrderOwnerAndGetOrder,
  refundOrder,
  type RefundResult,
} from '../money/orders/order-refund.ts';

/** Page size of lists for staff. */
export const REQUEST_PAGE_SIZE = 100;

const requireOpenRefundRequest = async (tx: Tx, orderId: number) => {
  const row = await tx
    .selectFrom('refund_request')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', '=', 'asked')
    .executeTakeFirst();
  if (!row) throw createConflictError('这笔订单没有在等的退款申请');
  return row;
};

/** Lists refund requests: open ones first, then the oldest. */
export const listRefundRequests = ({ ctx }: { ctx: Context }) =>
  ctx.db.kysely
    .selectFrom('refund_request')
    .innerJoin('member_order', 'member_order.id', 'refund_request.order_id')
    .innerJoin('member', 'member.id', 'member_order.member_id')
    .select([
      'member_order.order_no as orderNo',
      'member.username',
      'member_order.product_name as productName',
      'member_order.pay_fen as payFen',
      'member_order.pay_type as payType',
      'refund_request.reason',
      'refund_request.created_at as createdAt',
    ])
    .where('refund_request.state', '=', 'asked')
    .orderBy('refund_request.id')
    .limit(REQUEST_PAGE_SIZE)
    .execute();

/**
 * Approves a refund request and refunds the order, like `order refund`.
 * @throws 404; 409 without an open request
 */
export const approveRefund = ({
  ctx,
  orderNo,
}: {
  ctx: Context;
  orderNo: string;
}): Promise<RefundResult> =>
  runTransaction(ctx.db, async (tx) => {
    await requireOpenRefundRequest(tx, (await lockOrderOwnerAndGetOrder(tx, orderNo)).id);
    return refundOrder({ ctx: { ...ctx, db: createTransactionDatabase(tx) }, orderNo });
  });

/**
 * Refuses a refund request with a reason. The member may request again.
 * @throws 400 without a reason; 404; 409 without an open request
 */
export const refuseRefund = ({
  ctx,
  orderNo,
  answer,
}: {
  ctx: Context;
  orderNo: string;
  answer: string;
}): Promise<void> =>
  runTransaction(ctx.db, async (tx) => {
    if (answer.trim() === '')
      throw createInvalidInputError({ answer: '写一句为什么不退，会员会看到' });
    // The lock excludes a concurrent request by the member or approval by another operator.
    const order = await lockOrderOwnerAndGetOrder(tx, orderNo);
    const { id } = await requireOpenRefundRequest(tx, order.id);
    await tx
      .updateTable('refund_request')
      .set({ state: 'refused', answer, decided_at: ctx.now() })
      .where('id', '=', id)
      .execute();
    await recordAudit({
      ctx,
      tx,
      action: 'refund.refuse',
      subject: `order:${order.id}`,
      detail: { answer },
    });
    await notifyBuyer(ctx, tx, order, {
      title: '退款申请没有通过',
      text: `${order.product_name}：${answer}`,
    });
  });

/** Lists invoice requests: those not issued first, then the newest. */
export const listInvoices = ({ ctx }: { ctx: Context }) =>
  ctx.db.kysely
    .selectFrom('invoice')
    .innerJoin('member_order', 'member_order.id', 'invoice.order_id')
    .innerJoin('member', 'member.id', 'member_order.member_id')
    .select([
      'member_order.order_no as orderNo',
      'member_order.pay_fen as payFen',
      'member_order.state as orderState',
      'member.username',
      'invoice.title',
      'invoice.tax_no as taxNo',
      'invoice.email',
      'invoice.state',
      'invoice.number',
      'invoice.created_at as createdAt',
    ])
    .orderBy('invoice.state')
    .orderBy('invoice.id', 'desc')
    .limit(REQUEST_PAGE_SIZE)
    .execute();

/**
 * Records an issued invoice: its number and the link to its file.
 * @throws 400, 404; 409 without an invoice request
 */
export const issueInvoice = ({
  ctx,
  orderNo,
  number,
  link,
}: {
  ctx: Context;
  orderNo: string;
  number: string;
  link: string;
}): Promise<void> =>
  runTransaction(ctx.db, async (tx) => {
    if (!/^\d{8,20}$/.test(number))
      throw createInvalidInputError({ number: '发票号码是 8–20 位数字' });
    if (link !== '' && !(URL.canParse(link) && new URL(link).protocol === 'https:'))
      throw createInvalidInputError({ link: '发票文件的地址要以 https:// 开头' });
    const order = await getOrderByNumber(tx, orderNo);
    const issued = await tx
      .updateTable('invoice')
      .set({ state: 'issued', number, link, issued_at: ctx.now() })
      .where('order_id', '=', order.id)
      .returning('id')
      .executeTakeFirst();
    if (!issued) throw createConflictError('这笔订单没有申请发票');
    await recordAudit({
      ctx,
      tx,
      action: 'invoice.issue',
      subject: `order:${order.id}`,
      detail: { number },
    });
    await notifyBuyer(ctx, tx, order, {
      title: '发票开好了',
      text: `“${order.product_name}”的发票号码是 ${number}${link ? '，订单页可以下载' : ''}。`,
    });
  });
