import {
  type Action,
  type Channel,
  ChannelError,
  Forged,
  type Outside,
  type Purchase,
  type RefundStand,
  type Trade,
} from '../channel.ts';
import { chinaInstant } from '../china-time.ts';
import { download, textIn } from '../http.ts';
import { createWechatApi, type WechatApi } from './api.ts';
import { wechatRows } from './bill.ts';
import { checkOurs, getTrade, verifyNotice } from './notice.ts';
import type { WechatPaySettings } from './settings.ts';
import { nonce, rsaSign } from './sign.ts';

const isCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof ChannelError && codes.includes(error.code);

/** Both spellings are in the manual. */
const isMissing = (error: unknown): boolean => isCode(error, 'ORDER_NOT_EXIST', 'ORDERNOTEXIST');

const REFUND_STATES: Readonly<Record<string, RefundStand['state']>> = {
  SUCCESS: 'done',
  PROCESSING: 'pending',
  CLOSED: 'failed',
  ABNORMAL: 'failed',
};

const getRefund = (answer: Readonly<Record<string, unknown>>, refundNo: string): RefundStand => {
  const state = REFUND_STATES[textIn(answer, 'status')];
  if (!state || textIn(answer, 'out_refund_no') !== refundNo)
    throw new ChannelError('wechat pay: the answer is about something else', { isUnknown: true });
  return { state };
};

/** What WeChat's own browser pays with: `WeixinJSBridge` takes these. */
const getJsapi = (settings: WechatPaySettings, now: number, prepayId: string): Action => {
  const params = {
    appId: settings.appId,
    timeStamp: String(Math.floor(now / 1_000)),
    nonceStr: nonce(),
    package: `prepay_id=${prepayId}`,
  };
  const paySign = rsaSign(
    [params.appId, params.timeStamp, params.nonceStr, params.package],
    settings.privateKey,
  );
  return { kind: 'jsapi', params: { ...params, signType: 'RSA', paySign } };
};

const WAYS = { qr: 'native', phone: 'h5', wechat: 'jsapi' } as const;

const createWith =
  (settings: WechatPaySettings, outside: Outside, api: WechatApi, notifyUrl: string) =>
  async (purchase: Purchase): Promise<Action> => {
    const { scene, tradeNo, subject, amountFen, expiresAt, address, openId, returnUrl } = purchase;
    if (scene === 'wechat' && !openId) throw new ChannelError('wechat pay: no openid');
    const answer = await api.call('POST', `/v3/pay/transactions/${WAYS[scene]}`, {
      appid: settings.appId,
      mchid: settings.mchId,
      description: subject,
      out_trade_no: tradeNo,
      time_expire: chinaInstant(expiresAt),
      notify_url: notifyUrl,
      amount: { total: amountFen, currency: 'CNY' },
      ...(scene === 'wechat' ? { payer: { openid: openId } } : {}),
      ...(scene === 'phone'
        ? { scene_info: { payer_client_ip: address, h5_info: { type: 'Wap' } } }
        : {}),
    });
    const [code, h5, prepayId] = ['code_url', 'h5_url', 'prepay_id'].map((one) =>
      textIn(answer, one),
    );
    if (scene === 'qr' && code) return { kind: 'qr', text: code };
    if (scene === 'phone' && h5)
      return { kind: 'redirect', url: `${h5}&redirect_url=${encodeURIComponent(returnUrl)}` };
    if (scene === 'wechat' && prepayId) return getJsapi(settings, outside.now(), prepayId);
    throw new ChannelError('wechat pay: the answer names no way to pay', { isUnknown: true });
  };

/** WeChat Pay, API v3: native (a QR code), H5 in a phone's browser, JSAPI inside WeChat. */
export const createWechatPay = (
  settings: WechatPaySettings,
  outside: Outside,
  notifyUrl: string,
): Channel => {
  const api = createWechatApi(settings, outside);
  const ofTrade = (tradeNo: string): string => `/v3/pay/transactions/out-trade-no/${tradeNo}`;

  const query = async (tradeNo: string): Promise<Trade> => {
    try {
      const answer = await api.call('GET', `${ofTrade(tradeNo)}?mchid=${settings.mchId}`);
      checkOurs(settings, answer);
      const trade = getTrade(answer);
      if (!trade || textIn(answer, 'out_trade_no') !== tradeNo)
        throw new ChannelError('wechat pay: the answer is about something else');
      return trade;
    } catch (error) {
      if (error instanceof Forged) throw new ChannelError('wechat pay: another merchant’s trade');
      if (isMissing(error)) return { state: 'missing' };
      throw error;
    }
  };

  return {
    name: 'wechat',
    payerAppid: settings.appId,
    create: createWith(settings, outside, api, notifyUrl),
    query,
    verify: (callback) => verifyNotice(settings, api.keys, outside.now(), callback),
    answer: (isTaken) =>
      isTaken
        ? { status: 204, type: '', body: '' }
        : {
            status: 500,
            type: 'application/json; charset=utf-8',
            body: '{"code":"FAIL","message":"refused"}',
          },
    close: async (tradeNo) => {
      const content = { mchid: settings.mchId };
      await api.call('POST', `${ofTrade(tradeNo)}/close`, content).catch((error: unknown) => {
        if (!isCode(error, 'ORDER_CLOSED', 'ORDERCLOSED') && !isMissing(error)) throw error;
      });
    },
    refund: async ({ tradeNo, refundNo, amountFen, totalFen, reason }) =>
      getRefund(
        await api.call('POST', '/v3/refund/domestic/refunds', {
          out_trade_no: tradeNo,
          out_refund_no: refundNo,
          reason,
          notify_url: notifyUrl,
          amount: { refund: amountFen, total: totalFen, currency: 'CNY' },
        }),
        refundNo,
      ),
    queryRefund: async ({ refundNo }) => {
      try {
        const answer = await api.call('GET', `/v3/refund/domestic/refunds/${refundNo}`);
        return getRefund(answer, refundNo);
      } catch (error) {
        if (isCode(error, 'RESOURCE_NOT_EXISTS')) return { state: 'missing' };
        throw error;
      }
    },
    bill: async function* (day) {
      const asked = `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL`;
      const url = textIn(await api.call('GET', asked), 'download_url');
      if (!URL.canParse(url)) throw new ChannelError('wechat pay: the answer names no bill');
      const { pathname, search } = new URL(url);
      const Authorization = api.authorize('GET', pathname + search);
      yield* download(outside, url, { headers: { Authorization, 'User-Agent': 'yunbiao' } });
    },
    billRows: wechatRows,
  };
};
