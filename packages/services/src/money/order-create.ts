import { type CallParsed, normalCode } from '@yunbiao/contract';
import { isUniqueViolation, lockDiscountCode, lockMember, transaction, type Tx } from '@yunbiao/db';
import { bySystem } from '../actor.ts';
import type { Context } from '../context.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { SECOND } from '../time.ts';
import { audit } from '../audit/audit.ts';
import { yuanText } from './discount-rule.ts';
import { lapseOwnOrders } from './order-lapse.ts';
import { newOrderNo } from './order-no.ts';
import { settleOrder } from './order-pay.ts';
import { presentOrder } from './order-present.ts';
import type { Order, OrderRow } from './order-state.ts';
import { isOffered, timeToPay } from './pay-ways.ts';
import { type Price, getPrice, type ProductRow } from './price.ts';
import { getProductOnSale } from './products.ts';

/** The same order again within this time is the same click. */
const SAME_CLICK_MS = 10 * SECOND;
/** Unpaid orders reserve uses of codes: nobody holds more than this in a software. */
const MAX_PENDING = 5;
const MAX_TRIES = 5;

type Asked = {
  ctx: Context;
  memberId: number;
  softwareId: number;
  input: CallParsed<'createOrder'>;
};
type Scope = Asked & { tx: Tx };

/** The order a double click has just made; null when this is a new one. */
const sameClick = async ({ ctx, tx, memberId, softwareId, input }: Scope) =>
  (await tx
    .selectFrom('member_order')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('software_id', '=', softwareId)
    .where('product_id', '=', Number(input.productId))
    .where('num', '=', input.num)
    .where('discount_code', '=', normalCode(input.discountCode ?? ''))
    .where('pay_type', '=', input.payType)
    .where('state', 'in', ['pending', 'paid'])
    .where('created_at', '>', ctx.now() - SAME_CLICK_MS)
    .orderBy('id', 'desc')
    .executeTakeFirst()) ?? null;

const refuseTooMany = async ({ ctx, tx, memberId, softwareId }: Scope): Promise<void> => {
  const { count } = await tx
    .selectFrom('member_order')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('member_id', '=', memberId)
    .where('software_id', '=', softwareId)
    .where('state', '=', 'pending')
    .where('expires_at', '>', ctx.now())
    .executeTakeFirstOrThrow();
  if (count >= MAX_PENDING)
    throw conflict(`你有 ${count} 笔订单还没付款，先付款或取消一笔，再下新的`);
};

const refusePrice = ({ discount, payFen }: Price, shown: number | undefined): void => {
  if (discount && !discount.ok) throw invalid({ discountCode: `折扣码：${discount.text}` });
  if (shown !== undefined && shown !== payFen)
    throw conflict(`价格变了，现在要付 ${yuanText(payFen)}，看过再提交`);
};

const insert = async (
  { ctx, tx, memberId, softwareId, input }: Scope,
  product: ProductRow,
  price: Price,
): Promise<OrderRow> => {
  const now = ctx.now();
  const row = await tx
    .insertInto('member_order')
    .values({
      order_no: newOrderNo(now),
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
      expires_at: now + timeToPay(input.payType),
      paid_at: null,
      closed_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit({
    ctx,
    tx,
    action: 'order.create',
    subject: `order:${row.id}`,
    detail: { product: product.id, num: input.num, payFen: row.pay_fen, code: row.discount_code },
  });
  return row;
};

const make = (asked: Asked): Promise<Order> =>
  transaction(asked.ctx.db, async (tx) => {
    const { ctx, memberId, softwareId, input } = asked;
    const scope = { ...asked, tx };
    if (!(await lockMember(tx, memberId))) throw notFound('没有这个会员');
    const same = await sameClick(scope);
    if (same) return presentOrder(same);
    const product = await getProductOnSale(tx, { id: input.productId, softwareId });
    if (product.is_free === 1) throw invalid({ productId: '免费方案不用下单，注册就有' });
    await refuseTooMany(scope);
    // Whoever holds the code's lock counts its uses alone: the last one is sold once.
    const code = normalCode(input.discountCode ?? '');
    if (code) await lockDiscountCode(tx, code);
    const price = await getPrice({ tx, product, num: input.num, code, memberId, now: ctx.now() });
    refusePrice(price, input.payFen);
    const order = await insert(scope, product, price);
    if (order.pay_fen > 0) return presentOrder(order);
    return presentOrder(await settleOrder({ ctx: bySystem(ctx), tx, row: order }));
  });

/**
 * Orders a plan at the price of this moment. What costs nothing is paid at once.
 * @throws 400 for the free plan, a code that does not work or a way to pay that is not there; 404 for a plan not on
 * sale here; 409 when the price is not the one shown, or too many orders wait
 */
export const createOrder = async (asked: Asked): Promise<Order> => {
  if (!isOffered(asked.ctx, asked.input.payType))
    throw invalid({ payType: '这种付款方式还没有开通' });
  await lapseOwnOrders(asked.ctx, asked.memberId);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await make(asked);
    } catch (error) {
      // Its number was drawn twice in one second.
      if (!isUniqueViolation(error) || attempt >= MAX_TRIES) throw error;
    }
  }
};
