import type { CallOutput } from '@yunbiao/contract';
import { lockMember, transaction, type Tx } from '@yunbiao/db';
import { audit } from '../audit/audit.ts';
import { type Action, type Channel, ChannelError, type Scene } from '../channel/index.ts';
import { conflict, invalid, ServiceError } from '../errors.ts';
import { getOwnOrder } from '../money/order-own.ts';
import type { OrderRow } from '../money/order-state.ts';
import { expiryAfterChange, isOffered } from '../money/pay-ways.ts';
import type { PaymentRow } from '../money/payments.ts';
import { iso } from '../time.ts';
import { orderPage, type PaidIn, getPayer } from './payer.ts';
import { qrPath } from './qr-path.ts';
import { backOff } from './query-payment.ts';

type Asked = PaidIn & {
  /** Network address of the payer; null when it is not known. */
  address: string | null;
};

/** An order has at most so many tries: two figures of their number. */
const MAX_TRIES = 60;

const getScene = ({ payType, scene }: Asked['input'], openId: string | null): Scene => {
  if (scene === 'desktop') return 'qr';
  if (scene === 'phone') return 'phone';
  // Inside WeChat Alipay opens nothing, and WeChat pays by itself only for whom it knows.
  return payType === 'wechat' && openId !== null ? 'wechat' : 'qr';
};

/** Paying another way: the order says so, and tries that are not wanted any more are closed at their channels. */
const changeWay = async ({ ctx, input }: Asked, tx: Tx, order: OrderRow): Promise<OrderRow> => {
  const now = ctx.now();
  if (order.pay_type === input.payType) return order;
  const changed = await tx
    .updateTable('member_order')
    .set({ pay_type: input.payType, expires_at: expiryAfterChange(order, input.payType, now) })
    .where('id', '=', order.id)
    .where('state', '=', 'pending')
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit({
    ctx,
    tx,
    action: 'order.way',
    subject: `order:${order.id}`,
    detail: { from: order.pay_type, to: input.payType },
  });
  return changed;
};

const leaveOthers = async (tx: Tx, order: OrderRow, keep: number | null, now: number) => {
  await tx
    .updateTable('payment')
    .set({ state: 'closing', next_at: now })
    .where('order_id', '=', order.id)
    .where('state', '=', 'open')
    .$if(keep !== null, (query) => query.where('id', '!=', keep ?? 0))
    .execute();
};

/** The try under way in this scene, or a new one. @throws 409 when there have been too many */
const takeTry = async (
  { ctx, input }: Asked,
  tx: Tx,
  order: OrderRow,
  scene: Scene,
): Promise<PaymentRow> => {
  const all = await tx
    .selectFrom('payment')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('id', 'desc')
    .execute();
  const same = all.find(
    (one) => one.state === 'open' && one.channel === input.payType && one.scene === scene,
  );
  if (same && same.expires_at === order.expires_at) return same;
  if (all.length >= MAX_TRIES) throw conflict('这笔订单试的次数太多了，取消它，重新下一单');
  const now = ctx.now();
  return tx
    .insertInto('payment')
    .values({
      order_id: order.id,
      channel: input.payType,
      scene,
      trade_no: `${order.order_no}P${all.length + 1}`,
      channel_trade_no: '',
      action: '',
      state: 'open',
      amount_fen: order.pay_fen,
      queries: 0,
      next_at: now + backOff(0),
      last_query_at: null,
      created_at: now,
      expires_at: order.expires_at,
      paid_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** `null`: nothing is paid through a channel, or not yet. */
const begin = (asked: Asked, scene: Scene | null) =>
  transaction(asked.ctx.db, async (tx) => {
    const { ctx, memberId, softwareId, input } = asked;
    await lockMember(tx, memberId);
    const found = await getOwnOrder(tx, { id: input.id, memberId, softwareId });
    if (found.state === 'paid') throw conflict('这笔订单已经付款了');
    if (found.state !== 'pending' || found.expires_at <= ctx.now())
      throw conflict('这笔订单已经关闭，请重新下一单');
    const order = await changeWay(asked, tx, found);
    const payment = scene === null ? null : await takeTry(asked, tx, order, scene);
    await leaveOthers(tx, order, payment?.id ?? null, ctx.now());
    return { order, payment };
  });

const CHANNEL_WORDS = { alipay: '支付宝', wechat: '微信支付', sandbox: '演示收银台' } as const;

type Begun = {
  channel: Channel;
  order: OrderRow;
  payment: PaymentRow;
  openId: string | null;
  returnUrl: string;
};

/** What the channel has the browser do. The try was stored before: an answer that is lost is asked for again. */
const getAction = async (
  { ctx, address }: Asked,
  { channel, order, payment, openId, returnUrl }: Begun,
): Promise<Action> => {
  if (payment.action !== '') return JSON.parse(payment.action) as Action;
  try {
    const action = await channel.create({
      tradeNo: payment.trade_no,
      subject: `${order.product_name.replaceAll(/[,，"&=<>]/g, ' ')} ${order.days} 天`,
      amountFen: payment.amount_fen,
      scene: payment.scene as Scene,
      expiresAt: payment.expires_at,
      address: address ?? '127.0.0.1',
      openId: openId ?? undefined,
      returnUrl,
    });
    // A code stays as it is until it is over; an address or parameters are good for minutes.
    if (action.kind === 'qr')
      await ctx.db.kysely
        .updateTable('payment')
        .set({ action: JSON.stringify(action) })
        .where('id', '=', payment.id)
        .execute();
    return action;
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    ctx.log.warn('a payment was not begun', { channel: channel.name, error });
    if (!error.isUnknown)
      await ctx.db.kysely
        .updateTable('payment')
        .set({ state: 'closing', next_at: ctx.now() })
        .where('id', '=', payment.id)
        .where('state', '=', 'open')
        .execute();
    const name = CHANNEL_WORDS[channel.name];
    throw new ServiceError(503, `${name}现在没有接上，请稍后再试，或换一种方式付款`, {
      retryAfter: 10,
    });
  }
};

type Answer = CallOutput<'orderPay'> & {
  /** What the browser is to keep, so that the way back from WeChat is its own. */
  browser?: string;
};

/**
 * Pays an order of this member through a channel, or goes on with the try under way; also another way than it was ordered.
 * @throws 400 for a way that is not there; 404; 409 when the order is paid or closed; 503 when the channel is not reached
 */
export const startPayment = async (asked: Asked): Promise<Answer> => {
  const { ctx, input } = asked;
  if (!isOffered(ctx, input.payType)) throw invalid({ payType: '这种付款方式还没有开通' });
  const page = await orderPage(asked);
  const payer = await getPayer(asked, page.pathname + page.search);
  const openId = 'openId' in payer ? payer.openId : null;
  const isLater = 'url' in payer || input.payType === 'offline';
  const { order, payment } = await begin(asked, isLater ? null : getScene(input, openId));
  const answer = { orderNo: order.order_no, expiresAt: iso(order.expires_at) };
  if ('url' in payer) {
    const { url, browser } = payer;
    return { ...answer, browser, action: { kind: 'redirect', url } };
  }
  const channel = input.payType === 'offline' ? undefined : ctx.channels?.[input.payType];
  if (!payment || !channel) return { ...answer, action: { kind: 'transfer' } };
  const begun = { channel, order, payment, openId, returnUrl: page.href };
  const action = await getAction(asked, begun);
  if (action.kind === 'qr') return { ...answer, action: { ...action, ...qrPath(action.text) } };
  return {
    ...answer,
    action: action.kind === 'jsapi' ? { kind: 'jsapi', params: { ...action.params } } : action,
  };
};
