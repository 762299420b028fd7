import type { CallOutput } from '@yunbiao/contract';
import { lockMemberRow, runTransaction, type Tx } from '@yunbiao/db';
import { recordAudit } from '../../identity/audit/audit.ts';
import { type Action, type Channel, ChannelError, type Scene } from '../channel/index.ts';
import {
  createConflictError,
  createInvalidInputError,
  ServiceError,
} from '../../platform/errors.ts';
import { getOwnOrder } from '../money/orders/order-own.ts';
import type { OrderRow } from '../money/orders/order-state.ts';
import { computeExpiryAfterChange, isPaymentMethodOffered } from '../money/payment-methods.ts';
import type { PaymentRow } from '../money/payments.ts';
import { toIso } from '../../platform/time.ts';
import { buildOrderPageUrl, type PayRequest, resolvePayer } from './payer.ts';
import { buildQrPath } from './qr-path.ts';
import { computePaymentQueryDelay } from './query-payment.ts';

type StartRequest = PayRequest & {
  /** Network address of the payer; null when unknown. */
  address: string | null;
};

/** Attempts per order. The attempt number has two digits. */
const MAX_ATTEMPTS = 60;

const resolvePaymentScene = (
  { payType, scene }: StartRequest['input'],
  openId: string | null,
): Scene => {
  if (scene === 'desktop') return 'qr';
  if (scene === 'phone') return 'phone';
  // Alipay does not open inside WeChat. WeChat pays directly only with a known openid.
  return payType === 'wechat' && openId !== null ? 'wechat' : 'qr';
};

/** Stores a changed payment method and closes the other attempts at their channels. */
const storeMethodAndCloseOtherAttempts = async (
  { ctx, input }: StartRequest,
  tx: Tx,
  order: OrderRow,
): Promise<OrderRow> => {
  const now = ctx.now();
  if (order.pay_type === input.payType) return order;
  const changedOrder = await tx
    .updateTable('member_order')
    .set({
      pay_type: input.payType,
      expires_at: computeExpiryAfterChange(order, input.payType, now),
    })
    .where('id', '=', order.id)
    .where('state', '=', 'pending')
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordAudit({
    ctx,
    tx,
    action: 'order.way',
    subject: `order:${order.id}`,
    detail: { from: order.pay_type, to: input.payType },
  });
  return changedOrder;
};

const scheduleClosingOtherAttempts = async (
  tx: Tx,
  order: OrderRow,
  keep: number | null,
  now: number,
) => {
  await tx
    .updateTable('payment')
    .set({ state: 'closing', next_at: now })
    .where('order_id', '=', order.id)
    .where('state', '=', 'open')
    .$if(keep !== null, (query) => query.where('id', '!=', keep ?? 0))
    .execute();
};

/** Returns the open attempt of this scene, or creates one. @throws 409 after too many attempts */
const getOrCreatePaymentAttempt = async (
  { ctx, input }: StartRequest,
  tx: Tx,
  order: OrderRow,
  scene: Scene,
): Promise<PaymentRow> => {
  const attempts = await tx
    .selectFrom('payment')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('id', 'desc')
    .execute();
  const sameAttempt = attempts.find(
    (attempt) =>
      attempt.state === 'open' && attempt.channel === input.payType && attempt.scene === scene,
  );
  if (sameAttempt && sameAttempt.expires_at === order.expires_at) return sameAttempt;
  if (attempts.length >= MAX_ATTEMPTS)
    throw createConflictError('这笔订单试的次数太多了，取消它，重新下一单');
  const now = ctx.now();
  return tx
    .insertInto('payment')
    .values({
      order_id: order.id,
      channel: input.payType,
      scene,
      trade_no: `${order.order_no}P${attempts.length + 1}`,
      channel_trade_no: '',
      action: '',
      state: 'open',
      amount_fen: order.pay_fen,
      queries: 0,
      next_at: now + computePaymentQueryDelay(0),
      last_query_at: null,
      created_at: now,
      expires_at: order.expires_at,
      paid_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
};

/**
 * Stores the attempt before any request to a channel. `scene` is null when no channel is used, or
 * not yet.
 */
const storePaymentAttempt = (request: StartRequest, scene: Scene | null) =>
  runTransaction(request.ctx.db, async (tx) => {
    const { ctx, memberId, softwareId, input } = request;
    await lockMemberRow(tx, memberId);
    const foundOrder = await getOwnOrder(tx, { id: input.id, memberId, softwareId });
    if (foundOrder.state === 'paid') throw createConflictError('这笔订单已经付款了');
    if (foundOrder.state !== 'pending' || foundOrder.expires_at <= ctx.now())
      throw createConflictError('这笔订单已经关闭，请重新下一单');
    const order = await storeMethodAndCloseOtherAttempts(request, tx, foundOrder);
    const payment =
      scene === null ? null : await getOrCreatePaymentAttempt(request, tx, order, scene);
    await scheduleClosingOtherAttempts(tx, order, payment?.id ?? null, ctx.now());
    return { order, payment };
  });

const CHANNEL_WORDS = { alipay: '支付宝', wechat: '微信支付', sandbox: '演示收银台' } as const;

type PreparedAttempt = {
  channel: Channel;
  order: OrderRow;
  payment: PaymentRow;
  openId: string | null;
  returnUrl: string;
};

/**
 * Action for the browser to pay. The attempt is stored before the request, so a lost answer can be
 * requested again.
 */
const getOrCreatePaymentAction = async (
  { ctx, address }: StartRequest,
  { channel, order, payment, openId, returnUrl }: PreparedAttempt,
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
    // A QR code stays valid until it expires. URLs and parameters are valid only for minutes.
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
    throw new ServiceError(503, `${name}现在没有接上，请稍后重试，或换一种方式付款`, {
      retryAfter: 10,
    });
  }
};

type Answer = CallOutput<'orderPay'> & {
  /** Secret for the browser that binds the return from WeChat to it. */
  browser?: string;
};

/**
 * Starts paying an order through a channel, or continues the open attempt. The payment method may
 * differ from the ordered one.
 * @throws 400 for an unavailable payment method; 404; 409 if the order is paid or closed; 503 if
 * the channel cannot be reached
 */
export const startPayment = async (request: StartRequest): Promise<Answer> => {
  const { ctx, input } = request;
  if (!isPaymentMethodOffered(ctx, input.payType))
    throw createInvalidInputError({ payType: '这种付款方式还没有开通' });
  const page = await buildOrderPageUrl(request);
  const payer = await resolvePayer(request, page.pathname + page.search);
  const openId = 'openId' in payer ? payer.openId : null;
  const isLater = 'url' in payer || input.payType === 'offline';
  const { order, payment } = await storePaymentAttempt(
    request,
    isLater ? null : resolvePaymentScene(input, openId),
  );
  const answer = { orderNo: order.order_no, expiresAt: toIso(order.expires_at) };
  if ('url' in payer) {
    const { url, browser } = payer;
    return { ...answer, browser, action: { kind: 'redirect', url } };
  }
  const channel = input.payType === 'offline' ? undefined : ctx.channels?.[input.payType];
  if (!payment || !channel) return { ...answer, action: { kind: 'transfer' } };
  const startedPayment = { channel, order, payment, openId, returnUrl: page.href };
  const action = await getOrCreatePaymentAction(request, startedPayment);
  if (action.kind === 'qr')
    return { ...answer, action: { ...action, ...buildQrPath(action.text) } };
  return {
    ...answer,
    action: action.kind === 'jsapi' ? { kind: 'jsapi', params: { ...action.params } } : action,
  };
};
