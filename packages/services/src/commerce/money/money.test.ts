import { type Database, runTransaction } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getMemberPlan } from '../../identity/software/entitlements.ts';
import { getSoftware } from '../../identity/software/find.ts';
import { setSoftwareState } from '../../identity/software/update.ts';
import {
  addMember,
  addSoftware,
  runAsMember,
  createOperatorContext,
  createTestContext,
  TEST_PLAN,
  type TestContext,
} from '../../testing.ts';
import { CHINA, DAY, getCalendarDay, SECOND } from '../../platform/time.ts';
import { addDiscount, disableDiscount } from './discounts-admin.ts';
import { listAllOrders, closeOrder, confirmOrderTransfer } from './orders/order-admin.ts';
import { createOrder } from './orders/order-create.ts';
import { exportOrders } from './orders/order-export.ts';
import type { OrderFilters } from './orders/order-filters.ts';
import { expireOrders } from './orders/order-expiry.ts';
import { closeOwnOrder, getOwnOrderDetail, listOwnOrders } from './orders/order-own.ts';
import { transitionOrder } from './orders/order-state.ts';
import { addPlan, setPlanField, setPlanState } from './plans-admin.ts';
import { previewOrderPrice } from './product-price.ts';
import { listProductsOnSale } from './products.ts';
import { addShop } from './testing.ts';

let serial = 0;

describeEachDatabase((open) => {
  let db: Database;
  let ctx: TestContext;
  let alias: string;
  let softwareId: number;
  let memberId: number;
  let monthly: string;
  let yearly: string;

  beforeAll(async () => {
    db = await open();
  });
  beforeEach(async () => {
    ctx = createTestContext(db);
    serial += 1;
    ({ alias, softwareId, memberId, monthly, yearly } = await addShop(ctx, serial));
  });

  const addCode = (name: string, input: Record<string, string>) =>
    addDiscount({ ctx, alias, input: { code: `${name}${serial}`, ...input } });
  const previewPrice = (productId: string, discountCode = '', num = 1, who: number | null = null) =>
    previewOrderPrice({ ctx, softwareId, memberId: who, input: { productId, num, discountCode } });
  const placeOrder = (
    productId: string,
    rest: { discountCode?: string; num?: number; payFen?: number } = {},
    who = memberId,
  ) =>
    createOrder({
      ctx: runAsMember(ctx, who),
      memberId: who,
      softwareId,
      input: { productId, num: 1, payType: 'offline', ...rest },
    });
  const getVip = () => getMemberPlan(db.kysely, { memberId, softwareId, now: ctx.now() });
  const confirm = (orderNo: string) =>
    confirmOrderTransfer({ ctx: createOperatorContext(ctx), orderNo });
  const listActions = async (subject: string) => {
    const rows = await db.kysely
      .selectFrom('audit')
      .select(['action', 'actor'])
      .where('subject', '=', subject)
      .orderBy('id')
      .execute();
    return rows.map(({ action, actor }) => `${actor} ${action}`);
  };

  describe('a price', () => {
    it('is price times number, with the code’s reduction and its words', async () => {
      await addCode('ba', { percent: '20', products: yearly, until: '2026-11-30' });
      expect(await previewPrice(monthly, '', 3)).toMatchObject({
        payFen: 8_700,
        days: 90,
        discount: null,
      });
      expect(await previewPrice(yearly, ` ｂａ${serial} `)).toMatchObject({
        amountFen: 28_800,
        discountFen: 5_760,
        payFen: 23_040,
        discount: { ok: true, text: '8 折，已减 ¥57.60。11 月 30 日前下单有效。' },
      });
    });

    it('says the condition of a code that has one', async () => {
      await addCode('cond', { amount: '50', minimum: '200' });
      expect((await previewPrice(yearly, `cond${serial}`)).discount?.text).toMatch(
        /^满 ¥200 减 ¥50，已减 ¥50/,
      );
    });

    it('answers a code that does not work with why, and takes nothing off', async () => {
      await addCode('over', { percent: '20', until: '2026-10-31' });
      await addCode('soon', { percent: '20', from: '2026-12-01' });
      await addCode('year', { percent: '20', products: yearly });
      await addCode('full', { amount: '50', minimum: '100' });
      await addCode('gone', { percent: '20' });
      await disableDiscount({ ctx, code: `gone${serial}` });
      const texts = await Promise.all(
        ['none', 'over', 'soon', 'year', 'full', 'gone'].map(async (name) => {
          const answer = await previewPrice(monthly, `${name}${serial}`);
          expect(answer).toMatchObject({ payFen: 2_900, discountFen: 0, discount: { ok: false } });
          return answer.discount?.text;
        }),
      );
      expect(texts).toEqual([
        '没有这个码，看看 0 和 O、1 和 I',
        '10 月 31 日已过期',
        '12 月 1 日开始可用',
        '不能用于这个方案，可用于年付',
        '满 ¥100 才能用，还差 ¥71',
        '这个码已停用',
      ]);
    });

    it('knows nothing of another software’s plans and codes, but whose a code that works there is', async () => {
      const other = `other${serial}`;
      await addSoftware(ctx, other);
      await addDiscount({ ctx, alias: other, input: { code: `x-${other}`, percent: '50' } });
      const foreign = await addPlan({ ctx, alias: other, input: TEST_PLAN });
      const getDiscountText = async () => {
        const { discount, discountFen } = await previewPrice(monthly, `x-${other}`);
        expect([discount?.ok, discount?.endsAt, discountFen]).toEqual([false, null, 0]);
        return discount?.text;
      };
      const { name } = await getSoftware(ctx, { alias: other });
      expect(await getDiscountText()).toBe(`这个码用于${name}`);
      await setSoftwareState({ ctx, alias: other, state: 'offline', reason: '维护' });
      expect(await getDiscountText()).toContain('没有这个码');
      await setSoftwareState({ ctx, alias: other, state: 'online' });
      await disableDiscount({ ctx, code: `x-${other}` });
      expect(await getDiscountText()).toContain('没有这个码');
      await expect(previewPrice(foreign.id)).rejects.toMatchObject({ code: 404 });
    });
  });

  describe('an order', () => {
    it('costs what was shown, or is refused with the new price', async () => {
      await setPlanField({ ctx, id: monthly, field: 'price', value: '39' });
      await expect(placeOrder(monthly, { payFen: 2_900 })).rejects.toMatchObject({
        code: 409,
        message: '价格变了，现在要付 ¥39，看过再提交',
      });
      expect(await placeOrder(monthly, { payFen: 3_900 })).toMatchObject({
        state: 'pending',
        orderNo: expect.stringMatching(/^YB\d{16}$/),
      });
    });

    it('is one for a double click, and two after it', async () => {
      const [a, b] = await Promise.all([placeOrder(monthly), placeOrder(monthly)]);
      expect(a.id).toBe(b.id);
      ctx.pass(11 * SECOND);
      expect((await placeOrder(monthly)).id).not.toBe(a.id);
    });

    it('is not made for the free plan, one off sale, or a way to pay that is not there', async () => {
      const [free] = await listProductsOnSale({ ctx, softwareId });
      await expect(placeOrder(free?.id ?? '')).rejects.toMatchObject({ code: 400 });
      await setPlanState({ ctx, id: monthly, state: 'off' });
      await expect(placeOrder(monthly)).rejects.toMatchObject({ code: 404 });
      const input = { productId: yearly, num: 1, payType: 'alipay' as const };
      await expect(createOrder({ ctx, memberId, softwareId, input })).rejects.toMatchObject({
        message: '这种付款方式还没有开通',
      });
    });

    it('sells the last use of a code once', async () => {
      await addCode('last', { percent: '20', total: '1' });
      const others = await Promise.all([1, 2, 3].map((n) => addMember(ctx, `r${serial}-${n}`)));
      const made = await Promise.allSettled(
        others.map(({ id }) => placeOrder(monthly, { discountCode: `last${serial}` }, id)),
      );
      const won = made.flatMap((item) => (item.status === 'fulfilled' ? [item.value] : []));
      const lost = made.flatMap((item) =>
        item.status === 'rejected' ? [item.reason as unknown] : [],
      );
      expect(won).toMatchObject([{ payFen: 2_320 }]);
      for (const reason of lost)
        expect(reason).toMatchObject({ code: 400, message: expect.stringContaining('已经用完') });
    });

    it('reserves a use of its code while it waits, and gives it back when it closes', async () => {
      await addCode('once', { percent: '20' });
      const discountCode = `once${serial}`;
      const first = await placeOrder(monthly, { discountCode });
      expect((await previewPrice(monthly, discountCode, 1, memberId)).discount?.text).toContain(
        '已经用过',
      );
      await closeOwnOrder({ ctx, memberId, softwareId, id: first.id });
      expect((await previewPrice(monthly, discountCode, 1, memberId)).discount?.ok).toBe(true);
      ctx.pass(11 * SECOND);
      const second = await placeOrder(monthly, { discountCode });
      await expect(confirm(first.orderNo)).rejects.toMatchObject({ code: 409 });
      await confirm(second.orderNo);
      expect((await previewPrice(monthly, discountCode, 1, memberId)).discount?.ok).toBe(false);
    });

    it('keeps its use of a code when it is refunded', async () => {
      await addCode('back', { percent: '20' });
      const discountCode = `back${serial}`;
      const { orderNo, id } = await placeOrder(monthly, { discountCode });
      await confirm(orderNo);
      for (const to of ['refunding', 'refunded'] as const) {
        await runTransaction(db, async (tx) => {
          const row = await tx
            .selectFrom('member_order')
            .selectAll()
            .where('id', '=', Number(id))
            .executeTakeFirstOrThrow();
          await transitionOrder({ ctx, tx, row, to });
        });
        const own = { ctx, memberId, softwareId, id };
        expect((await getOwnOrderDetail(own)).state).toBe(to);
        expect((await previewPrice(monthly, discountCode, 1, memberId)).discount).toMatchObject({
          ok: false,
          text: '你已经用过这个码了',
        });
      }
    });

    it('that lapsed and was not swept yet is not paid with a use others have taken since', async () => {
      await addCode('late', { percent: '20', total: '1' });
      const discountCode = `late${serial}`;
      const first = await placeOrder(monthly, { discountCode });
      ctx.pass(7 * DAY);
      const other = (await addMember(ctx, `late-${serial}`)).id;
      const second = await placeOrder(monthly, { discountCode }, other);
      const { state } = await db.kysely
        .selectFrom('member_order')
        .select('state')
        .where('order_no', '=', first.orderNo)
        .executeTakeFirstOrThrow();
      expect(state).toBe('pending');
      await expect(confirm(first.orderNo)).rejects.toMatchObject({
        code: 409,
        message: expect.stringContaining('次数已经被用完'),
      });
      expect(await confirm(second.orderNo)).toMatchObject({ order: { state: 'paid' } });
    });

    it('that costs nothing is paid at once', async () => {
      await addCode('gift', { percent: '100' });
      const paid = await placeOrder(monthly, { discountCode: `gift${serial}` });
      expect(paid).toMatchObject({ state: 'paid', payFen: 0 });
      expect(await getVip()).toMatchObject({ name: '月付', expiresAt: ctx.now() + 30 * DAY });
    });

    it('extends VIP from the later of now and its end, once, and writes it down', async () => {
      const first = await placeOrder(monthly, { num: 2 });
      const both = await Promise.all([confirm(first.orderNo), confirm(first.orderNo)]);
      expect(both.filter(({ isNew }) => isNew)).toHaveLength(1);
      const told = db.kysely
        .selectFrom('notice')
        .select(['kind', 'path'])
        .where('kind', '=', 'order');
      expect(await told.where('member_id', '=', memberId).execute()).toEqual([
        { kind: 'order', path: expect.stringMatching(/^\/[\w-]+\/user\/order\?id=\d+$/) },
      ]);
      const end = ctx.now() + 60 * DAY;
      expect(await getVip()).toMatchObject({ name: '月付', expiresAt: end });
      ctx.pass(DAY);
      await confirm((await placeOrder(yearly)).orderNo);
      expect(await getVip()).toMatchObject({ name: '年付', expiresAt: end + 365 * DAY });
      expect(await listActions(`order:${first.id}`)).toEqual([
        `member:${memberId} order.create`,
        'admin order.paid',
      ]);
      expect(await listActions(`vip:${memberId}`)).toEqual(['admin vip.grant', 'admin vip.grant']);
    });

    it('closes unpaid after 7 days, and late money is still honoured', async () => {
      const waits = await placeOrder(monthly);
      ctx.pass(7 * DAY);
      const { list } = await listOwnOrders({ ctx, memberId, softwareId, lastId: undefined });
      expect(list).toMatchObject([{ state: 'closed', closedAt: waits.expiresAt }]);
      expect(await confirm(waits.orderNo)).toMatchObject({ order: { state: 'paid' } });
      const own = { ctx, memberId, softwareId, id: waits.id };
      await expect(closeOwnOrder(own)).rejects.toMatchObject({ code: 409 });
      await expect(closeOrder({ ctx, orderNo: waits.orderNo })).rejects.toMatchObject({
        code: 409,
      });
    });

    it('is found by state, day, number and plan, and by its owner alone', async () => {
      const first = await placeOrder(monthly);
      await confirm(first.orderNo);
      ctx.pass(2 * DAY);
      const second = await placeOrder(yearly);
      const list = async (filters: OrderFilters) =>
        (await listOwnOrders({ ctx, memberId, softwareId, lastId: undefined, filters })).list.map(
          ({ orderNo }) => orderNo,
        );
      const getDay = (at: string) => getCalendarDay(Date.parse(at), CHINA);
      expect(await list({})).toEqual([second.orderNo, first.orderNo]);
      expect(await list({ state: 'paid' })).toEqual([first.orderNo]);
      expect(await list({ state: 'pending' })).toEqual([second.orderNo]);
      expect(await list({ to: getDay(first.createdAt) })).toEqual([first.orderNo]);
      expect(await list({ from: getDay(second.createdAt) })).toEqual([second.orderNo]);
      expect(await list({ q: first.orderNo.slice(2, 12) })).toEqual([first.orderNo]);
      expect(await list({ q: '年付' })).toEqual([second.orderNo]);
      // Pattern characters are matched literally.
      expect(await list({ q: '%' })).toEqual([]);
      await expect(list({ from: '2026-12-02', to: '2026-12-01' })).rejects.toMatchObject({
        code: 400,
      });
      const stranger = { ctx, memberId: memberId + 1, softwareId, lastId: undefined };
      expect((await listOwnOrders({ ...stranger, filters: {} })).list).toEqual([]);
    });

    it('is exported as it is filtered, in yuan and the words of the page', async () => {
      const first = await placeOrder(monthly);
      await confirm(first.orderNo);
      await placeOrder(yearly);
      const stream = exportOrders({ ctx, memberId, softwareId, filters: { state: 'paid' } });
      const [sheet] = (await readXlsx(new Uint8Array(await new Response(stream).arrayBuffer())))
        .sheets;
      const [head, ...rows] = sheet?.rows ?? [];
      expect(head?.slice(0, 3)).toEqual(['订单号', '商品', '数量']);
      expect(rows).toHaveLength(1);
      expect(rows[0]).toEqual(
        expect.arrayContaining([first.orderNo, '月付', first.payFen / 100, '对公转账', '已付款']),
      );
      expect(() =>
        exportOrders({
          ctx,
          memberId,
          softwareId,
          filters: { from: '2026-12-02', to: '2026-12-01' },
        }),
      ).toThrow('开始日期不能晚于结束日期');
    });

    it('of everybody is closed by the sweep, and listed for staff', async () => {
      const { orderNo } = await placeOrder(monthly);
      ctx.pass(7 * DAY);
      expect(await expireOrders({ ctx })).toBeGreaterThan(0);
      expect(await expireOrders({ ctx })).toBe(0);
      const shown = await listAllOrders({ ctx, state: 'closed' });
      expect(shown.map((item) => item.orderNo)).toContain(orderNo);
    });

    it('is 404 for every other member', async () => {
      const { id } = await placeOrder(monthly);
      const stranger = (await addMember(ctx, `stranger-${serial}`)).id;
      const foreign = { ctx, memberId: stranger, softwareId, id };
      await expect(getOwnOrderDetail(foreign)).rejects.toMatchObject({ code: 404 });
      await expect(closeOwnOrder(foreign)).rejects.toMatchObject({ code: 404 });
      expect(await getOwnOrderDetail({ ...foreign, memberId })).toMatchObject({ state: 'pending' });
    });

    it('says where to transfer to while it is waited for, when that is set', async () => {
      const payAccount = { name: '云标科技', bank: '某某银行', number: '6222 0200' };
      const set = { ...ctx, settings: { ...ctx.settings, payAccount } };
      const { id } = await placeOrder(monthly);
      const own = { memberId, softwareId, id };
      expect((await getOwnOrderDetail({ ctx, ...own })).payAccount).toBeNull();
      const detail = await getOwnOrderDetail({ ctx: set, ...own });
      expect(detail).toMatchObject({ payAccount, leftS: 7 * 86_400 });
      await closeOwnOrder({ ctx, ...own });
      expect((await getOwnOrderDetail({ ctx: set, ...own })).payAccount).toBeNull();
    });

    it('waits at most five times unpaid', async () => {
      for (let num = 1; num <= 5; num += 1) await placeOrder(monthly, { num });
      await expect(placeOrder(monthly, { num: 6 })).rejects.toMatchObject({ code: 409 });
    });
  });
});
