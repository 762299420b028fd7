import type {
  Action,
  Channel,
  ChannelEnvironment,
  Purchase,
  Refund,
  RefundState,
  Trade,
} from '../../../platform/payment-channel.ts';
import { ChannelError } from '../../../platform/payment-channel.ts';
import { formatChinaTime } from '../china-time.ts';
import { formatFenAsYuan } from '../yuan.ts';
import { downloadBill, readStringField } from '../http.ts';
import { parseAlipayBill } from './bill.ts';
import { type AlipaySettings, callGateway, signParams } from './gateway.ts';
import { parseTrade, verifyNotice } from './notice.ts';
import { unzipFirstFile } from './unzip.ts';

const buildTradeContent = ({ tradeNo, amountFen, subject, expiresAt }: Purchase) => ({
  out_trade_no: tradeNo,
  total_amount: formatFenAsYuan(amountFen),
  subject,
  time_expire: formatChinaTime(expiresAt),
});

const isTradeMissingError = (error: unknown): boolean =>
  error instanceof ChannelError && error.code === 'ACQ.TRADE_NOT_EXIST';

/** Alipay account, and the environment of its requests. */
type Merchant = { settings: AlipaySettings; outside: ChannelEnvironment; notifyUrl: string };

const callAlipay = (
  { settings, outside }: Merchant,
  method: string,
  content: object,
  notifyUrl?: string,
) =>
  callGateway(settings, outside, {
    method,
    content,
    ...(notifyUrl === undefined ? {} : { notifyUrl }),
  });

const createTrade = async (merchant: Merchant, purchase: Purchase): Promise<Action> => {
  const { settings, outside, notifyUrl } = merchant;
  const content = buildTradeContent(purchase);
  if (purchase.scene === 'qr') {
    const precreated = await callAlipay(merchant, 'alipay.trade.precreate', content, notifyUrl);
    const text = readStringField(precreated, 'qr_code');
    if (text === '' || readStringField(precreated, 'out_trade_no') !== purchase.tradeNo)
      throw new ChannelError('alipay: the answer names no code', { isUnknown: true });
    return { kind: 'qr', text };
  }
  const { returnUrl, tradeNo: _tradeNo } = purchase;
  const params = signParams(settings, outside.now(), {
    method: 'alipay.trade.wap.pay',
    content: { ...content, product_code: 'QUICK_WAP_WAY', quit_url: returnUrl },
    notifyUrl,
    returnUrl,
  });
  return { kind: 'redirect', url: `${settings.gateway}?${params.toString()}` };
};

const queryTrade = async (merchant: Merchant, tradeNo: string): Promise<Trade> => {
  try {
    const node = await callAlipay(merchant, 'alipay.trade.query', { out_trade_no: tradeNo });
    const trade = parseTrade(readStringField(node, 'trade_status'), {
      channelTradeNo: readStringField(node, 'trade_no'),
      total: readStringField(node, 'total_amount'),
      paidAt: readStringField(node, 'send_pay_date'),
    });
    if (!trade || readStringField(node, 'out_trade_no') !== tradeNo)
      throw new ChannelError('alipay: the answer is about something else');
    return trade;
  } catch (error) {
    // The trade does not exist before the code is scanned.
    if (isTradeMissingError(error)) return { state: 'missing' };
    throw error;
  }
};

const queryRefund = async (
  merchant: Merchant,
  { tradeNo, refundNo }: Pick<Refund, 'tradeNo' | 'refundNo'>,
): Promise<RefundState> => {
  try {
    const content = { out_trade_no: tradeNo, out_request_no: refundNo };
    const node = await callAlipay(merchant, 'alipay.trade.fastpay.refund.query', content);
    const status = readStringField(node, 'refund_status');
    // Without a status the refund does not exist or is not done yet.
    return { state: status === 'REFUND_SUCCESS' ? 'done' : 'missing' };
  } catch (error) {
    if (isTradeMissingError(error)) return { state: 'missing' };
    throw error;
  }
};

const refundTrade = async (
  merchant: Merchant,
  { tradeNo, refundNo, amountFen, reason }: Refund,
): Promise<RefundState> => {
  const node = await callAlipay(merchant, 'alipay.trade.refund', {
    out_trade_no: tradeNo,
    out_request_no: refundNo,
    refund_amount: formatFenAsYuan(amountFen),
    refund_reason: reason,
  });
  // `N` means this request moved no money; an earlier one may have.
  if (readStringField(node, 'fund_change') === 'Y') return { state: 'done' };
  const queried = await queryRefund(merchant, { tradeNo, refundNo });
  return queried.state === 'missing' ? { state: 'pending' } : queried;
};

/**
 * Alipay's open platform: precreate (a QR code) on desktops, wap.pay in a phone's browser; RSA2.
 */
export const createAlipay = (
  settings: AlipaySettings,
  outside: ChannelEnvironment,
  notifyUrl: string,
): Channel => {
  const merchant: Merchant = { settings, outside, notifyUrl };
  return {
    name: 'alipay',
    create: (purchase) => createTrade(merchant, purchase),
    query: (tradeNo) => queryTrade(merchant, tradeNo),
    queryRefund: (refund) => queryRefund(merchant, refund),
    verify: (callback) => verifyNotice(settings, callback),
    buildAnswer: (isTaken) => ({
      status: 200,
      type: 'text/plain; charset=utf-8',
      body: isTaken ? 'success' : 'fail',
    }),
    close: async (tradeNo) => {
      await callAlipay(merchant, 'alipay.trade.close', { out_trade_no: tradeNo }).catch(
        (error: unknown) => {
          if (!isTradeMissingError(error)) throw error;
        },
      );
    },
    refund: (order) => refundTrade(merchant, order),
    fetchBill: async function* (day) {
      const node = await callAlipay(merchant, 'alipay.data.dataservice.bill.downloadurl.query', {
        bill_type: 'trade',
        bill_date: day,
      });
      yield* unzipFirstFile(downloadBill(outside, readStringField(node, 'bill_download_url')));
    },
    parseBill: parseAlipayBill,
  };
};
