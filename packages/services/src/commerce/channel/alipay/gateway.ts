import type { KeyObject } from 'node:crypto';
import { ChannelError, type ChannelEnvironment } from '../../../platform/payment-channel.ts';
import { formatChinaTime } from '../china-time.ts';
import { sendChannelRequest, parseJsonObject, readStringField } from '../http.ts';
import { extractRawJsonNode } from './raw-node.ts';
import { isValidRsa2, signRsa2, buildTextToSign } from './sign.ts';

export type AlipaySettings = {
  /** URL of the gateway, e.g. https://openapi.alipay.com/gateway.do. */
  gateway: string;
  appId: string;
  /** The merchant's user id at Alipay (2088…), which receives the money. */
  sellerId: string;
  privateKey: KeyObject;
  /** Alipay's public key; it verifies answers and callbacks. */
  alipayKey: KeyObject;
};

type Method = { method: string; content: object; notifyUrl?: string; returnUrl?: string };

/** Returns the signed parameters of a request. */
export const signParams = (
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
    timestamp: formatChinaTime(now),
    version: '1.0',
    ...(notifyUrl ? { notify_url: notifyUrl } : {}),
    ...(returnUrl ? { return_url: returnUrl } : {}),
    biz_content: JSON.stringify(content),
  });
  params.set('sign', signRsa2(buildTextToSign(params, ['sign']), settings.privateKey));
  return params;
};

/** After `ACQ.SYSTEM_ERROR` and the gateway's 20000 the request may have been processed. */
const isUnknownOutcomeCode = (code: string, subCode: string): boolean =>
  code === '20000' || /SYSTEM_ERROR|AOP\.UNKNOW|ACQ\.REFUND_.*ERROR/i.test(subCode);

const createAlipayError = (answer: string, nodeName: string): ChannelError => {
  const parsedAnswer = parseJsonObject(answer);
  const node = (parsedAnswer?.[nodeName] ?? parsedAnswer?.['error_response']) as
    | Record<string, unknown>
    | undefined;
  const code = readStringField(node, 'sub_code') || readStringField(node, 'code');
  return new ChannelError('alipay', { code, isUnknown: code === '' });
};

/**
 * Calls a method. An answer counts only if Alipay signed its exact text. The gateway sends errors
 * without a signature when it cannot read a request; those are treated as errors.
 * @throws ChannelError
 */
export const callGateway = async (
  settings: AlipaySettings,
  outside: ChannelEnvironment,
  method: Method,
): Promise<Record<string, unknown>> => {
  const params = signParams(settings, outside.now(), method);
  const { status, body } = await sendChannelRequest(outside, `${settings.gateway}?charset=utf-8`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded;charset=utf-8' },
    body: params.toString(),
  });
  const answer = body.toString('utf8');
  const nodeName = `${method.method.replaceAll('.', '_')}_response`;
  const raw = extractRawJsonNode(answer, nodeName);
  if (status !== 200 || raw === null) throw createAlipayError(answer, nodeName);
  const signature = readStringField(parseJsonObject(answer), 'sign');
  const node = parseJsonObject(raw);
  if (!isValidRsa2(raw, signature, settings.alipayKey))
    throw new ChannelError('alipay: the answer is not signed by it', { isUnknown: true });
  const [code, subCode] = [readStringField(node, 'code'), readStringField(node, 'sub_code')];
  if (!node || code !== '10000')
    throw new ChannelError('alipay', {
      code: subCode || code,
      isUnknown: isUnknownOutcomeCode(code, subCode),
    });
  return node;
};
