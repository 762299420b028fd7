import { randomBytes } from 'node:crypto';
import { addAlternatives } from '../works/channel-faults.ts';
import type { Answer, Asked } from '../works/http.ts';
import { isSigned, readAuthorization, signText, signedText } from './crypto.ts';
import type { PlatformKeys } from './crypto.ts';
import type { WechatPayOptions } from './options.ts';
import { createRefusal } from './said.ts';
import type { Said } from './said.ts';

export type Signer = ReturnType<typeof createSigner>;

/** Maximum clock difference of a request's timestamp, s. */
const WINDOW = 300;

const OLDER: Record<string, string> = {
  ORDER_NOT_EXIST: 'ORDERNOTEXIST',
  ORDER_CLOSED: 'ORDERCLOSED',
  SYSTEM_ERROR: 'SYSTEMERROR',
};

/** Gives an error the code of the older manual if the options ask for it. */
const renameError = ({ errorNames }: WechatPayOptions, body: unknown): unknown => {
  const isError = typeof body === 'object' && body !== null && 'code' in body;
  if (errorNames !== 'older' || !isError) return body;
  return { ...body, code: OLDER[String(body.code)] ?? body.code };
};

type Parts = {
  options: WechatPayOptions;
  keys: () => PlatformKeys;
  publicKeyId: string;
  seconds: () => number;
};

const refuseRequest = (
  { options, keys, publicKeyId, seconds }: Parts,
  { method, target, headers, body }: Asked,
): Said | null => {
  const refuseSignature = (message: string): Said => createRefusal(401, 'SIGN_ERROR', message);
  const found = readAuthorization(headers.authorization);
  if (found === null)
    return refuseSignature('Http头Authorization值格式错误，请参考《微信支付商户REST API签名规则》');
  if (found.mchid !== options.mchid) return refuseSignature('商户号有误');
  if (found.serial_no !== options.merchantSerial) return refuseSignature('商户证书序列号有误');
  const isTimely = Math.abs(Number(found.timestamp) - seconds()) <= WINDOW;
  if (!isTimely)
    return refuseSignature('Http头Authorization中的timestamp与发起请求的时间不得超过5分钟');
  const text = signedText(method, target, found.timestamp, found.nonce_str, body);
  const isTheirs = isSigned(text, options.merchantPublicKey, found.signature);
  if (!isTheirs) return refuseSignature('错误的签名，验签失败');
  const accept = headers.accept ?? '';
  const isJson = accept.includes('application/json') || accept.includes('*/*');
  if (!isJson || !headers['user-agent']) {
    return createRefusal(406, 'PARAM_ERROR', 'Http头缺少Accept或User-Agent');
  }
  const wanted = headers['wechatpay-serial'];
  const isKnown = wanted === undefined || wanted === publicKeyId || wanted === keys().serial;
  return isKnown ? null : createRefusal(400, 'PARAM_ERROR', '平台证书序列号Wechatpay-Serial错误');
};

export const createSigner = (
  options: WechatPayOptions,
  keys: () => PlatformKeys,
  publicKeyId: string,
) => {
  const now = options.now ?? Date.now;
  const getSeconds = (): number => Math.floor(now() / 1000);
  const getSerial = (): string => (options.mode === 'public-key' ? publicKeyId : keys().serial);
  const getHeaders = (text: string, at = getSeconds()): Record<string, string> => {
    const nonce = randomBytes(16).toString('hex');
    return {
      'wechatpay-timestamp': String(at),
      'wechatpay-nonce': nonce,
      'wechatpay-serial': getSerial(),
      'wechatpay-signature': signText(signedText(String(at), nonce, text), keys().privateKey),
      'wechatpay-signature-type': 'WECHATPAY2-SHA256-RSA2048',
    };
  };
  const buildAnswer = (said: Said): Answer => {
    const body = said.body === null ? '' : JSON.stringify(renameError(options, said.body));
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'request-id': randomBytes(12).toString('hex').toUpperCase(),
      ...getHeaders(body),
    };
    return { status: said.status, headers, body };
  };
  return {
    seconds: getSeconds,
    getHeaders,
    /** Signs the response, or applies a fault to it. */
    answer: (said: Said): Answer => {
      const right = buildAnswer(said);
      const { 'wechatpay-signature': was = '', ...unsigned } = right.headers;
      return addAlternatives(right, {
        'system-error': () =>
          buildAnswer(createRefusal(500, 'SYSTEM_ERROR', '系统异常，请稍后重试')),
        stale: () =>
          said.stale === undefined ? right : buildAnswer({ ...said, body: said.stale }),
        unsigned: () => ({ ...right, headers: unsigned }),
        'bad-signature': () => ({
          ...right,
          headers: { ...right.headers, 'wechatpay-signature': was.split('').toReversed().join('') },
        }),
      });
    },
    /** Why a request's signature is rejected, or null. */
    refuseRequest: (asked: Asked): Said | null =>
      refuseRequest({ options, keys, publicKeyId, seconds: getSeconds }, asked),
  };
};
