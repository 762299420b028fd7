import { randomInt } from 'node:crypto';
import type { Refund, Trade, TradeState } from './options.ts';

const drawDigits = (count: number): string =>
  Array.from({ length: count }, () => randomInt(10)).join('');

/** The vendor's own ledger. */
// oxlint-disable-next-line house/function-length -- one ledger: its changes share the trades and refunds
export const createLedger = (now: () => number) => {
  const trades = new Map<string, Trade>();
  const refunds = new Map<string, Refund>();
  const changeState = (trade: Trade, state: TradeState): void => {
    trade.former = trade.state;
    trade.state = state;
  };
  /** The current state of a trade: unpaid ones close on expiry. */
  const findTrade = (outTradeNo: string): Trade | undefined => {
    const trade = trades.get(outTradeNo);
    if (trade?.state === 'NOTPAY' && now() >= trade.expiresAt) changeState(trade, 'CLOSED');
    return trade;
  };
  const requireTrade = (outTradeNo: string): Trade => {
    const trade = findTrade(outTradeNo);
    if (trade === undefined) throw new Error(`no trade ${outTradeNo}`);
    return trade;
  };
  return {
    trades,
    refunds,
    find: findTrade,
    must: requireTrade,
    change: changeState,
    newPrepay: (): string => `wx${drawDigits(34)}`,
    pay: (outTradeNo: string, paid: number, openid: string): Trade => {
      const trade = requireTrade(outTradeNo);
      if (trade.state !== 'NOTPAY' && trade.state !== 'USERPAYING' && trade.state !== 'PAYERROR') {
        throw new Error(`${outTradeNo} is ${trade.state}`);
      }
      trade.paid = paid;
      trade.openid ??= openid;
      trade.transactionId = `42000${drawDigits(23)}`;
      trade.successAt = now();
      changeState(trade, 'SUCCESS');
      return trade;
    },
    sumRefunded: (trade: Trade): number =>
      trade.refunds
        .filter(({ status }) => status === 'SUCCESS' || status === 'PROCESSING')
        .reduce((sum, { amount }) => sum + amount, 0),
    addRefund: (
      trade: Trade,
      asked: Pick<Refund, 'outRefundNo' | 'amount' | 'reason' | 'notifyUrl'>,
    ): Refund => {
      const refund: Refund = {
        ...asked,
        refundId: `50300${drawDigits(23)}`,
        outTradeNo: trade.outTradeNo,
        status: 'PROCESSING',
        createdAt: now(),
        successAt: null,
      };
      trade.refunds.push(refund);
      refunds.set(refund.outRefundNo, refund);
      if (trade.state !== 'REFUND') changeState(trade, 'REFUND');
      return refund;
    },
    finishRefund: (outRefundNo: string, status: 'SUCCESS' | 'CLOSED' | 'ABNORMAL'): Refund => {
      const refund = refunds.get(outRefundNo);
      if (refund === undefined) throw new Error(`no refund ${outRefundNo}`);
      refund.status = status;
      refund.successAt = status === 'SUCCESS' ? now() : null;
      return refund;
    },
  };
};

export type Ledger = ReturnType<typeof createLedger>;
