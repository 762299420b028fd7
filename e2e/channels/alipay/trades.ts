import { randomInt } from 'node:crypto';
import { formatBeijingTime } from '../works/clock.ts';
import type { AlipayOptions, Trade, TradeStatus } from './options.ts';
import { toFen, formatYuan } from './signing.ts';

export type Fields = Record<string, unknown>;
export type Said = { node: Fields; stale?: Fields };

export const createOkReply = (more: Fields, stale?: Fields): Said => {
  const node = { code: '10000', msg: 'Success', ...more };
  return stale === undefined ? { node } : { node, stale: { ...node, ...stale } };
};

const MESSAGES: Record<string, string> = {
  '20000': 'Service Currently Unavailable',
  '40001': 'Missing Required Arguments',
  '40002': 'Invalid Arguments',
  '40004': 'Business Failed',
};

export const refuseTrade = (subCode: string, subMsg: string, code = '40004'): Said => ({
  node: {
    code,
    msg: MESSAGES[code] ?? '',
    sub_code: subCode,
    sub_msg: subMsg,
  },
});

const NO_TRADE = refuseTrade('ACQ.TRADE_NOT_EXIST', '交易不存在');
const INVALID = refuseTrade('ACQ.INVALID_PARAMETER', '参数无效');

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

const UNITS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

const getExpiry = (asked: Fields, now: number): number | null => {
  const until = toText(asked.time_expire);
  if (until !== '') {
    const at = Date.parse(`${until.replace(' ', 'T')}+08:00`);
    return at > now ? at : null;
  }
  const express = toText(asked.timeout_express) || '15d';
  const unit = UNITS[express.slice(-1)];
  const many = Number(express.slice(0, -1));
  return unit !== undefined && Number.isInteger(many) && many > 0 ? now + many * unit : null;
};

/** The vendor's own ledger. */
export const createLedger = (options: AlipayOptions) => {
  const now = options.now ?? Date.now;
  const trades = new Map<string, Trade>();
  const changeStatus = (trade: Trade, status: TradeStatus): void => {
    trade.former = trade.status;
    trade.status = status;
  };
  const findTrade = (outTradeNo: string): Trade | undefined => {
    const trade = trades.get(outTradeNo);
    const isLate = trade?.status === 'WAIT_BUYER_PAY' && now() >= trade.expiresAt;
    if (trade !== undefined && isLate) changeStatus(trade, 'TRADE_CLOSED');
    return trade;
  };
  const requireTrade = (outTradeNo: string): Trade => {
    const trade = findTrade(outTradeNo);
    if (trade === undefined) throw new Error(`no trade ${outTradeNo}`);
    return trade;
  };
  const findAskedTrade = (biz: Fields): Trade | undefined =>
    findTrade(toText(biz.out_trade_no)) ??
    [...trades.values()].find(({ tradeNo }) => tradeNo === biz.trade_no);
  return {
    now,
    trades,
    change: changeStatus,
    find: findTrade,
    must: requireTrade,
    asked: findAskedTrade,
  };
};

export type Ledger = ReturnType<typeof createLedger>;

/** Creates a trade, or returns the existing one when it is the same. */
export const createTrade = (
  ledger: Ledger,
  biz: Fields,
  urls: Pick<Trade, 'notifyUrl' | 'returnUrl'>,
): Trade | Said => {
  const outTradeNo = toText(biz.out_trade_no);
  const total = toFen(biz.total_amount);
  const subject = toText(biz.subject);
  const expiresAt = getExpiry(biz, ledger.now());
  const isFine = /^[0-9A-Za-z_]{1,64}$/.test(outTradeNo) && subject !== '' && subject.length <= 256;
  if (!isFine || total === null || expiresAt === null) return INVALID;
  const there = ledger.find(outTradeNo);
  if (there === undefined) {
    const trade: Trade = {
      ...urls,
      outTradeNo,
      tradeNo: `20260000${Array.from({ length: 20 }, () => randomInt(10)).join('')}`,
      subject,
      total,
      paid: 0,
      isScanned: false,
      status: 'WAIT_BUYER_PAY',
      former: 'WAIT_BUYER_PAY',
      createdAt: ledger.now(),
      expiresAt,
      paidAt: null,
      refunds: [],
    };
    ledger.trades.set(outTradeNo, trade);
    return trade;
  }
  if (there.status === 'TRADE_CLOSED') return refuseTrade('ACQ.TRADE_HAS_CLOSE', '交易已经关闭');
  if (there.status !== 'WAIT_BUYER_PAY')
    return refuseTrade('ACQ.TRADE_HAS_SUCCESS', '交易已被支付');
  const isSame = there.total === total && there.subject === subject;
  return isSame ? there : refuseTrade('ACQ.CONTEXT_INCONSISTENT', '交易信息被篡改');
};

const sumRefunds = ({ refunds }: Trade): number =>
  refunds.reduce((sum, { amount }) => sum + amount, 0);

export const queryTrade = (ledger: Ledger, biz: Fields): Said => {
  const trade = ledger.asked(biz);
  if (trade === undefined || !trade.isScanned) return NO_TRADE;
  const dates = trade.paidAt === null ? {} : { send_pay_date: formatBeijingTime(trade.paidAt) };
  const facts = {
    buyer_logon_id: 'std***@example.com',
    out_trade_no: trade.outTradeNo,
    trade_no: trade.tradeNo,
    total_amount: formatYuan(trade.total),
    buyer_pay_amount: formatYuan(trade.paid),
    receipt_amount: formatYuan(trade.paid),
    trade_status: trade.status,
    ...dates,
  };
  return createOkReply(facts, { trade_status: trade.former });
};

export const closeTrade = (ledger: Ledger, biz: Fields): Said => {
  const trade = ledger.asked(biz);
  if (trade === undefined || !trade.isScanned) return NO_TRADE;
  if (trade.status !== 'WAIT_BUYER_PAY') {
    return refuseTrade('ACQ.TRADE_STATUS_ERROR', '交易状态不合法');
  }
  ledger.change(trade, 'TRADE_CLOSED');
  return createOkReply({ out_trade_no: trade.outTradeNo, trade_no: trade.tradeNo });
};

/** Closes an unpaid trade and refunds a paid one; idempotent. */
export const cancelTrade = (ledger: Ledger, biz: Fields): Said => {
  const trade = ledger.asked(biz);
  if (trade === undefined)
    return createOkReply({ out_trade_no: biz.out_trade_no, retry_flag: 'N' });
  const isPaid = trade.status === 'TRADE_SUCCESS';
  if (isPaid) {
    const amount = trade.paid - sumRefunds(trade);
    trade.refunds.push({ outRequestNo: 'cancel', amount, at: ledger.now() });
  }
  if (trade.status !== 'TRADE_CLOSED') ledger.change(trade, 'TRADE_CLOSED');
  const { outTradeNo, tradeNo } = trade;
  const action = isPaid ? 'refund' : 'close';
  return createOkReply({ out_trade_no: outTradeNo, trade_no: tradeNo, retry_flag: 'N', action });
};

export const refundTrade = (ledger: Ledger, biz: Fields): Said => {
  const trade = ledger.asked(biz);
  const amount = toFen(biz.refund_amount);
  if (trade === undefined) return NO_TRADE;
  if (amount === null) return INVALID;
  const outRequestNo = toText(biz.out_request_no);
  if (outRequestNo === '' && amount !== trade.paid) return INVALID;
  const number = outRequestNo || trade.outTradeNo;
  const there = trade.refunds.find((refund) => refund.outRequestNo === number);
  if (there !== undefined && there.amount !== amount) {
    return refuseTrade('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL', '退款金额与之前不一致');
  }
  if (there === undefined) {
    if (trade.paidAt === null) return refuseTrade('ACQ.TRADE_STATUS_ERROR', '交易状态不合法');
    if (trade.status === 'TRADE_FINISHED')
      return refuseTrade('ACQ.TRADE_HAS_FINISHED', '交易已完结');
    if (sumRefunds(trade) + amount > trade.paid) {
      return refuseTrade('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL', '退款金额超限');
    }
    trade.refunds.push({ outRequestNo: number, amount, at: ledger.now() });
    if (sumRefunds(trade) === trade.paid) ledger.change(trade, 'TRADE_CLOSED');
  }
  return createOkReply({
    out_trade_no: trade.outTradeNo,
    trade_no: trade.tradeNo,
    refund_fee: formatYuan(sumRefunds(trade)),
    fund_change: there === undefined ? 'Y' : 'N',
  });
};

/** An unknown request is no error: the response has no `refund_status`. */
export const queryRefund = (ledger: Ledger, biz: Fields): Said => {
  const trade = ledger.asked(biz);
  if (trade === undefined) return NO_TRADE;
  const refund = trade.refunds.find((item) => item.outRequestNo === biz.out_request_no);
  if (refund === undefined) return createOkReply({});
  return createOkReply({
    out_trade_no: trade.outTradeNo,
    trade_no: trade.tradeNo,
    out_request_no: refund.outRequestNo,
    refund_amount: formatYuan(refund.amount),
    total_amount: formatYuan(trade.total),
    refund_status: 'REFUND_SUCCESS',
    gmt_refund_pay: formatBeijingTime(refund.at),
  });
};
