import { type CallParsed, normalizeDiscountCode } from '@yunbiao/contract';
import {
  isUniqueViolation,
  lockDiscountCode,
  lockMemberRow,
  runTransaction,
  type Tx,
} from '@yunbiao/db';
import { copyContextWithSystemActor } from '../../../identity/actor.ts';
import type { Context } from '../../../platform/context.ts';
import {
  createConflictError,
  createInvalidInputError,
  createNotFoundError,
} from '../../../platform/errors.ts';
import { SECOND } from '../../../platform/time.ts';
import { recordAudit } from '../../../identity/audit/audit.ts';
import { formatYuan } from '../discount-rule.ts';
import { expireOwnOrders } from './order-expiry.ts';
import { generateOrderNo } from './order-no.ts';
import { markOrderPaid } from './order-pay.ts';
import { presentOrder } from './order-present.ts';
import type { Order, OrderRow } from './order-state.ts';
import { isPaymentMethodOffered, getPaymentTimeLimitMs } from '../payment-methods.ts';
import { type Price, computePrice, type ProductRow } from '../price.ts';
import { getProductOnSale } from '../products.ts';

/** The same order within this time counts as a double click. */
const DOUBLE_CLICK_MS = 10 * SECOND;
/**
 * Maximum number of unpaid orders of a member per software: they reserve uses of discount codes.
 */
const MAX_PENDING = 5;
const MAX_ORDER_NO_TRIES = 5;

type OrderRequest = {
  ctx: Context;
  memberId: number;
  softwareId: number;
  input: CallParsed<'createOrder'>;
};
type Scope = OrderRequest & { tx: Tx };

/** Finds the order that a double click has just created; null when there is none. */
const findDoubleClickOrder = async ({ ctx, tx, memberId, softwareId, input }: Scope) =>
  (await tx
    .selectFrom('member_order')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('software_id', '=', softwareId)
    .where('product_id', '=', Number(input.productId))
    .where('num', '=', input.num)
    .where('discount_code', '=', normalizeDiscountCode(input.discountCode ?? ''))
    .where('pay_type', '=', input.payType)
    .where('state', 'in', ['pending', 'paid'])
    .where('created_at', '>', ctx.now() - DOUBLE_CLICK_MS)
    .orderBy('id', 'desc')
    .executeTakeFirst()) ?? null;

const refuseTooManyOrders = async ({ ctx, tx, memberId, softwareId }: Scope): Promise<void> => {
  const { count } = await tx
    .selectFrom('member_order')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('member_id', '=', memberId)
    .where('software_id', '=', softwareId)
    .where('state', '=', 'pending')
    .where('expires_at', '>', ctx.now())
    .executeTakeFirstOrThrow();
  if (count >= MAX_PENDING)
    throw createConflictError(`你有 ${count} 笔订单还没付款，先付款或取消一笔，再下新的`);
};

const refuseChangedPrice = ({ discount, payFen }: Price, shownPayFen: number | undefined): void => {
  if (discount && !discount.ok)
    throw createInvalidInputError({ discountCode: `折扣码：${discount.text}` });
  if (shownPayFen !== undefined && shownPayFen !== payFen)
    throw createConflictError(`价格变了，现在要付 ${formatYuan(payFen)}，看过再提交`);
};

const insertOrder = async (
  { ctx, tx, memberId, softwareId, input }: Scope,
  product: ProductRow,
  price: Price,
): Promise<OrderRow> => {
  const now = ctx.now();
  const row = await tx
    .insertInto('member_order')
    .values({
      order_no: generateOrderNo(now),
      member_id: memberId,
      software_id: softwareId,
      product_id: product.id,
      product_name: product.name,
      num: input.num,
      days: price.days,
      amount_fen: price.amountFen,
      discount_fen: price.discountFen,
      pay_fen: price.payFen,
      discount_code_id: price.code?.id ?? null,
      discount_code: price.code?.code ?? '',
      pay_type: input.payType,
      state: 'pending',
      created_at: now,
      expires_at: now + getPaymentTimeLimitMs(input.payType),
      paid_at: null,
      closed_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordAudit({
    ctx,
    tx,
    action: 'order.create',
    subject: `order:${row.id}`,
    detail: { product: product.id, num: input.num, payFen: row.pay_fen, code: row.discount_code },
  });
  return row;
};

const createOrderInTransaction = (request: OrderRequest): Promise<Order> =>
  runTransaction(request.ctx.db, async (tx) => {
    const { ctx, memberId, softwareId, input } = request;
    const scope = { ...request, tx };
    if (!(await lockMemberRow(tx, memberId))) throw createNotFoundError('没有这个会员');
    const sameOrder = await findDoubleClickOrder(scope);
    if (sameOrder) return presentOrder(sameOrder);
    const product = await getProductOnSale(tx, { id: input.productId, softwareId });
    if (product.is_free === 1)
      throw createInvalidInputError({ productId: '免费方案不用下单，注册就有' });
    await refuseTooManyOrders(scope);
    // The lock on the code serializes counting its uses, so the last use is sold once.
    const code = normalizeDiscountCode(input.discountCode ?? '');
    if (code) await lockDiscountCode(tx, code);
    const price = await computePrice({
      tx,
      product,
      num: input.num,
      code,
      memberId,
      now: ctx.now(),
    });
    refuseChangedPrice(price, input.payFen);
    const order = await insertOrder(scope, product, price);
    if (order.pay_fen > 0) return presentOrder(order);
    return presentOrder(
      await markOrderPaid({ ctx: copyContextWithSystemActor(ctx), tx, row: order }),
    );
  });

/**
 * Creates an order for a plan at the current price. An order that costs nothing is paid at once.
 * @throws 400 for the free plan, an invalid code or a payment method that is not available; 404 for
 * a plan that is not on sale in this software; 409 when the price differs from the one shown, or
 * too many orders are unpaid
 */
export const createOrder = async (request: OrderRequest): Promise<Order> => {
  if (!isPaymentMethodOffered(request.ctx, request.input.payType))
    throw createInvalidInputError({ payType: '这种付款方式还没有开通' });
  await expireOwnOrders(request.ctx, request.memberId);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await createOrderInTransaction(request);
    } catch (error) {
      // The random order number collided within one second.
      if (!isUniqueViolation(error) || attempt >= MAX_ORDER_NO_TRIES) throw error;
    }
  }
};
