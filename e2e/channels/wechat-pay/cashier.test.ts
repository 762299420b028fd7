import type { Database } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { createWechatPay, reconcileChannelBill, refundOrder } from '@yunbiao/services';
import { createOperatorContext } from '@yunbiao/services/testing';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openShop } from '../shop.ts';
import { FORGERIES, type Forgery, openWechatPay } from './wechat-pay.ts';
import { generateRsaKeys } from '../works/keys.ts';

const [MCHID, APPID] = ['1900000001', 'wx8888888888888888'];
const KEY = '0123456789abcdef0123456789abcdef';
const mine = generateRsaKeys('merchant');
const HOUR = 3_600_000;

describeEachDatabase((open) => {
  let db: Database;
  beforeAll(async () => {
    db = await open();
  });

  const openTestShop = async (
    mode: 'certificate' | 'public-key' = 'certificate',
    errorNames: 'newer' | 'older' = 'newer',
  ) => {
    const clock = { now: () => Date.now() };
    const vendor = await openWechatPay({
      mchid: MCHID,
      appids: [APPID],
      apiV3Key: KEY,
      merchantSerial: 'ABC12345',
      merchantPublicKey: mine.publicKey,
      mode,
      errorNames,
      now: () => clock.now(),
    });
    onTestFinished(vendor.close);
    const shop = await openShop(db, (ctx, notify) => {
      clock.now = ctx.now;
      const settings = {
        url: vendor.origin,
        appId: APPID,
        mchId: MCHID,
        serialNo: 'ABC12345',
        privateKey: mine.privateKey,
        apiV3Key: Buffer.from(KEY),
        publicKey:
          mode === 'public-key'
            ? { id: vendor.publicKeyId, key: vendor.platformPublicKey() }
            : undefined,
      };
      const outside = { fetch: globalThis.fetch, now: ctx.now };
      return { wechat: createWechatPay(settings, outside, notify('wechat')) };
    });
    return { vendor, shop };
  };

  /** An unpaid order with its QR code shown. */
  const beginPayment = async (...how: Parameters<typeof openTestShop>) => {
    const both = await openTestShop(...how);
    const { id, orderNo } = await both.shop.order('wechat');
    const { action } = await both.shop.pay(id, 'wechat');
    expect(action).toMatchObject({ kind: 'qr', text: expect.stringMatching(/^weixin:\/\//) });
    return { ...both, id, orderNo, tradeNo: `${orderNo}P1` };
  };

  describe('WeChat Pay', () => {
    it.for(['certificate', 'public-key'] as const)(
      'is believed when its callback comes, signed by its %s',
      async (mode) => {
        const { vendor, shop, id, tradeNo } = await beginPayment(mode);
        vendor.pay(tradeNo);
        await vendor.settled();
        expect(vendor.deliveries.at(-1)).toMatchObject({
          isTaken: true,
          tries: [{ status: 204, body: '' }],
        });
        expect(await shop.getState(id)).toBe('paid');
        expect((await vendor.repeat(tradeNo)).status).toBe(204);
        expect(await shop.grants()).toBe(1);
      },
    );

    it.for(Object.keys(FORGERIES) as Forgery[])(
      'a callback forged as %s grants nothing',
      async (name) => {
        const { vendor, shop, id, tradeNo } = await beginPayment();
        vendor.holdNotices();
        vendor.pay(tradeNo);
        const { status } = await vendor.forge(tradeNo, name);
        expect([await shop.getState(id), await shop.grants()]).toEqual(['pending', 0]);
        // Validly signed for an unpaid trade: accepted without effect.
        if (name === 'not-paid-state') return expect(status).toBe(204);
        expect(status).toBe(500);
        expect(await shop.refused()).toHaveLength(1);
        vendor.releaseNotices();
        await vendor.settled();
        expect(await shop.getState(id)).toBe('paid');
      },
    );

    it('does not take a signature probe for money', async () => {
      const { vendor, shop, tradeNo } = await beginPayment();
      vendor.holdNotices();
      vendor.pay(tradeNo);
      expect((await vendor.probe(tradeNo)).status).toBe(500);
      expect(await shop.grants()).toBe(0);
    });

    it('may change its certificate', async () => {
      const { vendor, shop, id, tradeNo } = await beginPayment();
      shop.ctx.pass(13 * HOUR);
      vendor.rotateCertificate();
      const again = await shop.order('wechat');
      await shop.pay(again.id, 'wechat');
      expect(tradeNo).not.toBe('');
      vendor.pay(`${again.orderNo}P1`);
      await vendor.settled();
      expect(await shop.getState(again.id)).toBe('paid');
      expect(await shop.getState(id)).toBe('closed');
    });

    it('that paid without telling is asked', async () => {
      const { vendor, shop, id, tradeNo } = await beginPayment();
      vendor.holdNotices();
      vendor.pay(tradeNo);
      await shop.later(6_000);
      expect(await shop.getState(id)).toBe('paid');
      vendor.releaseNotices();
      await vendor.settled();
      expect(await shop.grants()).toBe(1);
    });

    it.for(['stale', 'unsigned', 'bad-signature', 'cut', 'drop-before', 'status'] as const)(
      'whose answer to the question is %s is asked again',
      async (kind) => {
        const { vendor, shop, id, tradeNo } = await beginPayment();
        vendor.holdNotices();
        vendor.pay(tradeNo);
        vendor.fault({ on: 'query', kind });
        await shop.later(6_000);
        expect(await shop.getState(id)).toBe('pending');
        await shop.later(60_000);
        expect(await shop.getState(id)).toBe('paid');
      },
    );

    it('whose answer to the order was lost goes on with the same payment', async () => {
      const { vendor, shop } = await openTestShop();
      const { id, orderNo } = await shop.order('wechat');
      vendor.fault({ on: 'order', kind: 'drop-after' });
      await expect(shop.pay(id, 'wechat')).rejects.toMatchObject({ code: 503 });
      await shop.pay(id, 'wechat');
      expect([...vendor.ledger.trades.keys()]).toEqual([`${orderNo}P1`]);
    });

    it('closes there what was closed here, and pays H5 in a phone’s browser', async () => {
      const { vendor, shop, id, tradeNo } = await beginPayment();
      const { action } = await shop.pay(id, 'wechat', 'phone');
      expect(action).toMatchObject({
        kind: 'redirect',
        url: expect.stringContaining('redirect_url='),
      });
      await shop.later(1_000);
      expect(vendor.ledger.find(tradeNo)?.state).toBe('CLOSED');
      vendor.pay(tradeNo.replace(/1$/, '2'));
      await vendor.settled();
      expect(await shop.getState(id)).toBe('paid');
    });

    it('pays by JSAPI inside WeChat for whom it knows, and by a code for others', async () => {
      const { vendor, shop } = await openTestShop();
      const { id, orderNo } = await shop.order('wechat');
      expect(await shop.pay(id, 'wechat', 'wechat')).toMatchObject({ action: { kind: 'qr' } });
      expect(vendor.ledger.find(`${orderNo}P1`)?.type).toBe('NATIVE');
      await shop.know('wx-another-app o-other');
      expect(await shop.pay(id, 'wechat', 'wechat')).toMatchObject({ action: { kind: 'qr' } });
      await shop.know(`${APPID} o-known`);
      const { action } = await shop.pay(id, 'wechat', 'wechat');
      expect(action).toMatchObject({
        kind: 'jsapi',
        params: {
          appId: APPID,
          signType: 'RSA',
          package: `prepay_id=${vendor.ledger.find(`${orderNo}P2`)?.prepayId}`,
          paySign: expect.any(String),
        },
      });
      expect(vendor.ledger.find(`${orderNo}P2`)).toMatchObject({
        type: 'JSAPI',
        openid: 'o-known',
      });
    });

    it('pays back in its own time, also when an answer is lost, and once', async () => {
      const { vendor, shop, id, orderNo, tradeNo } = await beginPayment();
      vendor.pay(tradeNo);
      await vendor.settled();
      vendor.fault({ on: 'refund', kind: 'drop-after' });
      await refundOrder({ ctx: createOperatorContext(shop.ctx), orderNo });
      await shop.later(1_000);
      expect(await shop.getState(id)).toBe('refunding');
      await shop.later(HOUR);
      expect(await shop.getState(id)).toBe('refunding');
      expect(vendor.ledger.find(tradeNo)?.refunds).toHaveLength(1);
      vendor.finishRefund(`${tradeNo}R`);
      await vendor.settled();
      await shop.later(0);
      expect(await shop.getState(id)).toBe('refunded');
    });

    it('says that a refund failed, which is then staff’s', async () => {
      const { vendor, shop, id, orderNo, tradeNo } = await beginPayment();
      vendor.pay(tradeNo);
      await vendor.settled();
      await refundOrder({ ctx: createOperatorContext(shop.ctx), orderNo });
      await shop.later(1_000);
      vendor.finishRefund(`${tradeNo}R`, 'ABNORMAL');
      await vendor.settled();
      await shop.later(0);
      await shop.later(11 * 60_000);
      expect(await shop.getState(id)).toBe('refunding');
      expect(await shop.refunds(id)).toMatchObject([{ state: 'failed' }]);
      vendor.finishRefund(`${tradeNo}R`);
      await vendor.settled();
      await shop.later(0);
      expect(await shop.getState(id)).toBe('refunded');
    });

    it.for(['the answer', 'a callback'] as const)(
      'that gave the money back in its own console grants nothing, says %s',
      async (how) => {
        const { vendor, shop, id, tradeNo } = await beginPayment();
        vendor.holdNotices();
        vendor.pay(tradeNo);
        vendor.refundInConsole(tradeNo);
        if (how === 'a callback') expect((await vendor.repeat(tradeNo)).status).toBe(204);
        else await shop.later(6_000);
        // The notification signed before the refund arrives after it.
        vendor.releaseNotices();
        await vendor.settled();
        expect([await shop.getState(id), await shop.grants()]).toEqual(['pending', 0]);
        expect(await shop.refunds(id)).toEqual([]);
      },
    );

    it.for(['newer', 'older'] as const)(
      'that knows nothing of a payment ends it, as the %s manual spells that',
      async (errorNames) => {
        const { vendor, shop, id, tradeNo } = await beginPayment('certificate', errorNames);
        vendor.ledger.trades.delete(tradeNo);
        await shop.later(2 * HOUR);
        expect(await shop.tries(id)).toEqual(['closed']);
      },
    );

    it('agrees with its bill of the day, or says where not', async () => {
      const { vendor, shop, tradeNo } = await beginPayment();
      vendor.pay(tradeNo);
      await vendor.settled();
      const day = new Date(shop.ctx.now() + 8 * HOUR).toISOString().slice(0, 10);
      const lost = await shop.order('wechat');
      await shop.pay(lost.id, 'wechat');
      vendor.holdNotices();
      vendor.pay(`${lost.orderNo}P1`);
      shop.ctx.pass(24 * HOUR);
      const channel = shop.ctx.channels?.wechat;
      if (!channel?.fetchBill) throw new Error('no channel');
      // Payments of this test only: others share the database.
      const ours = new Set([tradeNo, `${lost.orderNo}P1`]);
      const found = [];
      const bytes = channel.fetchBill(day);
      for await (const one of reconcileChannelBill({ ctx: shop.ctx, channel, bytes, day }))
        if (ours.has(one.tradeNo)) found.push(one);
      expect(found).toEqual([
        { kind: 'unpaid-here', tradeNo: `${lost.orderNo}P1`, oursFen: 2_900, theirsFen: 2_900 },
      ]);
    });
  });
});
