import type { Ledger } from './ledger.ts';
import type { Trade, WechatPayOptions } from './options.ts';
import { toFen, listFields, createParameterError, createRefusal, getText } from './said.ts';
import type { Fields, Said } from './said.ts';
import { refundShape, describeTrade } from './shapes.ts';

export type Books = { options: WechatPayOptions; ledger: Ledger; now: () => number };

const isTradeNo = (text: string): boolean => /^[0-9A-Za-z_\-|*]{6,32}$/.test(text);

const TYPES = { native: 'NATIVE', h5: 'MWEB', jsapi: 'JSAPI' } as const;

type Wanted = Pick<
  Trade,
  | 'outTradeNo'
  | 'appid'
  | 'type'
  | 'description'
  | 'attach'
  | 'notifyUrl'
  | 'total'
  | 'openid'
  | 'expiresAt'
>;

const TWO_HOURS = 2 * 3_600_000;

const getExpiry = (value: unknown, now: number): number | null => {
  if (value === undefined) return now + TWO_HOURS;
  const isDate =
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+\d\d:\d\d$/.test(value);
  const at = isDate ? Date.parse(value) : Number.NaN;
  return at > now ? at : null;
};

const getWanted = (books: Books, kind: keyof typeof TYPES, asked: Fields): Wanted | Said => {
  const { options, now } = books;
  if (asked.mchid !== options.mchid) return createRefusal(400, 'MCH_NOT_EXISTS', '商户号不存在');
  const appid = getText(asked.appid, 32);
  if (!options.appids.includes(appid)) {
    return createRefusal(400, 'APPID_MCHID_NOT_MATCH', 'appid和mch_id不匹配');
  }
  const outTradeNo = getText(asked.out_trade_no, 32);
  if (!isTradeNo(outTradeNo))
    return createParameterError('/body/out_trade_no', '商户订单号格式错误');
  const description = getText(asked.description, 127);
  if (description === '') return createParameterError('/body/description', '商品描述缺失或过长');
  const notifyUrl = getText(asked.notify_url, 255);
  const isUrl = URL.canParse(notifyUrl) && new URL(notifyUrl).search === '';
  if (!isUrl) return createParameterError('/body/notify_url', '回调地址不能携带参数');
  const { total, currency = 'CNY' } = listFields(asked.amount);
  const fen = toFen(total);
  if (fen === null || currency !== 'CNY')
    return createParameterError('/body/amount/total', '金额错误');
  const expiresAt = getExpiry(asked.time_expire, now());
  if (expiresAt === null) return createParameterError('/body/time_expire', '交易结束时间错误');
  const openid = getText(listFields(asked.payer).openid, 128);
  if (kind === 'jsapi' && openid === '')
    return createParameterError('/body/payer/openid', '缺少openid');
  const scene = listFields(asked.scene_info);
  const isH5 =
    getText(scene.payer_client_ip, 45) !== '' && getText(listFields(scene.h5_info).type, 32) !== '';
  if (kind === 'h5' && !isH5) return createParameterError('/body/scene_info', '缺少场景信息');
  const attach = asked.attach === undefined ? null : getText(asked.attach, 128);
  return {
    outTradeNo,
    appid,
    type: TYPES[kind],
    description,
    attach,
    notifyUrl,
    total: fen,
    openid: kind === 'jsapi' ? openid : null,
    expiresAt,
  };
};

const isSame = (trade: Trade, wanted: Wanted): boolean =>
  trade.total === wanted.total &&
  trade.type === wanted.type &&
  trade.appid === wanted.appid &&
  trade.description === wanted.description &&
  trade.notifyUrl === wanted.notifyUrl &&
  trade.attach === wanted.attach;

const buildPaymentReply = (kind: keyof typeof TYPES, trade: Trade, origin: string): Said => {
  if (kind === 'jsapi') return { status: 200, body: { prepay_id: trade.prepayId } };
  if (kind === 'h5') {
    return { status: 200, body: { h5_url: `${origin}/h5/${trade.prepayId}` } };
  }
  return {
    status: 200,
    body: { code_url: `weixin://wxpay/bizpayurl?pr=${trade.prepayId.slice(-9)}` },
  };
};

/**
 * Creates an order. The same request again returns the same trade; a different one with the same
 * number is rejected.
 */
export const createOrder = (
  books: Books,
  kind: keyof typeof TYPES,
  asked: Fields,
  origin: string,
): Said => {
  const wanted = getWanted(books, kind, asked);
  if ('status' in wanted) return wanted;
  const { ledger, now } = books;
  const there = ledger.find(wanted.outTradeNo);
  if (there !== undefined) {
    if (there.state === 'SUCCESS' || there.state === 'REFUND') {
      return createRefusal(400, 'ORDERPAID', '该订单已支付');
    }
    if (there.state === 'CLOSED')
      return createRefusal(400, 'ORDER_CLOSED', '该订单已关闭，请重新下单');
    if (!isSame(there, wanted)) return createRefusal(403, 'OUT_TRADE_NO_USED', '商户订单号重复');
    return buildPaymentReply(kind, there, origin);
  }
  const trade: Trade = {
    ...wanted,
    paid: 0,
    state: 'NOTPAY',
    former: 'NOTPAY',
    transactionId: null,
    prepayId: ledger.newPrepay(),
    createdAt: now(),
    successAt: null,
    refunds: [],
  };
  ledger.trades.set(trade.outTradeNo, trade);
  return buildPaymentReply(kind, trade, origin);
};

const NO_ORDER = createRefusal(404, 'ORDER_NOT_EXIST', '订单不存在');

export const queryTrade = (
  { options, ledger }: Books,
  outTradeNo: string,
  mchid: string | null,
): Said => {
  if (mchid !== options.mchid) return createRefusal(400, 'PARAM_ERROR', '参数错误：mchid');
  const trade = ledger.find(outTradeNo);
  if (trade === undefined) return NO_ORDER;
  return {
    status: 200,
    body: describeTrade(trade, options.mchid),
    stale: describeTrade(trade, options.mchid, trade.former),
  };
};

export const closeTrade = ({ options, ledger }: Books, outTradeNo: string, asked: Fields): Said => {
  if (asked.mchid !== options.mchid) return createParameterError('/body/mchid', '商户号错误');
  const trade = ledger.find(outTradeNo);
  if (trade === undefined) return NO_ORDER;
  if (trade.state === 'SUCCESS' || trade.state === 'REFUND') {
    return createRefusal(400, 'ORDERPAID', '订单已支付');
  }
  if (trade.state === 'USERPAYING')
    return createRefusal(202, 'USERPAYING', '用户支付中，需要输入密码');
  if (trade.state === 'CLOSED') return createRefusal(400, 'ORDER_CLOSED', '订单已关闭');
  ledger.change(trade, 'CLOSED');
  return { status: 204, body: null };
};

/** Refunds once per `out_refund_no`; the same request again returns the same refund. */
export const refundTrade = ({ ledger }: Books, asked: Fields): Said => {
  const trade = [...ledger.trades.values()].find(
    (trade) =>
      (asked.out_trade_no !== undefined && trade.outTradeNo === asked.out_trade_no) ||
      (trade.transactionId !== null && trade.transactionId === asked.transaction_id),
  );
  const outRefundNo = getText(asked.out_refund_no, 64);
  if (outRefundNo === '') return createParameterError('/body/out_refund_no', '商户退款单号错误');
  if (trade === undefined) return createRefusal(404, 'RESOURCE_NOT_EXISTS', '订单不存在');
  const amount = listFields(asked.amount);
  const fen = toFen(amount.refund);
  const isFine = fen !== null && amount.total === trade.total && amount.currency === 'CNY';
  if (!isFine) return createParameterError('/body/amount', '退款金额、订单金额或币种错误');
  const there = ledger.refunds.get(outRefundNo);
  if (there !== undefined) {
    const isSameOne = there.outTradeNo === trade.outTradeNo && there.amount === fen;
    if (isSameOne) return { status: 200, body: refundShape(there, trade) };
    return createRefusal(400, 'PARAM_ERROR', '退款单号已存在，参数与之前不一致');
  }
  if (trade.successAt === null) return createRefusal(400, 'INVALID_REQUEST', '订单未支付');
  if (ledger.sumRefunded(trade) + fen > trade.paid) {
    return createRefusal(400, 'INVALID_REQUEST', '申请退款金额超过订单可退金额');
  }
  const notifyUrl = getText(asked.notify_url, 255) || null;
  const reason = getText(asked.reason, 80);
  const made = ledger.addRefund(trade, { outRefundNo, amount: fen, reason, notifyUrl });
  return { status: 200, body: refundShape(made, trade) };
};

export const queryRefund = ({ ledger }: Books, outRefundNo: string): Said => {
  const found = ledger.refunds.get(outRefundNo);
  const trade = found === undefined ? undefined : ledger.find(found.outTradeNo);
  if (found === undefined || trade === undefined) {
    return createRefusal(404, 'RESOURCE_NOT_EXISTS', '退款单不存在');
  }
  const body = refundShape(found, trade);
  return { status: 200, body, stale: { ...body, status: 'PROCESSING' } };
};
