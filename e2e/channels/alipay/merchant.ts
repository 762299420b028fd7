import type { KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AlipayStandIn } from './alipay.ts';
import { getContent, isSigned, signText } from './signing.ts';
import { generateRsaKeys } from '../works/keys.ts';

export type Merchant = Awaited<ReturnType<typeof openMerchant>>;

export type Got = { type: string; body: string };

/** Records notifications and responds as `answers` say. */
const openReceiver = async () => {
  const got: Got[] = [];
  const answers: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const type = request.headers['content-type'] ?? '';
      got.push({ type, body: Buffer.concat(chunks).toString() });
      response.end(answers.shift() ?? 'success');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const closeServer = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { got, answers, origin, close: closeServer };
};

/** A merchant that tests the stand-in: it records notifications and responds as `answers` say. */
export const openMerchant = async () => {
  const { privateKey, publicKey } = generateRsaKeys('merchant');
  const account = {
    appId: '2021000000000001',
    sellerId: '2088000000000001',
    merchantPublicKey: publicKey,
  };
  const { got, answers, origin, close } = await openReceiver();
  const signRequest = (
    method: string,
    biz: object,
    more: Record<string, string> = {},
  ): Record<string, string> => {
    const fields: Record<string, string> = {
      app_id: account.appId,
      method,
      charset: 'utf-8',
      sign_type: 'RSA2',
      timestamp: '2026-03-05 10:00:00',
      version: '1.0',
      notify_url: `${origin}/notify`,
      biz_content: JSON.stringify(biz),
      ...more,
    };
    return { ...fields, sign: signText(getContent(fields), privateKey) };
  };
  const callGateway = async (
    alipay: AlipayStandIn,
    method: string,
    biz: object,
    change: Record<string, string> = {},
  ) => {
    const body = new URLSearchParams({ ...signRequest(method, biz), ...change });
    const text = await (await fetch(alipay.gateway, { method: 'POST', body })).text();
    const start = text.indexOf(':') + 1;
    const end = text.lastIndexOf(',"sign":');
    const { sign = '', ...rest } = JSON.parse(text);
    const isTrue = isSigned(text.slice(start, end), alipay.alipayPublicKey, sign);
    const [node] = Object.values<Record<string, string>>(rest);
    return { ...node, isTrue };
  };
  return { account, origin, got, answers, signed: signRequest, call: callGateway, close };
};

export type Order = { outTradeNo: string; fen: number };

/** Repeats end after 25 hours; plus an hour for clock differences. */
const OLDEST = 26 * 3_600_000;

const listFields = (body: string): Record<string, string> | string => {
  const fields: Record<string, string> = Object.create(null);
  for (const pair of body.split('&')) {
    const [name = '', value = '', ...more] = pair.replaceAll('+', ' ').split('=');
    if (more.length > 0) return 'a form of another kind';
    try {
      const key = decodeURIComponent(name);
      if (key in fields) return `${key} twice`;
      fields[key] = decodeURIComponent(value);
    } catch {
      return 'no UTF-8';
    }
  }
  return fields;
};

/** Why a careful merchant rejects a notification, or null. */
export const findDoubt = (
  { type, body }: Got,
  { appId, sellerId }: { appId: string; sellerId: string },
  orders: Order[],
  { key, now }: { key: KeyObject; now: number },
): string | null => {
  if (type !== 'application/x-www-form-urlencoded; charset=utf-8') return 'content type';
  const fields = listFields(body);
  if (typeof fields === 'string') return fields;
  if (fields.sign_type !== 'RSA2' || fields.charset !== 'utf-8') return 'sign type or charset';
  if (!isSigned(getContent(fields, ['sign_type']), key, fields.sign ?? '')) return 'signature';
  if (fields.app_id !== appId) return 'app';
  if (fields.seller_id !== sellerId) return 'seller';
  const sentAt = Date.parse(`${(fields.notify_time ?? '').replace(' ', 'T')}+08:00`);
  if (!(Math.abs(now - sentAt) <= OLDEST)) return 'age';
  const order = orders.find(({ outTradeNo }) => outTradeNo === fields.out_trade_no);
  if (order === undefined) return 'order';
  const found = /^(0|[1-9][0-9]{0,8})\.([0-9]{2})$/.exec(fields.total_amount ?? '');
  if (found === null) return 'amount as written';
  if (Number(found[1]) * 100 + Number(found[2]) !== order.fen) return 'amount';
  return fields.trade_status === 'TRADE_SUCCESS' || fields.trade_status === 'TRADE_FINISHED'
    ? null
    : 'status';
};
