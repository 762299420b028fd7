import { createDecipheriv, createHash, randomBytes, X509Certificate } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isSigned, signText, signedText } from './crypto.ts';
import { FORGERIES, openWechatPay } from './wechat-pay.ts';
import type { Forgery, WechatPayStandIn } from './wechat-pay.ts';
import { generateRsaKeys } from '../works/keys.ts';

const MCHID = '1900000001';
const KEY = '0123456789abcdef0123456789abcdef';
const mine = generateRsaKeys('merchant');
let at = Date.parse('2026-03-05T10:00:00+08:00');
let pay: WechatPayStandIn;
let notifyUrl = '';
let count = 0;
const got: { headers: IncomingHttpHeaders; body: string }[] = [];
const answers: number[] = [];
const shop = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    got.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(answers.shift() ?? 204).end();
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  const address = shop.address();
  notifyUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/notify`;
  pay = await openWechatPay({
    mchid: MCHID,
    appids: ['wxapp'],
    apiV3Key: KEY,
    merchantSerial: 'ABC123',
    merchantPublicKey: mine.publicKey,
    now: () => at,
    secondMs: 0.001,
  });
});
afterAll(async () => {
  await pay.close();
  shop.closeAllConnections();
  await new Promise((resolve) => shop.close(resolve));
});
beforeEach(() => {
  got.length = 0;
  pay.clearFaults();
});

const call = async (
  method: string,
  target: string,
  body?: unknown,
  change = (text: string) => text,
) => {
  const text = body === undefined ? '' : JSON.stringify(body);
  const [timestamp, nonce] = [String(Math.floor(at / 1000)), randomBytes(16).toString('hex')];
  const by = signText(signedText(method, target, timestamp, nonce, text), mine.privateKey);
  const parts = { mchid: MCHID, nonce_str: nonce, timestamp, serial_no: 'ABC123', signature: by };
  const list = Object.entries(parts).map(([name, value]) => `${name}="${value}"`);
  const reply = await fetch(`${pay.origin}${target}`, {
    method,
    ...(text === '' ? {} : { body: text }),
    headers: {
      accept: 'application/json',
      authorization: change(`WECHATPAY2-SHA256-RSA2048 ${list.join(',')}`),
    },
  });
  const said = await reply.text();
  const head = (name: string): string => reply.headers.get(`wechatpay-${name}`) ?? '';
  const whole = signedText(head('timestamp'), head('nonce'), said);
  const isTrue = isSigned(whole, pay.platformPublicKey(), head('signature'));
  return { status: reply.status, text: said, isTrue, json: () => JSON.parse(said) };
};

const getOrder = (no: string, more = {}) => ({
  mchid: MCHID,
  appid: 'wxapp',
  out_trade_no: no,
  description: '会员',
  notify_url: notifyUrl,
  amount: { total: 990 },
  ...more,
});

const place = async (more = {}) => {
  count += 1;
  const no = `order-${count}`;
  const made = await call('POST', '/v3/pay/transactions/native', getOrder(no, more));
  expect(made.status, made.text).toBe(200);
  return no;
};

const query = (no: string) => call('GET', `/v3/pay/transactions/out-trade-no/${no}?mchid=${MCHID}`);

const open = ({ ciphertext, nonce, associated_data: aad }: Record<string, string>): string => {
  const bytes = Buffer.from(ciphertext ?? '', 'base64');
  const cipher = createDecipheriv('aes-256-gcm', KEY, nonce ?? '');
  cipher.setAuthTag(bytes.subarray(-16)).setAAD(Buffer.from(aad ?? ''));
  return Buffer.concat([cipher.update(bytes.subarray(0, -16)), cipher.final()]).toString();
};

describe('an order', () => {
  it('is placed once, paid, told and found', async () => {
    const no = await place();
    const again = await call('POST', '/v3/pay/transactions/native', getOrder(no));
    expect(again.json().code_url).toMatch(/^weixin:/);
    const other = getOrder(no, { amount: { total: 1 } });
    const refused = await call('POST', '/v3/pay/transactions/native', other);
    expect([refused.status, refused.json().code]).toEqual([403, 'OUT_TRADE_NO_USED']);
    const open1 = await query(no);
    expect([open1.isTrue, open1.json().trade_state]).toEqual([true, 'NOTPAY']);
    pay.pay(no);
    await pay.settled();
    const [notice] = got;
    const body = JSON.parse(notice?.body ?? '');
    expect(body.event_type).toBe('TRANSACTION.SUCCESS');
    const told = JSON.parse(open(body.resource));
    expect(told).toMatchObject({ out_trade_no: no, trade_state: 'SUCCESS', mchid: MCHID });
    expect(told).toEqual((await query(no)).json());
    expect((await call('POST', '/v3/pay/transactions/native', getOrder(no))).json().code).toBe(
      'ORDERPAID',
    );
  });

  it('gives each kind what it needs', async () => {
    const scene = { scene_info: { payer_client_ip: '127.0.0.1', h5_info: { type: 'Wap' } } };
    const h5 = await call('POST', '/v3/pay/transactions/h5', getOrder('kind-h5', scene));
    expect(h5.json().h5_url).toMatch(/^http/);
    const js = '/v3/pay/transactions/jsapi';
    expect((await call('POST', js, getOrder('kind-js'))).status).toBe(400);
    const payer = { payer: { openid: 'o1' } };
    expect((await call('POST', js, getOrder('kind-js', payer))).json().prepay_id).toMatch(/^wx/);
  });

  it('is closed by the merchant, and by time', async () => {
    const no = await place();
    const target = `/v3/pay/transactions/out-trade-no/${no}/close`;
    expect((await call('POST', target, { mchid: MCHID })).status).toBe(204);
    expect((await query(no)).json().trade_state).toBe('CLOSED');
    const late = await place({ time_expire: '2026-03-05T10:05:00+08:00' });
    at += 300_000;
    expect((await query(late)).json().trade_state).toBe('CLOSED');
    expect(() => pay.pay(late)).toThrow('CLOSED');
    const none = await query('no-such-order');
    expect([none.status, none.json().code]).toEqual([404, 'ORDER_NOT_EXIST']);
  });

  it.each([
    ['signature', (text: string) => text.replace('signature="', 'signature="AAAA')],
    ['scheme', (text: string) => text.replace('WECHATPAY2', 'BEARER')],
    ['serial', (text: string) => text.replace('ABC123', 'ABC124')],
    ['nonce', (text: string) => text.replace('nonce_str="', 'nonce_str="0')],
    ['time', (text: string) => text.replace('timestamp="1', 'timestamp="2')],
  ])('is refused with a wrong %s', async (_, change) => {
    const refused = await call('GET', `/v3/certificates`, undefined, change);
    expect([refused.status, refused.json().code]).toEqual([401, 'SIGN_ERROR']);
  });
});

describe('refunds, certificates and bills', () => {
  it('refunds in parts, each number once, never more than was paid', async () => {
    const no = await place();
    pay.pay(no);
    const requestRefund = (out: string, refund: number) =>
      call('POST', '/v3/refund/domestic/refunds', {
        out_trade_no: no,
        out_refund_no: out,
        notify_url: notifyUrl,
        amount: { refund, total: 990, currency: 'CNY' },
      });
    const first = (await requestRefund('r-1', 400)).json();
    expect(first).toMatchObject({ status: 'PROCESSING', amount: { refund: 400 } });
    expect((await requestRefund('r-1', 400)).json().refund_id).toBe(first.refund_id);
    expect((await requestRefund('r-1', 401)).status).toBe(400);
    expect((await requestRefund('r-2', 591)).status).toBe(400);
    await pay.settled();
    got.length = 0;
    pay.finishRefund('r-1');
    await pay.settled();
    const body = JSON.parse(got[0]?.body ?? '');
    expect(body.event_type).toBe('REFUND.SUCCESS');
    expect(JSON.parse(open(body.resource)).refund_status).toBe('SUCCESS');
    const found = await call('GET', '/v3/refund/domestic/refunds/r-1');
    expect(found.json().status).toBe('SUCCESS');
    expect((await query(no)).json().trade_state).toBe('REFUND');
    at += 86_400_000;
    const bill = (await call('GET', '/v3/bill/tradebill?bill_date=2026-03-05')).json();
    const target = bill.download_url.slice(pay.origin.length);
    const { text } = await call('GET', target);
    const hash = createHash('sha1')
      .update(`\uFEFF${text.replace(/^\uFEFF/, '')}`)
      .digest('hex');
    expect(bill.hash_value).toBe(hash);
    expect(text).toContain(`,\`${no},`);
    expect(text).toContain('`4.00');
  });

  it('gives its certificate sealed, of the key that signs', async () => {
    const { data } = (await call('GET', '/v3/certificates')).json();
    const read = new X509Certificate(open(data[0].encrypt_certificate));
    expect(read.serialNumber).toBe(pay.platformSerial());
    expect(read.publicKey.equals(pay.platformPublicKey())).toBe(true);
    expect(read.verify(read.publicKey)).toBe(true);
  });
});

describe('what goes wrong', () => {
  it('repeats a notification until it is taken, the same one', async () => {
    const no = await place();
    answers.push(500, 302);
    pay.pay(no);
    await pay.settled();
    expect(got).toHaveLength(3);
    expect(new Set(got.map(({ body }) => body)).size).toBe(1);
    expect(pay.deliveries.at(-1)).toMatchObject({ isTaken: true });
  });

  it('holds notifications back and turns their order round', async () => {
    const [first, second] = [await place(), await place()];
    pay.holdNotices();
    pay.pay(first);
    pay.pay(second);
    expect(got).toHaveLength(0);
    pay.releaseNotices('reversed');
    await pay.settled();
    expect(pay.deliveries.slice(-2).map(({ about }) => about)).toEqual([
      `paid ${second}`,
      `paid ${first}`,
    ]);
  });

  it('does the deed and loses the answer, or says the system failed', async () => {
    pay.fault({ on: 'order', kind: 'drop-after' });
    const lost = getOrder('lost-1');
    await expect(call('POST', '/v3/pay/transactions/native', lost)).rejects.toThrow();
    expect(pay.ledger.find('lost-1')?.state).toBe('NOTPAY');
    pay.fault({ on: 'order', kind: 'system-error' });
    const failed = await call('POST', '/v3/pay/transactions/native', getOrder('lost-2'));
    expect([failed.status, failed.json().code]).toEqual([500, 'SYSTEM_ERROR']);
    expect(pay.ledger.find('lost-2')?.state).toBe('NOTPAY');
    pay.pay('lost-1');
    pay.fault({ on: 'query', kind: 'stale' });
    expect((await query('lost-1')).json().trade_state).toBe('NOTPAY');
    expect((await query('lost-1')).json().trade_state).toBe('SUCCESS');
    pay.fault({ on: 'query', kind: 'bad-signature' });
    expect((await query('lost-1')).isTrue).toBe(false);
    pay.fault({ on: 'query', kind: 'unsigned' });
    expect((await query('lost-1')).isTrue).toBe(false);
  });

  /** Whether a careful merchant accepts the notification. */
  const isSignatureValid = (no: string): boolean => {
    const { headers, body } = got.at(-1) ?? { headers: {}, body: '' };
    const head = (name: string): string => String(headers[`wechatpay-${name}`] ?? '');
    if (head('serial') !== pay.platformSerial()) return false;
    const whole = signedText(head('timestamp'), head('nonce'), body);
    if (!isSigned(whole, pay.platformPublicKey(), head('signature'))) return false;
    if (Math.abs(Number(head('timestamp')) - at / 1000) > 300) return false;
    try {
      const told = JSON.parse(open(JSON.parse(body).resource));
      const { total, currency } = told.amount;
      const isOurs = told.mchid === MCHID && told.appid === 'wxapp' && told.out_trade_no === no;
      return isOurs && total === 990 && currency === 'CNY' && told.trade_state === 'SUCCESS';
    } catch {
      return false;
    }
  };

  it.each(Object.keys(FORGERIES))('forges %s, which careful merchants refuse', async (name) => {
    const no = await place();
    pay.pay(no);
    await pay.settled();
    expect(isSignatureValid(no)).toBe(true);
    await pay.forge(no, name as Forgery);
    expect(isSignatureValid(no)).toBe(false);
    await pay.probe(no);
    expect(isSignatureValid(no)).toBe(false);
    await pay.repeat(no);
    expect(isSignatureValid(no)).toBe(true);
  });
});
