import type { KeyObject } from 'node:crypto';
import {
  ChannelError,
  RejectedCallbackError,
  type ChannelEnvironment,
} from '../../../platform/payment-channel.ts';
import { type Answer, sendChannelRequest, parseJsonObject, readStringField } from '../http.ts';
import { decryptCertificates, createPlatformKeyStore, type PlatformKeys } from './platform-keys.ts';
import type { WechatPaySettings } from './settings.ts';
import { isValidSignature, generateNonce, signLines } from './sign.ts';

/** Maximum deviation of an answer's timestamp from our clock, s. Others may be replays. */
const MAX_CLOCK_SKEW_S = 300;

/**
 * Builds the `Authorization` header: merchant, time, and a signature over method, path, time, nonce
 * and body.
 */
export const buildAuthorization = (
  settings: WechatPaySettings,
  now: number,
  { method, pathAndQuery, body }: { method: string; pathAndQuery: string; body: string },
): string => {
  const [timestamp, once] = [String(Math.floor(now / 1_000)), generateNonce()];
  const signature = signLines([method, pathAndQuery, timestamp, once, body], settings.privateKey);
  const fields = {
    mchid: settings.mchId,
    nonce_str: once,
    signature,
    timestamp,
    serial_no: settings.serialNo,
  };
  const fieldTexts = Object.entries(fields).map(([name, value]) => `${name}="${value}"`);
  return `WECHATPAY2-SHA256-RSA2048 ${fieldTexts.join(',')}`;
};

/**
 * Verifies a recent signature of WeChat Pay over the exact bytes of the body.
 * @throws RejectedCallbackError
 */
export const verifySignedBody = async (
  { headers, body }: { headers: Headers; body: Buffer },
  now: number,
  getKey: (serial: string) => Promise<KeyObject> | KeyObject,
): Promise<void> => {
  const getWechatPayHeader = (name: string): string => headers.get(`wechatpay-${name}`) ?? '';
  const [timestamp, once] = [getWechatPayHeader('timestamp'), getWechatPayHeader('nonce')];
  const [signature, serial] = [getWechatPayHeader('signature'), getWechatPayHeader('serial')];
  if (!timestamp || !once || !signature || !serial) throw new RejectedCallbackError('unreadable');
  if (!/^\d{10}$/.test(timestamp) || Math.abs(now / 1_000 - Number(timestamp)) > MAX_CLOCK_SKEW_S)
    throw new RejectedCallbackError('stale');
  const key = await getKey(serial);
  if (!isValidSignature([timestamp, once, body], signature, key))
    throw new RejectedCallbackError('signature');
};

/** Error codes after which the request may have been processed. */
const UNKNOWN_RESULT_CODES = new Set([
  'SYSTEM_ERROR',
  'FREQUENCY_LIMITED',
  'BIZERR_NEED_RETRY',
  'RATELIMIT_EXCEEDED',
]);

export type WechatApi = {
  keys: PlatformKeys;
  /** Sends a request and verifies the signature of the answer. @throws ChannelError */
  call: (
    method: 'GET' | 'POST',
    pathAndQuery: string,
    content?: object,
  ) => Promise<Record<string, unknown>>;
  /** Builds the `Authorization` header of a download. */
  authorize: (method: string, pathAndQuery: string) => string;
};

const createWechatPayError = ({ status, body }: Answer): ChannelError => {
  const code = readStringField(parseJsonObject(body.toString()), 'code') || String(status);
  return new ChannelError('wechat pay', {
    code,
    isUnknown: status >= 500 || UNKNOWN_RESULT_CODES.has(code),
  });
};

const sendSignedRequest = (
  settings: WechatPaySettings,
  outside: ChannelEnvironment,
  request: { method: 'GET' | 'POST'; pathAndQuery: string; body: string },
): Promise<Answer> => {
  const { method, pathAndQuery, body } = request;
  return sendChannelRequest(outside, settings.url + pathAndQuery, {
    method,
    headers: {
      Authorization: buildAuthorization(settings, outside.now(), request),
      Accept: 'application/json',
      'User-Agent': 'yunbiao',
      ...(body ? { 'Content-Type': 'application/json' } : {}),
      ...(settings.publicKey ? { 'Wechatpay-Serial': settings.publicKey.id } : {}),
    },
    ...(body ? { body } : {}),
  });
};

/** Client of WeChat Pay's API v3. Fetches the platform certificates. */
export const createWechatApi = (
  settings: WechatPaySettings,
  outside: ChannelEnvironment,
): WechatApi => {
  /**
   * The answer is signed with one of the certificates it contains. They are trusted because they
   * are encrypted with our own key.
   */
  const fetchCertificates = async (): Promise<Map<string, KeyObject>> => {
    const answer = await sendSignedRequest(settings, outside, {
      method: 'GET',
      pathAndQuery: '/v3/certificates',
      body: '',
    });
    if (answer.status !== 200) throw createWechatPayError(answer);
    const keys = decryptCertificates(answer.body.toString(), settings);
    await verifySignedBody(answer, outside.now(), (serial) => {
      const key = keys.get(serial.toUpperCase());
      if (!key) throw new RejectedCallbackError('key');
      return key;
    });
    return keys;
  };
  const keys = createPlatformKeyStore(settings, outside, fetchCertificates);
  const callWechat: WechatApi['call'] = async (method, pathAndQuery, content) => {
    const body = content ? JSON.stringify(content) : '';
    const answer = await sendSignedRequest(settings, outside, { method, pathAndQuery, body });
    // Refusals need no signature check: forging one achieves no more than cutting the connection.
    if (answer.status < 200 || answer.status > 299) throw createWechatPayError(answer);
    try {
      await verifySignedBody(answer, outside.now(), keys.getKey);
    } catch (cause) {
      if (!(cause instanceof RejectedCallbackError)) throw cause;
      throw new ChannelError('wechat pay: the answer is not signed by it', {
        isUnknown: true,
        cause,
      });
    }
    if (answer.body.length === 0) return {};
    const read = parseJsonObject(answer.body.toString());
    if (!read) throw new ChannelError('wechat pay: the answer is no object', { isUnknown: true });
    return read;
  };
  return {
    keys,
    call: callWechat,
    authorize: (method, pathAndQuery) =>
      buildAuthorization(settings, outside.now(), { method, pathAndQuery, body: '' }),
  };
};
