import { transaction, type Tx, within } from '@yunbiao/db';
import { audit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { conflict, invalid } from '../errors.ts';
import { getOrder } from '../money/order-admin.ts';
import { tellBuyer } from '../money/order-money-in.ts';
import { lockOrder, refundOrder, type Refunded } from '../money/order-refund.ts';

/** Lists for staff hold so many. */
export const REQUESTS_SHOWN = 100;

const openRequest = async (tx: Tx, orderId: number) => {
  const row = await tx
    .selectFrom('refund_request')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', '=', 'asked')
    .executeTakeFirst();
  if (!row) throw conflict('这笔订单没有在等的退款申请');
  return row;
};

/** What members ask back, those that wait, the oldest first. */
export const refundRequests = ({ ctx }: { ctx: Context }) =>
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
    .limit(REQUESTS_SHOWN)
    .execute();

/** Agrees: the order is given back, as `order refund` does. @throws 404; 409 when nobody asked */
export const approveRefund = ({
  ctx,
  orderNo,
}: {
  ctx: Context;
  orderNo: string;
}): Promise<Refunded> =>
  transaction(ctx.db, async (tx) => {
    await openRequest(tx, (await lockOrder(tx, orderNo)).id);
    return refundOrder({ ctx: { ...ctx, db: within(tx) }, orderNo });
  });

/** Says no, and why; the member may ask again. @throws 400 without a reason; 404; 409 when nobody asked */
export const refuseRefund = ({
  ctx,
  orderNo,
  answer,
}: {
  ctx: Context;
  orderNo: string;
  answer: string;
}): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    if (answer.trim() === '') throw invalid({ answer: '写一句为什么不退，会员会看到' });
    // The member may be asking, and somebody else be agreeing, right now.
    const order = await lockOrder(tx, orderNo);
    const { id } = await openRequest(tx, order.id);
    await tx
      .updateTable('refund_request')
      .set({ state: 'refused', answer, decided_at: ctx.now() })
      .where('id', '=', id)
      .execute();
    await audit({
      ctx,
      tx,
      action: 'refund.refuse',
      subject: `order:${order.id}`,
      detail: { answer },
    });
    await tellBuyer(ctx, tx, order, {
      title: '退款申请没有通过',
      text: `${order.product_name}：${answer}`,
    });
  });

/** Invoices members asked for, those to be issued first, then the newest. */
export const invoices = ({ ctx }: { ctx: Context }) =>
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
    .limit(REQUESTS_SHOWN)
    .execute();

/** An invoice was issued: its number, and where its file is. @throws 400, 404; 409 when none was asked for */
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
  transaction(ctx.db, async (tx) => {
    if (!/^\d{8,20}$/.test(number)) throw invalid({ number: '发票号码是 8–20 位数字' });
    if (link !== '' && !(URL.canParse(link) && new URL(link).protocol === 'https:'))
      throw invalid({ link: '发票文件的地址要以 https:// 开头' });
    const order = await getOrder(tx, orderNo);
    const issued = await tx
      .updateTable('invoice')
      .set({ state: 'issued', number, link, issued_at: ctx.now() })
      .where('order_id', '=', order.id)
      .returning('id')
      .executeTakeFirst();
    if (!issued) throw conflict('这笔订单没有申请发票');
    await audit({
      ctx,
      tx,
      action: 'invoice.issue',
      subject: `order:${order.id}`,
      detail: { number },
    });
    await tellBuyer(ctx, tx, order, {
      title: '发票开好了',
      text: `“${order.product_name}”的发票号码是 ${number}${link ? '，订单页可以下载' : ''}。`,
    });
  });
