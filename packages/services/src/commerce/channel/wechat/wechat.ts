import {
  type Action,
  type Channel,
  ChannelError,
  RejectedCallbackError,
  type ChannelEnvironment,
  type Purchase,
  type RefundState,
  type Trade,
} from '../../../platform/payment-channel.ts';
import { formatChinaInstant } from '../china-time.ts';
import { downloadBill, readStringField } from '../http.ts';
import { createWechatApi, type WechatApi } from './api.ts';
import { parseWechatBill } from './bill.ts';
import { requireOwnMerchant, parseTrade, verifyNotice } from './notice.ts';
import type { WechatPaySettings } from './settings.ts';
import { generateNonce, signLines } from './sign.ts';

const hasErrorCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof ChannelError && codes.includes(error.code);

/** Whether WeChat does not know the order. Its manual contains both spellings of the code. */
const isOrderMissingError = (error: unknown): boolean =>
  hasErrorCode(error, 'ORDER_NOT_EXIST', 'ORDERNOTEXIST');

const REFUND_STATES: Readonly<Record<string, RefundState['state']>> = {
  SUCCESS: 'done',
  PROCESSING: 'pending',
  CLOSED: 'failed',
  ABNORMAL: 'failed',
};

const parseRefundState = (
  answer: Readonly<Record<string, unknown>>,
  refundNo: string,
): RefundState => {
  const state = REFUND_STATES[readStringField(answer, 'status')];
  if (!state || readStringField(answer, 'out_refund_no') !== refundNo)
    throw new ChannelError('wechat pay: the answer is about something else', { isUnknown: true });
  return { state };
};

/** Parameters for `WeixinJSBridge` in WeChat's browser. */
const buildJsapiAction = (settings: WechatPaySettings, now: number, prepayId: string): Action => {
  const params = {
    appId: settings.appId,
    timeStamp: String(Math.floor(now / 1_000)),
    nonceStr: generateNonce(),
    package: `prepay_id=${prepayId}`,
  };
  const paySign = signLines(
    [params.appId, params.timeStamp, params.nonceStr, params.package],
    settings.privateKey,
  );
  return { kind: 'jsapi', params: { ...params, signType: 'RSA', paySign } };
};

const TRADE_TYPES = { qr: 'native', phone: 'h5', wechat: 'jsapi' } as const;

const createPurchaser =
  (settings: WechatPaySettings, outside: ChannelEnvironment, api: WechatApi, notifyUrl: string) =>
  async (purchase: Purchase): Promise<Action> => {
    const { scene, tradeNo, subject, amountFen, expiresAt, address, openId, returnUrl } = purchase;
    if (scene === 'wechat' && !openId) throw new ChannelError('wechat pay: no openid');
    const answer = await api.call('POST', `/v3/pay/transactions/${TRADE_TYPES[scene]}`, {
      appid: settings.appId,
      mchid: settings.mchId,
      description: subject,
      out_trade_no: tradeNo,
      time_expire: formatChinaInstant(expiresAt),
      notify_url: notifyUrl,
      amount: { total: amountFen, currency: 'CNY' },
      ...(scene === 'wechat' ? { payer: { openid: openId } } : {}),
      ...(scene === 'phone'
        ? { scene_info: { payer_client_ip: address, h5_info: { type: 'Wap' } } }
        : {}),
    });
    const [code, h5, prepayId] = ['code_url', 'h5_url', 'prepay_id'].map((name) =>
      readStringField(answer, name),
    );
    if (scene === 'qr' && code) return { kind: 'qr', text: code };
    if (scene === 'phone' && h5)
      return { kind: 'redirect', url: `${h5}&redirect_url=${encodeURIComponent(returnUrl)}` };
    if (scene === 'wechat' && prepayId) return buildJsapiAction(settings, outside.now(), prepayId);
    throw new ChannelError('wechat pay: the answer names no way to pay', { isUnknown: true });
  };

const buildTradePath = (tradeNo: string): string => `/v3/pay/transactions/out-trade-no/${tradeNo}`;

const queryTrade = async (
  settings: WechatPaySettings,
  api: WechatApi,
  tradeNo: string,
): Promise<Trade> => {
  try {
    const answer = await api.call('GET', `${buildTradePath(tradeNo)}?mchid=${settings.mchId}`);
    requireOwnMerchant(settings, answer);
    const trade = parseTrade(answer);
    if (!trade || readStringField(answer, 'out_trade_no') !== tradeNo)
      throw new ChannelError('wechat pay: the answer is about something else');
    return trade;
  } catch (error) {
    if (error instanceof RejectedCallbackError)
      throw new ChannelError('wechat pay: another merchant’s trade');
    if (isOrderMissingError(error)) return { state: 'missing' };
    throw error;
  }
};

const queryRefund = async (api: WechatApi, refundNo: string): Promise<RefundState> => {
  try {
    const answer = await api.call('GET', `/v3/refund/domestic/refunds/${refundNo}`);
    return parseRefundState(answer, refundNo);
  } catch (error) {
    if (hasErrorCode(error, 'RESOURCE_NOT_EXISTS')) return { state: 'missing' };
    throw error;
  }
};

const fetchBill = async function* (
  outside: ChannelEnvironment,
  api: WechatApi,
  day: string,
): AsyncGenerator<Uint8Array> {
  const billPath = `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL`;
  const url = readStringField(await api.call('GET', billPath), 'download_url');
  if (!URL.canParse(url)) throw new ChannelError('wechat pay: the answer names no bill');
  const { pathname, search } = new URL(url);
  const Authorization = api.authorize('GET', pathname + search);
  yield* downloadBill(outside, url, { headers: { Authorization, 'User-Agent': 'yunbiao' } });
};

/** WeChat Pay, API v3: native (a QR code), H5 in a phone's browser, JSAPI inside WeChat. */
export const createWechatPay = (
  settings: WechatPaySettings,
  outside: ChannelEnvironment,
  notifyUrl: string,
): Channel => {
  const api = createWechatApi(settings, outside);
  return {
    name: 'wechat',
    payerAppid: settings.appId,
    create: createPurchaser(settings, outside, api, notifyUrl),
    query: (tradeNo) => queryTrade(settings, api, tradeNo),
    verify: (callback) => verifyNotice(settings, api.keys, outside.now(), callback),
    buildAnswer: (isTaken) =>
      isTaken
        ? { status: 204, type: '', body: '' }
        : {
            status: 500,
            type: 'application/json; charset=utf-8',
            body: '{"code":"FAIL","message":"refused"}',
          },
    close: async (tradeNo) => {
      const content = { mchid: settings.mchId };
      await api
        .call('POST', `${buildTradePath(tradeNo)}/close`, content)
        .catch((error: unknown) => {
          if (!hasErrorCode(error, 'ORDER_CLOSED', 'ORDERCLOSED') && !isOrderMissingError(error))
            throw error;
        });
    },
    refund: async ({ tradeNo, refundNo, amountFen, totalFen, reason }) =>
      parseRefundState(
        await api.call('POST', '/v3/refund/domestic/refunds', {
          out_trade_no: tradeNo,
          out_refund_no: refundNo,
          reason,
          notify_url: notifyUrl,
          amount: { refund: amountFen, total: totalFen, currency: 'CNY' },
        }),
        refundNo,
      ),
    queryRefund: ({ refundNo }) => queryRefund(api, refundNo),
    fetchBill: (day) => fetchBill(outside, api, day),
    parseBill: parseWechatBill,
  };
};
