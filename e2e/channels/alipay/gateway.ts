import {
  closeTrade,
  cancelTrade,
  queryTrade,
  queryRefund,
  refundTrade,
  refuseTrade,
} from './trades.ts';
import type { Fields, Ledger, Said } from './trades.ts';
import type { AlipayOptions } from './options.ts';
import { getContent, isSigned } from './signing.ts';
import type { Asked } from '../works/http.ts';

const METHODS: Record<string, (ledger: Ledger, biz: Fields) => Said> = {
  'alipay.trade.query': queryTrade,
  'alipay.trade.close': closeTrade,
  'alipay.trade.cancel': cancelTrade,
  'alipay.trade.refund': refundTrade,
  'alipay.trade.fastpay.refund.query': queryRefund,
};

export const getBiz = (content: string): Fields | null => {
  try {
    const value: unknown = JSON.parse(content);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
};

/** Common parameters may be in the URL and the others in a form: the SDKs' forms do so. */
export const listFields = ({ query: search, body }: Asked): Record<string, string> =>
  Object.fromEntries([...search, ...new URLSearchParams(body)]);

/** Common parameters and the `sub_code` for a missing one, in the order of the checks. */
const REQUIRED = {
  method: 'isv.missing-method',
  app_id: 'isv.missing-app-id',
  sign_type: 'isv.missing-signature-type',
  sign: 'isv.missing-signature',
  timestamp: 'isv.missing-timestamp',
  version: 'isv.missing-version',
};

const refuseInvalid = (what: string, words: string): Said =>
  refuseTrade(`isv.invalid-${what}`, words, '40002');

/** Why the gateway rejects a request before any business logic. */
export const refuseRequest = (
  options: AlipayOptions,
  fields: Record<string, string>,
): Said | null => {
  const missing = Object.entries(REQUIRED).find(([name]) => (fields[name] ?? '') === '');
  if (missing !== undefined) return refuseTrade(missing[1], `缺少${missing[0]}参数`, '40001');
  if (fields.app_id !== options.appId) return refuseInvalid('app-id', '无效的AppID参数');
  if (fields.sign_type !== 'RSA2') return refuseInvalid('signature-type', '无效签名类型');
  const isUtf8 = (fields.charset ?? '').toLowerCase() === 'utf-8';
  if (!isUtf8) return refuseInvalid('charset', '字符集错误');
  const isTheirs = isSigned(getContent(fields), options.merchantPublicKey, fields.sign ?? '');
  if (!isTheirs) return refuseInvalid('signature', '验签出错');
  const isDate = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(fields.timestamp ?? '');
  if (!isDate) return refuseInvalid('timestamp', '非法的时间戳参数');
  if (fields.version !== '1.0') return refuseInvalid('parameter', '参数无效');
  return getBiz(fields.biz_content ?? '') === null ? refuseInvalid('parameter', '参数无效') : null;
};

/**
 * The response of a method to an accepted request. `more`: methods that need more than the ledger.
 */
export const performMethod = (
  ledger: Ledger,
  fields: Record<string, string>,
  more: Record<string, (biz: Fields) => Said>,
): Said => {
  const biz = getBiz(fields.biz_content ?? '') ?? {};
  const method = fields.method ?? '';
  const other = Object.hasOwn(more, method) ? more[method] : undefined;
  if (other !== undefined) return other(biz);
  const handle = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  return handle === undefined ? refuseInvalid('method', '不存在的方法名') : handle(ledger, biz);
};
