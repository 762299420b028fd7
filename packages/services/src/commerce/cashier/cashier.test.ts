import { randomBytes } from 'node:crypto';
import type { Database } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import type { KyselyPlugin } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChannelError, type Channel, type Trade } from '../channel/index.ts';
import { addDiscount } from '../money/discounts-admin.ts';
import { confirmOrderTransfer } from '../money/orders/order-admin.ts';
import { createOrder } from '../money/orders/order-create.ts';
import { expireOrders } from '../money/orders/order-expiry.ts';
import { closeOwnOrder, getOwnOrderDetail } from '../money/orders/order-own.ts';
import { markOrderRefunded, refundOrder } from '../money/orders/order-refund.ts';
import { listPaymentMethods } from '../money/payment-methods.ts';
import { addPlan } from '../money/plans-admin.ts';
import { getMemberPlan } from '../../identity/software/entitlements.ts';
import { savePrintConfig } from '../../printing/print-config/save.ts';
import { submitBatch } from '../../printing/printing/submission/submit.ts';
import {
  addClient,
  addMember,
  addPrinter,
  addSoftware,
  addTemplate,
  runAsMember,
  createOperatorContext,
  createConfigInput,
  createTestContext,
  createPrintInput,
  TEST_PLAN,
  type TestContext,
} from '../../testing.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../platform/time.ts';
import { refreshOrderPayment } from './check-order.ts';
import { listAuditEntries } from '../money/audit-list.ts';
import { listOpenRefunds, confirmManualRefund, retryRefund } from './refunds-admin.ts';
import { requestInvoice, requestRefund } from './order-requests.ts';
import { approveRefund, issueInvoice, refuseRefund } from './order-requests-admin.ts';
import { startPayment } from './start-payment.ts';
import { processDuePayments } from './process-due-payments.ts';
import { handleNotice } from './handle-notice.ts';
import { testChannel } from './testing.ts';

let serial = 0;

describeEachDatabase((open) => {
  let db: Database;
  let ctx: TestContext;
  let till: ReturnType<typeof testChannel>;
  let other: ReturnType<typeof testChannel>;
  let softwareId: number;
  let memberId: number;
  let alias: string;
  let plan: string;

  beforeAll(async () => {
    db = await open();
  });
  beforeEach(async () => {
    ctx = createTestContext(db);
    till = testChannel(ctx);
    other = testChannel(ctx);
    // The same adapter under another name is the second channel.
    const second: Channel = { ...other.channel, name: 'alipay' };
    ctx = { ...ctx, channels: { sandbox: till.channel, alipay: second } };
    serial += 1;
    alias = `pay${serial}`;
    softwareId = await addSoftware(ctx, alias);
    memberId = (await addMember(ctx, `payer-${serial}`)).id;
    plan = (await addPlan({ ctx, alias, input: TEST_PLAN })).id;
    // Each test counts only its own events.
    await db.kysely.deleteFrom('security_event').execute();
  });

  const createOwner = (id: string) => ({
    ctx: runAsMember(ctx, memberId),
    memberId,
    softwareId,
    id,
  });
  const placeOrder = (rest: { discountCode?: string; num?: number } = {}, who = memberId) =>
    createOrder({
      ctx: runAsMember(ctx, who),
      memberId: who,
      softwareId,
      input: { productId: plan, num: 1, payType: 'sandbox', ...rest },
    });
  const payOrder = (id: string, payType: 'sandbox' | 'alipay' | 'offline' = 'sandbox', on = ctx) =>
    startPayment({
      ctx: runAsMember(on, memberId),
      memberId,
      softwareId,
      input: { id, payType, scene: 'desktop' },
      address: '127.0.0.1',
    });
  const sendNotice = (callback: ReturnType<typeof till.callback>, on: TestContext = ctx) =>
    handleNotice({ ctx: on, channel: till.channel, callback, address: '127.0.0.1' });
  const listPayments = async (id: string) =>
    db.kysely
      .selectFrom('payment')
      .selectAll()
      .where('order_id', '=', Number(id))
      .orderBy('id')
      .execute();
  const listRefunds = async (id: string) =>
    db.kysely
      .selectFrom('payment_refund')
      .innerJoin('payment', 'payment.id', 'payment_refund.payment_id')
      .selectAll('payment_refund')
      .where('payment.order_id', '=', Number(id))
      .execute();
  const countGrants = async () => {
    const rows = await db.kysely
      .selectFrom('audit')
      .select('id')
      .where('action', '=', 'vip.grant')
      .where('subject', '=', `vip:${memberId}`)
      .execute();
    return rows.length;
  };
  const getState = async (id: string) => (await getOwnOrderDetail(createOwner(id))).state;
  const getVip = () => getMemberPlan(db.kysely, { memberId, softwareId, now: ctx.now() });
  const listRefused = async () => {
    const rows = await db.kysely
      .selectFrom('security_event')
      .select(['subject', 'detail'])
      .where('kind', '=', 'pay.refused')
      .execute();
    return rows.map(({ subject }) => subject);
  };
  const beginOrder = async () => {
    // Long enough to count as another click.
    ctx.pass(11 * SECOND);
    const order = await placeOrder();
    await payOrder(order.id);
    return { ...order, tradeNo: `${order.orderNo}P1` };
  };

  describe('paying through a channel', () => {
    it('offers what is configured, and the transfer', () => {
      expect(listPaymentMethods(ctx)).toEqual(['alipay', 'sandbox', 'offline']);
      expect(listPaymentMethods({})).toEqual(['offline']);
    });

    it('shows a code our own engine drew, the same for a page that is read again', async () => {
      const { id, expiresAt } = await placeOrder();
      expect(Date.parse(expiresAt)).toBe(ctx.now() + 30 * MINUTE);
      const first = await payOrder(id);
      expect(first).toMatchObject({ expiresAt, action: { kind: 'qr', size: expect.any(Number) } });
      expect(await payOrder(id)).toEqual(first);
      expect(await listPayments(id)).toMatchObject([{ state: 'open', amount_fen: 2_900 }]);
    });

    it('grants once, at once, for a hundred repeats of one good callback', async () => {
      const { id, tradeNo } = await beginOrder();
      till.pay(tradeNo);
      const callback = till.callback(tradeNo);
      const answers = await Promise.all(Array.from({ length: 100 }, () => sendNotice(callback)));
      // A request that waits too long gets a 500, so that the channel sends it again.
      expect(answers.every(({ status }) => [200, 500].includes(status))).toBe(true);
      await expect
        .poll(async () => (await sendNotice(callback)).status, { timeout: 30_000 })
        .toBe(200);
      expect(await countGrants()).toBe(1);
      expect(await getState(id)).toBe('paid');
      expect(await getVip()).toMatchObject({ expiresAt: ctx.now() + 30 * DAY });
      expect(await listRefunds(id)).toEqual([]);
      const news = ctx.heard.flatMap(([name, event]) =>
        name === 'print' && 'event' in event && event.event.type === 'order' ? [event.event] : [],
      );
      expect(news).toContainEqual({ type: 'order', id, state: 'paid' });
    });

    it('lets anyone who ran out of labels print on as soon as it is paid', async () => {
      const clientId = await addClient(ctx, memberId, softwareId);
      const printerId = await addPrinter(ctx, clientId);
      const templateId = await addTemplate(ctx, softwareId, memberId);
      const config = await savePrintConfig({
        ctx,
        memberId,
        input: createConfigInput(clientId, printerId),
      });
      const print = (copies: number) =>
        submitBatch({
          ctx,
          memberId,
          softwareId,
          input: createPrintInput(config.id, templateId, { copies }),
        });
      await print(100);
      await expect(print(1)).rejects.toMatchObject({ code: 402 });
      const { tradeNo } = await beginOrder();
      await expect(print(1)).rejects.toMatchObject({ code: 402 });
      till.pay(tradeNo);
      await sendNotice(till.callback(tradeNo));
      expect(await print(900)).toMatchObject({ total: 900 });
      await expect(print(1)).rejects.toMatchObject({ code: 402 });
    });

    it('finds a payment whose callback was lost, by the sweep and when the page asks', async () => {
      const swept = await beginOrder();
      till.pay(swept.tradeNo);
      ctx.pass(6 * SECOND);
      await processDuePayments({ ctx });
      expect(await getState(swept.id)).toBe('paid');
      const refreshedOrder = await beginOrder();
      till.pay(refreshedOrder.tradeNo);
      expect(await refreshOrderPayment(createOwner(refreshedOrder.id))).toMatchObject({
        state: 'paid',
      });
      expect(await countGrants()).toBe(2);
    });

    it('asks one channel while another hangs', async () => {
      await beginOrder();
      vi.spyOn(till.channel, 'query').mockReturnValue(new Promise(() => {}));
      ctx.pass(11 * SECOND);
      const order = await placeOrder();
      await payOrder(order.id, 'alipay');
      other.pay(`${order.orderNo}P1`);
      ctx.pass(6 * SECOND);
      void processDuePayments({ ctx, channel: 'sandbox' });
      await processDuePayments({ ctx, channel: 'alipay' });
      expect(await getState(order.id)).toBe('paid');
    });

    it('asks less and less often, and never twice within three seconds', async () => {
      const { id, tradeNo } = await beginOrder();
      const query = vi.spyOn(till.channel, 'query');
      const countQueries = (): number =>
        query.mock.calls.filter(([asked]) => asked === tradeNo).length;
      for (let i = 0; i < 5; i += 1) await refreshOrderPayment(createOwner(id));
      expect(countQueries()).toBe(1);
      const gaps: number[] = [];
      for (let at = 0; at < 10 * MINUTE; at += SECOND) {
        const before = countQueries();
        await processDuePayments({ ctx });
        if (countQueries() > before) gaps.push(at);
        ctx.pass(SECOND);
      }
      expect(gaps.length).toBeLessThan(10);
    });

    it('says a try that failed, and pays again with a new one', async () => {
      const { id, tradeNo } = await beginOrder();
      await sendNotice(till.callback(tradeNo, { change: { state: 'failed' } }));
      expect(await getOwnOrderDetail(createOwner(id))).toMatchObject({
        state: 'pending',
        lastTry: 'closed',
      });
      await payOrder(id);
      const second = tradeNo.replace(/1$/, '2');
      expect((await listPayments(id)).map((payment) => payment.trade_no)).toEqual([
        tradeNo,
        second,
      ]);
      till.pay(second);
      await sendNotice(till.callback(second));
      expect(await getState(id)).toBe('paid');
    });

    it('changes the way, closes the try before, and gives back what is paid a second time', async () => {
      const { id, orderNo, tradeNo } = await beginOrder();
      await payOrder(id, 'alipay');
      expect(await getOwnOrderDetail(createOwner(id))).toMatchObject({ payType: 'alipay' });
      const second = `${orderNo}P2`;
      other.pay(second);
      till.pay(tradeNo);
      ctx.pass(10 * SECOND);
      await processDuePayments({ ctx });
      expect(await countGrants()).toBe(1);
      expect(await getState(id)).toBe('paid');
      expect(await listRefunds(id)).toMatchObject([{ kind: 'extra' }]);
      await processDuePayments({ ctx });
      expect(await listRefunds(id)).toMatchObject([
        { kind: 'extra', state: 'done', amount_fen: 2_900 },
      ]);
      const back = [...till.tills.values(), ...other.tills.values()].filter(
        (item) => item.refundNo,
      );
      expect(back).toHaveLength(1);
    });

    it('gives a transfer seven days from the order, however often the way changes', async () => {
      const { id, createdAt } = await placeOrder();
      await payOrder(id, 'offline');
      const max = Date.parse(createdAt) + 7 * DAY;
      expect(Date.parse((await getOwnOrderDetail(createOwner(id))).expiresAt)).toBe(max);
      ctx.pass(7 * DAY - MINUTE);
      await payOrder(id, 'sandbox');
      expect(Date.parse((await getOwnOrderDetail(createOwner(id))).expiresAt)).toBe(max);
    });

    it('closes the try at the channel when the order closes', async () => {
      const order = await beginOrder();
      await closeOwnOrder(createOwner(order.id));
      ctx.pass(6 * SECOND);
      await processDuePayments({ ctx });
      expect(till.tills.get(order.tradeNo)?.state).toBe('closed');
      expect(await listPayments(order.id)).toMatchObject([{ state: 'closed' }]);
      const late = await beginOrder();
      ctx.pass(31 * MINUTE);
      await expireOrders({ ctx });
      await processDuePayments({ ctx });
      expect(till.tills.get(late.tradeNo)?.state).toBe('closed');
    });

    it('honours money that comes late at the ordered price', async () => {
      const { id, tradeNo } = await beginOrder();
      till.pay(tradeNo);
      ctx.pass(HOUR);
      await expireOrders({ ctx });
      expect(await getState(id)).toBe('closed');
      await sendNotice(till.callback(tradeNo));
      expect(await getState(id)).toBe('paid');
      expect(await countGrants()).toBe(1);
    });

    it('gives late money back when the use of its code is gone', async () => {
      const code = `LATE${serial}`;
      await addDiscount({ ctx, alias, input: { code, percent: '20', total: '1' } });
      const first = await placeOrder({ discountCode: code });
      await payOrder(first.id);
      ctx.pass(31 * MINUTE);
      await expireOrders({ ctx });
      const stranger = (await addMember(ctx, `thief-${serial}`)).id;
      await placeOrder({ discountCode: code }, stranger);
      const tradeNo = `${first.orderNo}P1`;
      till.pay(tradeNo);
      await sendNotice(till.callback(tradeNo));
      await processDuePayments({ ctx });
      expect(await getState(first.id)).toBe('closed');
      expect(await countGrants()).toBe(0);
      expect(await listRefunds(first.id)).toMatchObject([{ kind: 'extra', state: 'done' }]);
    });

    it('gives back what is paid online after staff took the transfer', async () => {
      const { id, orderNo, tradeNo } = await beginOrder();
      await confirmOrderTransfer({ ctx: createOperatorContext(ctx), orderNo });
      till.pay(tradeNo);
      await sendNotice(till.callback(tradeNo));
      await processDuePayments({ ctx });
      expect(await countGrants()).toBe(1);
      expect(await listRefunds(id)).toMatchObject([{ kind: 'extra', state: 'done' }]);
    });

    it('goes on with the same payment when the answer of the channel was lost', async () => {
      const { id, orderNo } = await placeOrder();
      const create = vi.spyOn(till.channel, 'create');
      create.mockImplementationOnce(async (purchase) => {
        await createPurchase(purchase);
        throw new ChannelError('cut off', { isUnknown: true });
      });
      const createPurchase = async (purchase: Parameters<Channel['create']>[0]) => {
        till.tills.set(purchase.tradeNo, {
          amountFen: purchase.amountFen,
          state: 'open',
          refundNo: '',
        });
      };
      await expect(payOrder(id)).rejects.toMatchObject({ code: 503 });
      expect(await payOrder(id)).toMatchObject({ action: { kind: 'qr' } });
      expect([...till.tills.keys()]).toEqual([`${orderNo}P1`]);
      expect(await listPayments(id)).toHaveLength(1);
    });

    it('begins a new payment when the channel refused the first', async () => {
      const { id } = await placeOrder();
      vi.spyOn(till.channel, 'create').mockRejectedValueOnce(new ChannelError('no', { code: 'X' }));
      await expect(payOrder(id)).rejects.toMatchObject({ code: 503 });
      await payOrder(id);
      expect(await listPayments(id)).toMatchObject([{ state: 'closing' }, { state: 'open' }]);
    });

    it('is refused for an order that is paid, closed, or another member’s', async () => {
      const { id, tradeNo } = await beginOrder();
      till.pay(tradeNo);
      await sendNotice(till.callback(tradeNo));
      await expect(payOrder(id)).rejects.toMatchObject({ code: 409 });
      const closed = await beginOrder();
      await closeOwnOrder(createOwner(closed.id));
      await expect(payOrder(closed.id)).rejects.toMatchObject({ code: 409 });
      const stranger = (await addMember(ctx, `other-${serial}`)).id;
      const foreign = { ctx, memberId: stranger, softwareId, address: null };
      const input = { id: closed.id, payType: 'sandbox' as const, scene: 'desktop' as const };
      await expect(startPayment({ ...foreign, input })).rejects.toMatchObject({ code: 404 });
      const wechat = { ...input, payType: 'wechat' as const };
      await expect(startPayment({ ...foreign, input: wechat })).rejects.toMatchObject({
        code: 400,
      });
    });
  });

  describe('a callback that is not to be believed', () => {
    const FORGERIES: Record<string, (tradeNo: string) => ReturnType<typeof till.callback>> = {
      'signed with another key': (no) => till.callback(no, { key: randomBytes(32) }),
      'without a signature': (no) => ({ ...till.callback(no), headers: new Headers() }),
      'with a changed body': (no) => {
        const { headers, body } = till.callback(no);
        return { headers, body: Buffer.from(body.toString().replace('2900', '2901')) };
      },
      'of another amount': (no) => till.callback(no, { change: { amountFen: 1 } }),
      'of a fraction of a fen': (no) => till.callback(no, { change: { amountFen: 2900.5 } }),
      'of an amount in text': (no) => till.callback(no, { change: { amountFen: '2900' } }),
      'of another site': (no) => till.callback(no, { change: { site: 'elsewhere' } }),
      'about a payment nobody began': (no) => till.callback(no, { change: { tradeNo: `${no}9` } }),
      'that is old': (no) => till.callback(no, { at: ctx.now() - 6 * MINUTE }),
      'from the future': (no) => till.callback(no, { at: ctx.now() + 6 * MINUTE }),
      'that is no JSON': (no) => ({ ...till.callback(no), body: Buffer.from('{') }),
    };

    it.for(Object.keys(FORGERIES))('%s grants nothing and is written down', async (name) => {
      const { id, tradeNo } = await beginOrder();
      const forged = FORGERIES[name]?.(tradeNo);
      if (!forged) throw new Error(name);
      expect((await sendNotice(forged)).status).toBe(500);
      expect(await getState(id)).toBe('pending');
      expect(await countGrants()).toBe(0);
      const [subject, ...more] = await listRefused();
      expect([subject, more]).toEqual([expect.stringMatching(/^pay:sandbox:\w+$/), []]);
    });

    it('through another channel than the payment’s is refused', async () => {
      const { id, tradeNo } = await beginOrder();
      other.tills.set(tradeNo, { amountFen: 2_900, state: 'paid', refundNo: '' });
      const channel: Channel = { ...other.channel, name: 'alipay' };
      const { status } = await handleNotice({
        ctx,
        channel,
        callback: other.callback(tradeNo),
        address: '',
      });
      expect(status).toBe(500);
      expect(await getState(id)).toBe('pending');
      expect(await listRefused()).toEqual(['pay:alipay:unknown']);
    });

    it('is asked about when it comes long after the payment it tells of', async () => {
      const { id, tradeNo } = await beginOrder();
      till.pay(tradeNo);
      const query = vi.spyOn(till.channel, 'query');
      const paidAt = ctx.now() - 10 * MINUTE;
      const paid = { state: 'paid', channelTradeNo: 'x', amountFen: 2_900, paidAt } as const;
      const createTradeChannel = (said: Trade): Channel => ({
        ...till.channel,
        verify: () => ({ kind: 'trade', tradeNo, trade: said }),
      });
      const callback = { headers: new Headers(), body: Buffer.from('') };
      const sendPaidNotice = () =>
        handleNotice({ ctx, channel: createTradeChannel(paid), callback, address: '' }).then(
          (item) => item.status,
        );
      query.mockResolvedValueOnce({ state: 'open' });
      expect([await sendPaidNotice(), await getState(id), await countGrants()]).toEqual([
        500,
        'pending',
        0,
      ]);
      ctx.pass(6 * SECOND);
      expect([await sendPaidNotice(), await getState(id), await countGrants()]).toEqual([
        200,
        'paid',
        1,
      ]);
      expect(query).toHaveBeenCalledTimes(2);
    });

    it('about money the channel gave back by itself grants nothing, nor does an older one after it', async () => {
      const { id, orderNo, tradeNo } = await beginOrder();
      till.pay(tradeNo);
      const query = vi.spyOn(till.channel, 'query');
      const back = { channelTradeNo: 'x', amountFen: 2_900, paidAt: ctx.now() } as const;
      query.mockResolvedValue({ state: 'returned', ...back });
      ctx.pass(6 * SECOND);
      await processDuePayments({ ctx });
      expect(await listPayments(id)).toMatchObject([{ state: 'returned' }]);
      expect((await sendNotice(till.callback(tradeNo))).status).toBe(200);
      expect([await getState(id), await countGrants(), await listRefunds(id)]).toEqual([
        'pending',
        0,
        [],
      ]);
      expect(await listAuditEntries({ ctx, orderNo, action: 'payment.elsewhere' })).toHaveLength(1);
      expect(await getOwnOrderDetail(createOwner(id))).toMatchObject({ lastTry: 'closed' });
      query.mockRestore();
      await payOrder(id);
      const second = tradeNo.replace(/1$/, '2');
      till.pay(second);
      await sendNotice(till.callback(second));
      expect([await getState(id), await countGrants()]).toEqual(['paid', 1]);
    });

    it('about money that comes before and after the order was closed changes nothing twice', async () => {
      const { id, tradeNo } = await beginOrder();
      till.pay(tradeNo);
      const good = till.callback(tradeNo);
      await sendNotice(good);
      // Out of order: the callback of the earlier failed attempt arrives after the payment.
      expect(
        (await sendNotice(till.callback(tradeNo, { change: { state: 'failed' } }))).status,
      ).toBe(200);
      await sendNotice(good);
      expect(await getState(id)).toBe('paid');
      expect(await countGrants()).toBe(1);
    });
  });

  describe('a crash at any write', () => {
    /** The database fails right after the nth write. */
    const createDyingDatabase = (after: number): { db: Database; count: () => number } => {
      let writes = 0;
      const kinds = new WeakMap<object, string>();
      const plugin: KyselyPlugin = {
        transformQuery: ({ node, queryId }) => {
          kinds.set(queryId, node.kind);
          return node;
        },
        transformResult: async ({ result, queryId }) => {
          if (/^(Insert|Update|Delete)QueryNode$/.test(kinds.get(queryId) ?? '')) {
            writes += 1;
            if (writes === after) throw new Error('the process died');
          }
          return result;
        },
      };
      return { db: { ...db, kysely: db.kysely.withPlugin(plugin) }, count: () => writes };
    };

    it('leaves nothing half done, and the next question finds the money', async () => {
      let steps = 0;
      for (let nth = 1; ; nth += 1) {
        const { id, tradeNo } = await beginOrder();
        till.pay(tradeNo);
        const before = await countGrants();
        const engine = createDyingDatabase(nth);
        const mortal = { ...ctx, db: engine.db };
        const { status } = await sendNotice(till.callback(tradeNo), mortal);
        if (engine.count() < nth) {
          expect(status).toBe(200);
          break;
        }
        steps += 1;
        expect(status).toBe(500);
        expect([await getState(id), await countGrants()]).toEqual(['pending', before]);
        ctx.pass(6 * SECOND);
        await processDuePayments({ ctx });
        expect([await getState(id), await countGrants()]).toEqual(['paid', before + 1]);
      }
      expect(steps).toBeGreaterThan(5);
      const paid = await db.kysely
        .selectFrom('member_order')
        .select('id')
        .where('member_id', '=', memberId)
        .where('state', '=', 'paid')
        .execute();
      expect(await countGrants()).toBe(paid.length);
    });
  });

  describe('money that goes back', () => {
    const paidOrder = async () => {
      const order = await beginOrder();
      till.pay(order.tradeNo);
      await sendNotice(till.callback(order.tradeNo));
      return order;
    };

    it('is refunding until the channel says so', async () => {
      const { id, orderNo } = await paidOrder();
      const refund = vi.spyOn(till.channel, 'refund').mockResolvedValueOnce({ state: 'pending' });
      const asked = vi
        .spyOn(till.channel, 'queryRefund')
        .mockResolvedValueOnce({ state: 'pending' });
      expect(await refundOrder({ ctx: createOperatorContext(ctx), orderNo })).toMatchObject({
        channel: 'sandbox',
      });
      await processDuePayments({ ctx });
      expect(await getState(id)).toBe('refunding');
      await expect(markOrderRefunded({ ctx, orderNo })).rejects.toMatchObject({ code: 409 });
      ctx.pass(HOUR);
      await processDuePayments({ ctx });
      expect(await getState(id)).toBe('refunding');
      asked.mockResolvedValueOnce({ state: 'done' });
      ctx.pass(HOUR);
      await processDuePayments({ ctx });
      expect(await getState(id)).toBe('refunded');
      expect(refund).toHaveBeenCalledTimes(1);
      expect(await getVip()).toMatchObject({ expiresAt: null });
    });

    it('goes once, though the answer was lost after it went', async () => {
      const { id, orderNo, tradeNo } = await paidOrder();
      const real = till.channel.refund;
      const refund = vi.spyOn(till.channel, 'refund').mockImplementationOnce(async (asked) => {
        await real(asked);
        throw new ChannelError('cut off', { isUnknown: true });
      });
      await refundOrder({ ctx: createOperatorContext(ctx), orderNo });
      await processDuePayments({ ctx });
      expect(await getState(id)).toBe('refunding');
      ctx.pass(HOUR);
      await processDuePayments({ ctx });
      expect(await getState(id)).toBe('refunded');
      const numbers = refund.mock.calls.map(([asked]) => asked.refundNo);
      expect(new Set(numbers)).toEqual(new Set([`${tradeNo}R`]));
    });

    const listNoticeTitles = async (): Promise<string[]> => {
      const rows = await db.kysely
        .selectFrom('notice')
        .select('title')
        .where('member_id', '=', memberId)
        .orderBy('id')
        .execute();
      return rows.map(({ title }) => title);
    };
    const STUCK = '退款没有退成，在人工处理';
    /** An order whose refund the channel rejects on every request. */
    const stuckOrder = async () => {
      const made = await paidOrder();
      const refund = vi.spyOn(till.channel, 'refund').mockResolvedValue({ state: 'failed' });
      const asked = vi.spyOn(till.channel, 'queryRefund').mockResolvedValue({ state: 'failed' });
      await refundOrder({ ctx: createOperatorContext(ctx), orderNo: made.orderNo });
      await processDuePayments({ ctx });
      expect(await listRefunds(made.id)).toMatchObject([{ state: 'sent' }]);
      expect(asked).not.toHaveBeenCalled();
      ctx.pass(11 * MINUTE);
      await processDuePayments({ ctx });
      expect(await listRefunds(made.id)).toMatchObject([{ state: 'failed' }]);
      expect(asked).toHaveBeenCalledTimes(1);
      return { ...made, refund, asked, refundNo: `${made.tradeNo}R` };
    };
    const listOpen = async (refundNo: string) =>
      (await listOpenRefunds({ ctx })).filter((refund) => refund.refundNo === refundNo);

    it('is asked about again when it failed, then left to staff, and the buyer is told', async () => {
      const { id, orderNo, refundNo } = await stuckOrder();
      expect(await getState(id)).toBe('refunding');
      expect(
        (await listNoticeTitles()).filter((noticeTitle) => noticeTitle === STUCK),
      ).toHaveLength(1);
      expect(await listOpen(refundNo)).toMatchObject([
        { state: 'failed', channel: 'sandbox', orderNo, amountFen: 2_900, why: 'failed' },
      ]);
      const byHand = createOperatorContext(ctx, 'li', '转账退了');
      await confirmManualRefund({ ctx: byHand, refundNo });
      expect([await getState(id), await listOpen(refundNo)]).toEqual(['refunded', []]);
      await expect(confirmManualRefund({ ctx: byHand, refundNo })).rejects.toMatchObject({
        code: 409,
      });
      await expect(retryRefund({ ctx: byHand, refundNo })).rejects.toMatchObject({ code: 409 });
      const rows = await listAuditEntries({ ctx, orderNo, action: 'payment.byhand' });
      expect(rows).toMatchObject([{ actor: 'admin', detail: { by: 'li', why: '转账退了' } }]);
    });

    it('is sent again under the next number when the channel closed the first', async () => {
      const { id, refund, asked, refundNo, tradeNo } = await stuckOrder();
      await retryRefund({ ctx: createOperatorContext(ctx, 'li', '换了账户'), refundNo });
      refund.mockResolvedValue({ state: 'done' });
      await processDuePayments({ ctx });
      expect(await listRefunds(id)).toMatchObject([{ state: 'due', refund_no: `${tradeNo}R2` }]);
      await processDuePayments({ ctx });
      expect(await getState(id)).toBe('refunded');
      expect(refund.mock.calls.map(([one]) => one.refundNo)).toEqual([refundNo, `${tradeNo}R2`]);
      expect(asked.mock.calls.map(([one]) => one.refundNo)).toEqual([refundNo, refundNo]);
    });

    it('is sent again under the same number when the channel never took it', async () => {
      const { id, refund, asked, refundNo } = await stuckOrder();
      await retryRefund({ ctx: createOperatorContext(ctx, 'li', '余额补了'), refundNo });
      asked.mockResolvedValue({ state: 'missing' });
      refund.mockResolvedValue({ state: 'done' });
      await processDuePayments({ ctx });
      await processDuePayments({ ctx });
      expect(await getState(id)).toBe('refunded');
      expect(new Set(refund.mock.calls.map(([one]) => one.refundNo))).toEqual(new Set([refundNo]));
    });

    it('is settled by a late word of the channel, at once or the day after', async () => {
      const heard = await stuckOrder();
      const channel: Channel = {
        ...till.channel,
        verify: () => ({ kind: 'refund', refundNo: heard.refundNo }),
      };
      heard.asked.mockResolvedValue({ state: 'done' });
      const callback = { headers: new Headers(), body: Buffer.from('') };
      await handleNotice({ ctx, channel, callback, address: '' });
      await processDuePayments({ ctx });
      expect(await getState(heard.id)).toBe('refunded');
      vi.restoreAllMocks();
      const found = await stuckOrder();
      found.asked.mockResolvedValue({ state: 'done' });
      await processDuePayments({ ctx });
      expect(await getState(found.id)).toBe('refunding');
      ctx.pass(DAY + MINUTE);
      await processDuePayments({ ctx });
      expect(await getState(found.id)).toBe('refunded');
    });

    it('that is refused for days is asked about before it is given up', async () => {
      const given = await paidOrder();
      vi.spyOn(till.channel, 'refund').mockRejectedValue(new ChannelError('no', { code: 'POOR' }));
      const asked = vi.spyOn(till.channel, 'queryRefund');
      await refundOrder({ ctx: createOperatorContext(ctx), orderNo: given.orderNo });
      const passDays = async () => {
        for (let n = 0; n < 30; n += 1) {
          await processDuePayments({ ctx });
          ctx.pass(7 * HOUR);
        }
      };
      await passDays();
      expect(await listRefunds(given.id)).toMatchObject([{ state: 'failed', why: 'POOR' }]);
      expect(
        (await listNoticeTitles()).filter((noticeTitle) => noticeTitle === STUCK),
      ).toHaveLength(1);
      const other = await paidOrder();
      asked.mockResolvedValue({ state: 'done' });
      await refundOrder({ ctx: createOperatorContext(ctx), orderNo: other.orderNo });
      await passDays();
      expect(await getState(other.id)).toBe('refunded');
    });

    it('is asked for by its member, and agreed to or not by staff', async () => {
      const { id, orderNo } = await paidOrder();
      const requestOwnRefund = () =>
        requestRefund({ ...createOwner(id), input: { id, reason: '买错了' } });
      await requestOwnRefund();
      await expect(requestOwnRefund()).rejects.toMatchObject({ code: 409 });
      await refuseRefund({ ctx: createOperatorContext(ctx), orderNo, answer: '已经用了很久' });
      expect((await getOwnOrderDetail(createOwner(id))).refundRequest).toMatchObject({
        state: 'refused',
        answer: '已经用了很久',
      });
      await requestOwnRefund();
      await approveRefund({ ctx: createOperatorContext(ctx), orderNo });
      await processDuePayments({ ctx });
      expect(await getOwnOrderDetail(createOwner(id))).toMatchObject({
        state: 'refunded',
        refundRequest: { state: 'approved' },
      });
      await expect(approveRefund({ ctx, orderNo })).rejects.toMatchObject({ code: 409 });
    });

    it('is agreed to or refused, not both, by two of the staff at once', async () => {
      for (let n = 0; n < 5; n += 1) {
        const { id, orderNo } = await paidOrder();
        await requestRefund({ ...createOwner(id), input: { id, reason: '买错了' } });
        const said = await Promise.allSettled([
          approveRefund({ ctx: createOperatorContext(ctx), orderNo }),
          refuseRefund({ ctx: createOperatorContext(ctx), orderNo, answer: '已经用了很久' }),
        ]);
        expect(said.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
        const isAgreed = said[0].status === 'fulfilled';
        expect(await getOwnOrderDetail(createOwner(id))).toMatchObject({
          state: isAgreed ? 'refunding' : 'paid',
          refundRequest: { state: isAgreed ? 'approved' : 'refused' },
        });
      }
    });

    it('has an invoice before, which can be said better until it is issued', async () => {
      const { id, orderNo } = await paidOrder();
      const requestOwnInvoice = (title: string) =>
        requestInvoice({
          ...createOwner(id),
          input: { id, title, taxNo: '91310000MA1FL0000X', email: '' },
        });
      await requestOwnInvoice('某某公司');
      await requestOwnInvoice('某某有限公司');
      await issueInvoice({
        ctx: createOperatorContext(ctx),
        orderNo,
        number: '26312000000000000001',
        link: '',
      });
      expect((await getOwnOrderDetail(createOwner(id))).invoice).toMatchObject({
        title: '某某有限公司',
        state: 'issued',
        number: '26312000000000000001',
      });
      await expect(requestOwnInvoice('又一个')).rejects.toMatchObject({ code: 409 });
    });
  });
});
