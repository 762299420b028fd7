import { generateKeyPairSync } from 'node:crypto';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { addPlan, createWechatPay } from '@yunbiao/services';
import { TEST_PLAN } from '@yunbiao/services/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openWorld } from '../../../apps/server/src/api/testing/wechat-world.ts';
import { openWechatPay } from './wechat-pay.ts';

const KEY = '0123456789abcdef0123456789abcdef';
const INSIDE = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) MicroMessenger/8.0' };
const mine = generateKeyPairSync('rsa', { modulusLength: 2048 });

describeEachDatabase((open) => {
  /** A site whose official account is also the app paid through WeChat Pay; both are simulated. */
  const openShop = async (appid = 'wxmp') => {
    const vendor = await openWechatPay({
      mchid: '1900000001',
      appids: [appid],
      apiV3Key: KEY,
      merchantSerial: 'ABC12345',
      merchantPublicKey: mine.publicKey,
      now: () => world.ctx.now(),
    });
    onTestFinished(vendor.close);
    const world = await openWorld(await open(), 'safe', (ctx) => {
      const settings = {
        url: vendor.origin,
        appId: appid,
        mchId: '1900000001',
        serialNo: 'ABC12345',
        privateKey: mine.privateKey,
        apiV3Key: Buffer.from(KEY),
      };
      const outside = { fetch: globalThis.fetch, now: ctx.now };
      ctx.channels = { wechat: createWechatPay(settings, outside, 'http://127.0.0.1:9/notify') };
    });
    const { call } = world;
    const plan = { ctx: world.ctx, alias: 'yunbiao', input: TEST_PLAN };
    const { id: productId } = await addPlan(plan);
    const registered = await call('register', { username: 'payer', password: 'correct horse 9' });
    const who = { ...INSIDE, 'x-token': String(registered.data.token), 'x-domain': 'yunbiao' };
    const order = await call('createOrder', { productId, num: 1, payType: 'wechat' }, who);
    const payOrder = (more: object = {}, headers: Record<string, string> = {}) => {
      const input = { id: order.data.id, payType: 'wechat', scene: 'wechat', ...more };
      return call('orderPay', input, { ...who, ...headers });
    };
    /** WeChat's own browser follows the redirects and returns. */
    const follow = async (url: string): Promise<URL> => {
      const [address = ''] = url.split('#');
      const agreed = await fetch(address, {
        method: 'POST',
        headers: { ...INSIDE, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'do=allow&user=jia',
        redirect: 'manual',
      });
      return new URL(agreed.headers.get('location') ?? '');
    };
    const parseReturn = (url: URL) => ({
      code: url.searchParams.get('code'),
      nonce: url.searchParams.get('n'),
    });
    const tradeNo = (n: number): string => `${String(order.data.orderNo)}P${n}`;
    const path = `/yunbiao/user/order?id=${String(order.data.id)}`;
    return {
      ...world,
      vendor,
      who,
      pay: payOrder,
      follow,
      back: parseReturn,
      tradeNo,
      path,
      productId,
    };
  };
  const getUrl = ({ data }: { data: Record<string, unknown> }): string => {
    const action = data.action as { kind: string; url?: string };
    expect(action).toMatchObject({ kind: 'redirect' });
    return action.url ?? '';
  };

  describe('paying inside WeChat', () => {
    it('asks WeChat once and silently who pays, then pays by JSAPI', async () => {
      const { pay, follow, back, call, getCookie, who, vendor, tradeNo, standIn, path } =
        await openShop();
      const first = await pay();
      const asked = new URL(getUrl(first));
      expect(asked.searchParams.get('scope')).toBe('snsapi_base');
      expect(vendor.ledger.trades.size).toBe(0);
      const came = await follow(asked.href);
      const cookie = getCookie(first);
      const done = await call('wxLogin', back(came), { ...who, cookie });
      expect(done.data).toMatchObject({ outcome: 'payer', token: '', to: `${path}&pay=jsapi` });
      for (let n = 0; n < 2; n += 1)
        expect(await pay()).toMatchObject({ data: { action: { kind: 'jsapi' } } });
      expect(vendor.ledger.find(tradeNo(1))).toMatchObject({
        type: 'JSAPI',
        openid: standIn.deriveOpenid('wxmp', 'jia'),
      });
      const { data } = await call('getInfo', {}, who);
      expect(data).toMatchObject({ wechatBound: false });
    });

    it('keeps what it was told to the browser that asked, and its member', async () => {
      const { pay, follow, back, call, getCookie, who } = await openShop();
      const first = await pay();
      const came = back(await follow(getUrl(first)));
      const cookie = getCookie(first);
      const other = await call('register', { username: 'other', password: 'correct horse 9' });
      const theirs = { ...INSIDE, 'x-token': String(other.data.token), cookie };
      expect(await call('wxLogin', came, who)).toMatchObject({ code: 403 });
      expect(await call('wxLogin', came, theirs)).toMatchObject({ code: 403 });
      expect(await call('wxLogin', came, { ...who, cookie })).toMatchObject({ code: 200 });
      expect(await pay()).toMatchObject({ data: { action: { kind: 'jsapi' } } });
    });

    it('knows who pays from a sign-in inside WeChat', async () => {
      const { call, follow, back, getCookie, vendor, productId } = await openShop();
      const started = await call('wechatStart', { way: 'inside', to: '/' }, INSIDE);
      const came = await follow(String(started.data.url));
      const cookie = getCookie(started);
      const signedIn = await call('wxLogin', back(came), { ...INSIDE, cookie });
      const me = { ...INSIDE, 'x-token': String(signedIn.data.token), 'x-domain': 'yunbiao' };
      const own = await call('createOrder', { productId, num: 1, payType: 'wechat' }, me);
      const input = { id: own.data.id, payType: 'wechat', scene: 'wechat' };
      const paying = await call('orderPay', input, me);
      expect(paying.data.action).toMatchObject({ kind: 'jsapi' });
      expect(vendor.ledger.trades.size).toBe(1);
    });

    it('shows a code where WeChat does not say who pays, or nobody can ask', async () => {
      const { pay, follow, back, call, getCookie, who, standIn, vendor, tradeNo, path } =
        await openShop();
      const first = await pay();
      const came = await follow(getUrl(first));
      standIn.addFault({
        path: '/sns/oauth2/access_token',
        kind: 'status',
        when: 'before',
        times: 1,
      });
      const done = await call('wxLogin', back(came), { ...who, cookie: getCookie(first) });
      expect(done.data).toMatchObject({ outcome: 'payer', to: `${path}&pay=code` });
      expect(await pay({ payer: 'code' })).toMatchObject({ data: { action: { kind: 'qr' } } });
      expect(vendor.ledger.find(tradeNo(1))?.type).toBe('NATIVE');
      const elsewhere = await openShop('wx8888888888888888');
      expect(await elsewhere.pay()).toMatchObject({ data: { action: { kind: 'qr' } } });
    });

    it('asks on the main host first when the order is paid under a host of its own', async () => {
      const { pay, follow, back, call, getCookie, who } = await openShop();
      const there = { host: 'label.example' };
      const first = await pay({}, there);
      const came = await follow(getUrl(first));
      const asked = await call('wxLogin', back(came), INSIDE);
      expect(asked.data).toMatchObject({ outcome: 'ask' });
      const key = String(asked.data.to).split('#')[1];
      const shown = await call('wechatAsk', { key });
      expect(shown.data).toMatchObject({
        purpose: 'pay',
        host: 'label.example',
        username: 'payer',
      });
      const answered = await call('wechatAnswer', { key, allow: '1' });
      const ticket = String(answered.data.to).split('#')[1];
      const cookie = getCookie(first);
      expect(await call('wechatEnter', { ticket }, { ...there, cookie })).toMatchObject({
        code: 403,
      });
      const done = await call('wechatEnter', { ticket }, { ...who, ...there, cookie });
      expect(done.data).toMatchObject({ outcome: 'payer' });
      expect(await pay({}, there)).toMatchObject({ data: { action: { kind: 'jsapi' } } });
    });
  });
});
