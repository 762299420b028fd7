import type { Database } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { createAlipay, reconcileChannelBill, refundOrder } from '@yunbiao/services';
import { createOperatorContext } from '@yunbiao/services/testing';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openShop } from '../shop.ts';
import { FORGERIES, type Forgery, openAlipay } from './alipay.ts';
import { generateRsaKeys } from '../works/keys.ts';

const [APP, SELLER] = ['2021000000000001', '2088000000000001'];
const mine = generateRsaKeys('merchant');
const HOUR = 3_600_000;

/** Genuine notifications that are true or change nothing: they are accepted. */
const TRUE: readonly Forgery[] = ['closed', 'waiting', 'replayed-old'];

/** Facts that never occur in genuine notifications. */
const ODD: Record<string, Record<string, string>> = {
  'of a cent less': { total_amount: '28.99' },
  'of a sum with three decimals': { total_amount: '29.000' },
  'of a sum below nothing': { total_amount: '-29.00' },
  'of a state that does not exist': { trade_status: 'TRADE_PAID' },
  'without Alipay’s number': { trade_no: '' },
};

describeEachDatabase((open) => {
  let db: Database;
  beforeAll(async () => {
    db = await open();
  });

  const openTestShop = async () => {
    const clock = { now: () => Date.now() };
    const vendor = await openAlipay({
      appId: APP,
      sellerId: SELLER,
      merchantPublicKey: mine.publicKey,
      now: () => clock.now(),
    });
    onTestFinished(vendor.close);
    const shop = await openShop(db, (ctx, notify) => {
      clock.now = ctx.now;
      const settings = {
        gateway: vendor.gateway,
        appId: APP,
        sellerId: SELLER,
        privateKey: mine.privateKey,
        alipayKey: vendor.alipayPublicKey,
      };
      const outside = { fetch: globalThis.fetch, now: ctx.now };
      return { alipay: createAlipay(settings, outside, notify('alipay')) };
    });
    return { vendor, shop };
  };

  /** An unpaid order with its QR code shown. */
  const beginPayment = async () => {
    const both = await openTestShop();
    const { id, orderNo } = await both.shop.order('alipay');
    const { action } = await both.shop.pay(id, 'alipay');
    expect(action).toMatchObject({ kind: 'qr', text: expect.stringMatching(/^https:\/\/qr\./) });
    return { ...both, id, orderNo, tradeNo: `${orderNo}P1` };
  };

  describe('Alipay', () => {
    it('is believed when its callback comes, however often', async () => {
      const { vendor, shop, id, tradeNo } = await beginPayment();
      vendor.pay(tradeNo);
      await vendor.settled();
      expect(vendor.deliveries.at(-1)).toMatchObject({
        isTaken: true,
        tries: [{ status: 200, body: 'success' }],
      });
      expect(await shop.getState(id)).toBe('paid');
      expect((await vendor.tell(tradeNo)).body).toBe('success');
      expect((await vendor.tell(tradeNo, { trade_status: 'TRADE_FINISHED' })).body).toBe('success');
      expect(await shop.grants()).toBe(1);
    });

    it.for(Object.keys(FORGERIES).filter((name) => !TRUE.includes(name as Forgery)) as Forgery[])(
      'a callback forged as %s grants nothing',
      async (name) => {
        const { vendor, shop, id, tradeNo } = await beginPayment();
        vendor.holdNotices();
        vendor.pay(tradeNo);
        expect((await vendor.forge(tradeNo, name)).body).toBe('fail');
        expect([await shop.getState(id), await shop.grants()]).toEqual(['pending', 0]);
        expect(await shop.refused()).toHaveLength(1);
        vendor.releaseNotices();
        await vendor.settled();
        expect(await shop.getState(id)).toBe('paid');
      },
    );

    it.for(Object.keys(ODD))('a callback %s grants nothing', async (name) => {
      const { vendor, shop, id, tradeNo } = await beginPayment();
      vendor.holdNotices();
      vendor.pay(tradeNo);
      expect((await vendor.tell(tradeNo, ODD[name])).body).toBe('fail');
      expect([await shop.getState(id), await shop.grants()]).toEqual(['pending', 0]);
      expect(await shop.refused()).toHaveLength(1);
    });

    it('is heard when it says that nothing was paid, or says late what was', async () => {
      const { vendor, shop, id, tradeNo } = await beginPayment();
      vendor.holdNotices();
      vendor.pay(tradeNo);
      for (const name of ['waiting', 'closed'] as const) {
        expect((await vendor.forge(tradeNo, name)).body).toBe('success');
        expect([await shop.getState(id), await shop.grants()]).toEqual(['pending', 0]);
      }
      for (let times = 0; times < 2; times += 1)
        expect((await vendor.forge(tradeNo, 'replayed-old')).body).toBe('success');
      expect([await shop.getState(id), await shop.grants()]).toEqual(['paid', 1]);
    });

    it('is heard out of order: waiting and closed after the money change nothing', async () => {
      const { vendor, shop, id, tradeNo } = await beginPayment();
      vendor.pay(tradeNo);
      await vendor.settled();
      for (const trade_status of ['WAIT_BUYER_PAY', 'TRADE_CLOSED'])
        expect((await vendor.tell(tradeNo, { trade_status })).body).toBe('success');
      expect([await shop.getState(id), await shop.grants()]).toEqual(['paid', 1]);
    });

    it('that paid without telling is asked', async () => {
      const { vendor, shop, id, tradeNo } = await beginPayment();
      vendor.holdNotices();
      vendor.pay(tradeNo);
      await shop.later(6_000);
      expect(await shop.getState(id)).toBe('paid');
      vendor.releaseNotices('reversed');
      await vendor.settled();
      expect(await shop.grants()).toBe(1);
    });

    it('agrees with its bill of the day, which comes zipped, or says where not', async () => {
      const { vendor, shop, orderNo, tradeNo } = await beginPayment();
      vendor.pay(tradeNo);
      await vendor.settled();
      await refundOrder({ ctx: createOperatorContext(shop.ctx), orderNo });
      await shop.later(1_000);
      const day = new Date(shop.ctx.now() + 8 * HOUR).toISOString().slice(0, 10);
      const lost = await shop.order('alipay');
      await shop.pay(lost.id, 'alipay');
      vendor.holdNotices();
      vendor.pay(`${lost.orderNo}P1`);
      shop.ctx.pass(24 * HOUR);
      const channel = shop.ctx.channels?.alipay;
      if (!channel?.fetchBill) throw new Error('no channel');
      // Payments of this test only: others share the database.
      const ours = new Set([tradeNo, `${lost.orderNo}P1`, '']);
      const found = [];
      const bytes = channel.fetchBill(day);
      for await (const one of reconcileChannelBill({ ctx: shop.ctx, channel, bytes, day }))
        if (ours.has(one.tradeNo)) found.push(one);
      expect(found).toEqual([
        { kind: 'unpaid-here', tradeNo: `${lost.orderNo}P1`, oursFen: 2_900, theirsFen: 2_900 },
      ]);
    });

    it.for([
      'stale',
      'unsigned',
      'bad-signature',
      'cut',
      'drop-before',
      'system-error',
      'unknown-error',
      'status',
    ] as const)('whose answer to the question is %s is asked again', async (kind) => {
      const { vendor, shop, id, tradeNo } = await beginPayment();
      vendor.holdNotices();
      vendor.pay(tradeNo);
      vendor.fault({ on: 'alipay.trade.query', kind });
      await shop.later(6_000);
      expect(await shop.getState(id)).toBe('pending');
      await shop.later(60_000);
      expect(await shop.getState(id)).toBe('paid');
    });

    it.for(['drop-after', 'system-error', 'unknown-error', 'bad-signature'] as const)(
      'goes on with the same payment when the answer to the order was lost: %s',
      async (kind) => {
        const { vendor, shop } = await openTestShop();
        const { id, orderNo } = await shop.order('alipay');
        vendor.fault({ on: 'alipay.trade.precreate', kind });
        await expect(shop.pay(id, 'alipay')).rejects.toMatchObject({ code: 503 });
        await shop.pay(id, 'alipay');
        expect([...vendor.ledger.trades.keys()]).toEqual([`${orderNo}P1`]);
      },
    );

    it('sends a phone’s browser to its page, signed', async () => {
      const { shop } = await openTestShop();
      const { id, orderNo } = await shop.order('alipay');
      const { action } = await shop.pay(id, 'alipay', 'phone');
      if (action.kind !== 'redirect') throw new Error(action.kind);
      const { searchParams } = new URL(action.url);
      expect(searchParams.get('method')).toBe('alipay.trade.wap.pay');
      expect(JSON.parse(searchParams.get('biz_content') ?? '')).toMatchObject({
        out_trade_no: `${orderNo}P1`,
        total_amount: '29.00',
        product_code: 'QUICK_WAP_WAY',
      });
    });

    it('closes a scanned code with its order, and asks about one nobody has scanned', async () => {
      const { vendor, shop, id, tradeNo } = await beginPayment();
      await shop.later(6_000);
      expect((await shop.detail(id)).lastTry).toBe('open');
      vendor.scan(tradeNo);
      await shop.later(31 * 60_000);
      await shop.detail(id);
      await shop.later(1_000_000);
      expect(vendor.ledger.find(tradeNo)?.status).toBe('TRADE_CLOSED');
      expect(await shop.detail(id)).toMatchObject({ state: 'closed', lastTry: 'closed' });
    });

    it.for(['drop-after', 'system-error', 'unknown-error', 'unsigned', 'drop-before'] as const)(
      'pays back once, whatever became of the answer: %s',
      async (kind) => {
        const { vendor, shop, id, orderNo, tradeNo } = await beginPayment();
        vendor.pay(tradeNo);
        await vendor.settled();
        vendor.fault({ on: 'alipay.trade.refund', kind });
        await refundOrder({ ctx: createOperatorContext(shop.ctx), orderNo });
        await shop.later(1_000);
        expect(await shop.getState(id)).toBe('refunding');
        await shop.later(HOUR);
        expect(await shop.getState(id)).toBe('refunded');
        expect(vendor.ledger.find(tradeNo)?.refunds).toMatchObject([{ amount: 2_900 }]);
      },
    );
  });
});
