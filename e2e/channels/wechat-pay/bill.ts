import { formatBeijingTime, getDay } from '../works/clock.ts';
import type { Refund, Trade, WechatPayOptions } from './options.ts';
import type { Ledger } from './ledger.ts';

const COLUMNS =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注';

const TOTALS =
  '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额';

const formatYuan = (fen: number): string => (fen / 100).toFixed(2);

/** Each value follows a backtick, which prevents rounding in spreadsheets. */
const formatLine = (values: string[]): string =>
  values.map((value) => `\`${value.replaceAll(',', ' ').replaceAll('\n', ' ')}`).join(',');

const FEE = 0.006;

const computeFee = (fen: number): string => ((fen * FEE) / 100).toFixed(5);

const formatRow = (mchid: string, trade: Trade, refund: Refund | null): string =>
  formatLine([
    formatBeijingTime((refund?.successAt ?? trade.successAt) || 0),
    trade.appid,
    mchid,
    '0',
    '',
    trade.transactionId ?? '',
    trade.outTradeNo,
    trade.openid ?? '',
    trade.type,
    refund === null ? 'SUCCESS' : 'REFUND',
    'OTHERS',
    'CNY',
    refund === null ? formatYuan(trade.paid) : '0.00',
    '0.00',
    refund?.refundId ?? '0',
    refund?.outRefundNo ?? '0',
    refund === null ? '0.00' : formatYuan(refund.amount),
    '0.00',
    refund === null ? '' : 'ORIGINAL',
    refund === null ? '' : refund.status,
    trade.description,
    trade.attach ?? '',
    refund === null ? computeFee(trade.paid) : `-${computeFee(refund.amount)}`,
    '0.60%',
    refund === null ? formatYuan(trade.total) : '0.00',
    refund === null ? '0.00' : formatYuan(refund.amount),
    '',
  ]);

/** The trade bill of a day in Beijing; null when the day had no trades. */
export const buildTradeBill = (
  ledger: Ledger,
  options: WechatPayOptions,
  day: string,
): string | null => {
  const isOnDay = (at: number | null): boolean => at !== null && getDay(at) === day;
  const trades = [...ledger.trades.values()];
  const paid = trades.filter(({ successAt }) => isOnDay(successAt));
  const back = trades.flatMap((trade) =>
    trade.refunds
      .filter(({ successAt }) => isOnDay(successAt))
      .map((refund) => ({ trade, refund })),
  );
  if (paid.length + back.length === 0) return null;
  const sumNumbers = (list: number[]): number => list.reduce((all, item) => all + item, 0);
  const settled = sumNumbers(paid.map((trade) => trade.paid));
  const refunded = sumNumbers(back.map(({ refund }) => refund.amount));
  const totals = formatLine([
    String(paid.length + back.length),
    formatYuan(settled),
    formatYuan(refunded),
    '0.00',
    computeFee(settled - refunded),
    formatYuan(sumNumbers(paid.map(({ total }) => total))),
    formatYuan(refunded),
  ]);
  const rows = [
    ...paid.map((trade) => formatRow(options.mchid, trade, null)),
    ...back.map(({ trade, refund }) => formatRow(options.mchid, trade, refund)),
  ];
  return `\uFEFF${[COLUMNS, ...rows, TOTALS, totals].join('\r\n')}\r\n`;
};
