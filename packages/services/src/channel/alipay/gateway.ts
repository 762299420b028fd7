import type { KeyObject } from 'node:crypto';
import { ChannelError, type Outside } from '../channel.ts';
import { chinaTime } from '../china-time.ts';
import { ask, objectIn, textIn } from '../http.ts';
import { rawNode } from './raw-node.ts';
import { isRsa2, rsa2, signedText } from './sign.ts';

export type AlipaySettings = {
  /** Address of the gateway, e.g. https://openapi.alipay.com/gateway.do. */
  gateway: string;
  appId: string;
  /** The merchant's user id at Alipay (2088…), to whom the money goes. */
  sellerId: string;
  privateKey: KeyObject;
  /** Alipay's, which signs answers and callbacks. */
  alipayKey: KeyObject;
};

type Method = { method: string; content: object; notifyUrl?: string; returnUrl?: string };

/** A request's parameters, signed. */
export const signedParams = (
  settings: AlipaySettings,
  now: number,
  { method, content, notifyUrl, returnUrl }: Method,
): URLSearchParams => {
  const params = new URLSearchParams({
    app_id: settings.appId,
    method,
    format: 'JSON',
    charset: 'utf-8',
    sign_type: 'RSA2',
    timestamp: chinaTime(now),
    version: '1.0',
    ...(notifyUrl ? { notify_url: notifyUrl } : {}),
    ...(returnUrl ? { return_url: returnUrl } : {}),
    biz_content: JSON.stringify(content),
  });
  params.set('sign', rsa2(signedText(params, ['sign']), settings.privateKey));
  return params;
};

/** `ACQ.SYSTEM_ERROR` and the gateway's 20000: it may have been done. */
const isUnknown = (code: string, subCode: string): boolean =>
  code === '20000' || /SYSTEM_ERROR|AOP\.UNKNOW|ACQ\.REFUND_.*ERROR/i.test(subCode);

const refusal = (answer: string, nodeName: string): ChannelError => {
  const whole = objectIn(answer);
  const node = (whole?.[nodeName] ?? whole?.['error_response']) as
    | Record<string, unknown>
    | undefined;
  const code = textIn(node, 'sub_code') || textIn(node, 'code');
  return new ChannelError('alipay', { code, isUnknown: code === '' });
};

/**
 * Calls a method. What is answered is believed only when Alipay signed that very text; an error without a signature,
 * as the gateway gives when it cannot read a request, is an error.
 * @throws ChannelError
 */
export const callGateway = async (
  settings: AlipaySettings,
  outside: Outside,
  method: Method,
): Promise<Record<string, unknown>> => {
  const params = signedParams(settings, outside.now(), method);
  const { status, body } = await ask(outside, `${settings.gateway}?charset=utf-8`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded;charset=utf-8' },
    body: params.toString(),
  });
  const answer = body.toString('utf8');
  const nodeName = `${method.method.replaceAll('.', '_')}_response`;
  const raw = rawNode(answer, nodeName);
  if (status !== 200 || raw === null) throw refusal(answer, nodeName);
  const signature = textIn(objectIn(answer), 'sign');
  const node = objectIn(raw);
  if (!isRsa2(raw, signature, settings.alipayKey))
    throw new ChannelError('alipay: the answer is not signed by it', { isUnknown: true });
  const [code, subCode] = [textIn(node, 'code'), textIn(node, 'sub_code')];
  if (!node || code !== '10000')
    throw new ChannelError('alipay', {
      code: subCode || code,
      isUnknown: isUnknown(code, subCode),
    });
  return node;
};
