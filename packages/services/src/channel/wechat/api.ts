import type { KeyObject } from 'node:crypto';
import { ChannelError, Forged, type Outside } from '../channel.ts';
import { type Answer, ask, objectIn, textIn } from '../http.ts';
import { certificatesIn, createPlatformKeys, type PlatformKeys } from './platform-keys.ts';
import type { WechatPaySettings } from './settings.ts';
import { isSigned, nonce, rsaSign } from './sign.ts';

/** An answer or a callback is from now; more than this from our clock, it was recorded. */
const FRESH_S = 300;

/** The `Authorization` of a request: who asks, when, and the signature over method, path, time, nonce and body. */
export const authorization = (
  settings: WechatPaySettings,
  now: number,
  { method, pathAndQuery, body }: { method: string; pathAndQuery: string; body: string },
): string => {
  const [timestamp, once] = [String(Math.floor(now / 1_000)), nonce()];
  const signature = rsaSign([method, pathAndQuery, timestamp, once, body], settings.privateKey);
  const fields = {
    mchid: settings.mchId,
    nonce_str: once,
    signature,
    timestamp,
    serial_no: settings.serialNo,
  };
  const written = Object.entries(fields).map(([name, value]) => `${name}="${value}"`);
  return `WECHATPAY2-SHA256-RSA2048 ${written.join(',')}`;
};

/** Believes what WeChat Pay signed a moment ago, the body byte for byte. @throws Forged */
export const checkSigned = async (
  { headers, body }: { headers: Headers; body: Buffer },
  now: number,
  getKey: (serial: string) => Promise<KeyObject> | KeyObject,
): Promise<void> => {
  const get = (name: string): string => headers.get(`wechatpay-${name}`) ?? '';
  const [timestamp, once] = [get('timestamp'), get('nonce')];
  const [signature, serial] = [get('signature'), get('serial')];
  if (!timestamp || !once || !signature || !serial) throw new Forged('unreadable');
  if (!/^\d{10}$/.test(timestamp) || Math.abs(now / 1_000 - Number(timestamp)) > FRESH_S)
    throw new Forged('stale');
  const key = await getKey(serial);
  if (!isSigned([timestamp, once, body], signature, key)) throw new Forged('signature');
};

/** They leave open whether it was done. */
const UNSURE = new Set([
  'SYSTEM_ERROR',
  'FREQUENCY_LIMITED',
  'BIZERR_NEED_RETRY',
  'RATELIMIT_EXCEEDED',
]);

export type WechatApi = {
  keys: PlatformKeys;
  /** Asks, and believes only a signed answer. @throws ChannelError */
  call: (
    method: 'GET' | 'POST',
    pathAndQuery: string,
    content?: object,
  ) => Promise<Record<string, unknown>>;
  /** The header that names us on a download. */
  authorize: (method: string, pathAndQuery: string) => string;
};

const findRefusal = ({ status, body }: Answer): ChannelError => {
  const code = textIn(objectIn(body.toString()), 'code') || String(status);
  return new ChannelError('wechat pay', { code, isUnknown: status >= 500 || UNSURE.has(code) });
};

/** API v3 of WeChat Pay, with the certificates it signs with. */
export const createWechatApi = (settings: WechatPaySettings, outside: Outside): WechatApi => {
  const authorize = (method: string, pathAndQuery: string, body = ''): string =>
    authorization(settings, outside.now(), { method, pathAndQuery, body });
  const send = (method: 'GET' | 'POST', pathAndQuery: string, body: string): Promise<Answer> =>
    ask(outside, settings.url + pathAndQuery, {
      method,
      headers: {
        Authorization: authorize(method, pathAndQuery, body),
        Accept: 'application/json',
        'User-Agent': 'yunbiao',
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...(settings.publicKey ? { 'Wechatpay-Serial': settings.publicKey.id } : {}),
      },
      ...(body ? { body } : {}),
    });
  /** The certificates vouch for the answer that brings them; they were sealed with our own key. */
  const certificates = async (): Promise<Map<string, KeyObject>> => {
    const answer = await send('GET', '/v3/certificates', '');
    if (answer.status !== 200) throw findRefusal(answer);
    const keys = certificatesIn(answer.body.toString(), settings);
    await checkSigned(answer, outside.now(), (serial) => {
      const key = keys.get(serial.toUpperCase());
      if (!key) throw new Forged('key');
      return key;
    });
    return keys;
  };
  const keys = createPlatformKeys(settings, outside, certificates);
  const call: WechatApi['call'] = async (method, pathAndQuery, content) => {
    const answer = await send(method, pathAndQuery, content ? JSON.stringify(content) : '');
    // A refusal changes nothing for us, signed or not: whoever forges it could as well have cut the line.
    if (answer.status < 200 || answer.status > 299) throw findRefusal(answer);
    try {
      await checkSigned(answer, outside.now(), keys.of);
    } catch (cause) {
      if (!(cause instanceof Forged)) throw cause;
      throw new ChannelError('wechat pay: the answer is not signed by it', {
        isUnknown: true,
        cause,
      });
    }
    if (answer.body.length === 0) return {};
    const read = objectIn(answer.body.toString());
    if (!read) throw new ChannelError('wechat pay: the answer is no object', { isUnknown: true });
    return read;
  };
  return { keys, call, authorize };
};
