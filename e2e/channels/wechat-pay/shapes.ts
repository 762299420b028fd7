import { formatRfc3339 } from '../works/clock.ts';
import type { Refund, Trade, TradeState } from './options.ts';

const DESCRIPTION: Record<TradeState, string> = {
  NOTPAY: '订单未支付',
  SUCCESS: '支付成功',
  REFUND: '订单发生过退款，退款详情请查询退款单',
  CLOSED: '订单已关闭',
  USERPAYING: '用户支付中',
  PAYERROR: '支付失败',
};

/** A trade in queries and notifications. */
export const describeTrade = (trade: Trade, mchid: string, state = trade.state) => {
  const isPaid = state === 'SUCCESS' || state === 'REFUND';
  const paid =
    isPaid && trade.successAt !== null
      ? {
          transaction_id: trade.transactionId,
          bank_type: 'OTHERS',
          success_time: formatRfc3339(trade.successAt),
          payer: { openid: trade.openid },
          amount: {
            total: trade.total,
            payer_total: trade.paid,
            currency: 'CNY',
            payer_currency: 'CNY',
          },
        }
      : { amount: { total: trade.total, currency: 'CNY' } };
  return {
    appid: trade.appid,
    mchid,
    out_trade_no: trade.outTradeNo,
    trade_type: trade.type,
    trade_state: state,
    trade_state_desc: DESCRIPTION[state],
    attach: trade.attach ?? '',
    ...paid,
  };
};

/** A refund in its query and its request. */
export const refundShape = (refund: Refund, trade: Trade) => ({
  refund_id: refund.refundId,
  out_refund_no: refund.outRefundNo,
  transaction_id: trade.transactionId,
  out_trade_no: trade.outTradeNo,
  channel: 'ORIGINAL',
  user_received_account: '支付用户零钱',
  ...(refund.successAt === null ? {} : { success_time: formatRfc3339(refund.successAt) }),
  create_time: formatRfc3339(refund.createdAt),
  status: refund.status,
  funds_account: 'AVAILABLE',
  amount: {
    total: trade.total,
    refund: refund.amount,
    payer_total: trade.paid,
    payer_refund: refund.amount,
    settlement_refund: refund.amount,
    settlement_total: trade.paid,
    discount_refund: 0,
    currency: 'CNY',
  },
});

/** A refund in its notification: the names differ from the query's. */
export const refundNotice = (refund: Refund, trade: Trade, mchid: string) => ({
  mchid,
  out_trade_no: trade.outTradeNo,
  transaction_id: trade.transactionId,
  out_refund_no: refund.outRefundNo,
  refund_id: refund.refundId,
  refund_status: refund.status,
  ...(refund.successAt === null ? {} : { success_time: formatRfc3339(refund.successAt) }),
  user_received_account: '支付用户零钱',
  amount: {
    total: trade.total,
    refund: refund.amount,
    payer_total: trade.paid,
    payer_refund: refund.amount,
  },
});
