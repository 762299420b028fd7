import type { Action, Channel, Outside, Purchase, RefundStand, Trade } from '../channel.ts';
import { ChannelError } from '../channel.ts';
import { chinaTime } from '../china-time.ts';
import { yuanOfFen } from '../fen.ts';
import { download, textIn } from '../http.ts';
import { alipayRows } from './bill.ts';
import { type AlipaySettings, callGateway, signedParams } from './gateway.ts';
import { getTrade, verifyNotice } from './notice.ts';
import { unzipped } from './unzip.ts';

const getContent = ({ tradeNo, amountFen, subject, expiresAt }: Purchase) => ({
  out_trade_no: tradeNo,
  total_amount: yuanOfFen(amountFen),
  subject,
  time_expire: chinaTime(expiresAt),
});

const isMissing = (error: unknown): boolean =>
  error instanceof ChannelError && error.code === 'ACQ.TRADE_NOT_EXIST';

/** Alipay's open platform: precreate (a QR code) on desktops, wap.pay in a phone's browser; RSA2. */
export const createAlipay = (
  settings: AlipaySettings,
  outside: Outside,
  notifyUrl: string,
): Channel => {
  const call = (method: string, content: object, withNotify = false) =>
    callGateway(settings, outside, { method, content, ...(withNotify ? { notifyUrl } : {}) });

  const create = async (purchase: Purchase): Promise<Action> => {
    const content = getContent(purchase);
    if (purchase.scene === 'qr') {
      const made = await call('alipay.trade.precreate', content, true);
      const text = textIn(made, 'qr_code');
      if (text === '' || textIn(made, 'out_trade_no') !== purchase.tradeNo)
        throw new ChannelError('alipay: the answer names no code', { isUnknown: true });
      return { kind: 'qr', text };
    }
    const { returnUrl, tradeNo: _tradeNo } = purchase;
    const params = signedParams(settings, outside.now(), {
      method: 'alipay.trade.wap.pay',
      content: { ...content, product_code: 'QUICK_WAP_WAY', quit_url: returnUrl },
      notifyUrl,
      returnUrl,
    });
    return { kind: 'redirect', url: `${settings.gateway}?${params.toString()}` };
  };

  const query = async (tradeNo: string): Promise<Trade> => {
    try {
      const node = await call('alipay.trade.query', { out_trade_no: tradeNo });
      const trade = getTrade(textIn(node, 'trade_status'), {
        channelTradeNo: textIn(node, 'trade_no'),
        total: textIn(node, 'total_amount'),
        paidAt: textIn(node, 'send_pay_date'),
      });
      if (!trade || textIn(node, 'out_trade_no') !== tradeNo)
        throw new ChannelError('alipay: the answer is about something else');
      return trade;
    } catch (error) {
      // Before the code is scanned there is no trade.
      if (isMissing(error)) return { state: 'missing' };
      throw error;
    }
  };

  const queryRefund: Channel['queryRefund'] = async ({ tradeNo, refundNo }) => {
    try {
      const content = { out_trade_no: tradeNo, out_request_no: refundNo };
      const node = await call('alipay.trade.fastpay.refund.query', content);
      const status = textIn(node, 'refund_status');
      // Without a status there is no such refund, or it has not been done yet.
      return { state: status === 'REFUND_SUCCESS' ? 'done' : 'missing' };
    } catch (error) {
      if (isMissing(error)) return { state: 'missing' };
      throw error;
    }
  };

  return {
    name: 'alipay',
    create,
    query,
    queryRefund,
    verify: (callback) => verifyNotice(settings, callback),
    answer: (isTaken) => ({
      status: 200,
      type: 'text/plain; charset=utf-8',
      body: isTaken ? 'success' : 'fail',
    }),
    close: async (tradeNo) => {
      await call('alipay.trade.close', { out_trade_no: tradeNo }).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    },
    refund: async ({ tradeNo, refundNo, amountFen, reason }): Promise<RefundStand> => {
      const node = await call('alipay.trade.refund', {
        out_trade_no: tradeNo,
        out_request_no: refundNo,
        refund_amount: yuanOfFen(amountFen),
        refund_reason: reason,
      });
      // `N`: nothing moved by this very request; an earlier one may have done it.
      if (textIn(node, 'fund_change') === 'Y') return { state: 'done' };
      const asked = await queryRefund({ tradeNo, refundNo });
      return asked.state === 'missing' ? { state: 'pending' } : asked;
    },
    bill: async function* (day) {
      const node = await call('alipay.data.dataservice.bill.downloadurl.query', {
        bill_type: 'trade',
        bill_date: day,
      });
      yield* unzipped(download(outside, textIn(node, 'bill_download_url')));
    },
    billRows: alipayRows,
  };
};
