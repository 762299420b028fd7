import type { Database } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getMemberPlan } from '../../identity/software/entitlements.ts';
import {
  runAsMember,
  createOperatorContext,
  createTestContext,
  type TestContext,
} from '../../testing.ts';
import { DAY, SECOND } from '../../platform/time.ts';
import { listAuditEntries } from './audit-list.ts';
import { addDiscount, listDiscounts } from './discounts-admin.ts';
import { confirmOrderTransfer } from './orders/order-admin.ts';
import { createOrder } from './orders/order-create.ts';
import { markOrderRefunded, refundOrder } from './orders/order-refund.ts';
import { previewOrderPrice } from './product-price.ts';
import { addShop } from './testing.ts';
import { grantVipWithoutOrder } from './vip/vip-admin.ts';

let serial = 0;

describeEachDatabase((open) => {
  let db: Database;
  let ctx: TestContext;
  let alias: string;
  let softwareId: number;
  let memberId: number;
  let username: string;
  let monthly: string;
  let yearly: string;

  beforeAll(async () => {
    db = await open();
  });
  beforeEach(async () => {
    ctx = createOperatorContext(createTestContext(db), 'li', '会员买错了');
    serial += 1;
    ({ alias, softwareId, username, memberId, monthly, yearly } = await addShop(ctx, serial));
  });

  const placeOrder = async (productId: string, discountCode = '') => {
    const input = { productId, num: 1, payType: 'offline' as const, discountCode };
    const order = await createOrder({
      ctx: runAsMember(ctx, memberId),
      memberId,
      softwareId,
      input,
    });
    ctx.pass(11 * SECOND);
    return order.orderNo;
  };
  const buyPlan = async (productId: string, discountCode = ''): Promise<string> => {
    const orderNo = await placeOrder(productId, discountCode);
    await confirmOrderTransfer({ ctx, orderNo });
    return orderNo;
  };
  const refund = (orderNo: string) => refundOrder({ ctx, orderNo });
  const getVip = () => getMemberPlan(db.kysely, { memberId, softwareId, now: ctx.now() });
  const listNotices = () =>
    db.kysely
      .selectFrom('notice')
      .select(['title', 'text'])
      .where('member_id', '=', memberId)
      .orderBy('id', 'desc')
      .execute();
  const listNoticeTitles = async () => (await listNotices()).map(({ title }) => title);
  const listNoticeTexts = async () => (await listNotices()).map(({ text }) => text);

  describe('a refund', () => {
    it('takes the days the order added, all that are left of them, and says so', async () => {
      const orderNo = await buyPlan(monthly);
      ctx.pass(10 * DAY);
      const { order: row, isNew, takenMs } = await refund(orderNo);
      expect([row.state, isNew, takenMs]).toEqual(['refunding', true, 20 * DAY]);
      expect(await getVip()).toMatchObject({ name: '免费', expiresAt: null, spans: [] });
      expect(await listNoticeTitles()).toEqual(['正在给你退款', '收到你的付款了']);
      await markOrderRefunded({ ctx, orderNo });
      expect(await listNoticeTitles()).toEqual(['退款已转出', '正在给你退款', '收到你的付款了']);
    });

    it('leaves the days of other orders, of the same plan and of another one', async () => {
      const first = await buyPlan(monthly);
      await buyPlan(monthly);
      await buyPlan(yearly);
      const before = (await getVip()).expiresAt ?? 0;
      await refund(first);
      const { spans, expiresAt } = await getVip();
      expect(expiresAt).toBe(before - 30 * DAY);
      expect(spans.map(({ name, startsAt, endsAt }) => [name, endsAt - startsAt])).toEqual([
        ['年付', expect.any(Number)],
        ['月付', expect.any(Number)],
      ]);
      const monthlyMs = (spans[1]?.endsAt ?? 0) - (spans[1]?.startsAt ?? 0);
      expect(Math.round(monthlyMs / DAY)).toBe(30);
    });

    it('of the dearer plan lets the cheaper one run at once', async () => {
      await buyPlan(monthly);
      const dear = await buyPlan(yearly);
      await refund(dear);
      expect(await getVip()).toMatchObject({ name: '月付' });
    });

    it('happens once, regardless of who asks at the same time', async () => {
      await buyPlan(monthly);
      const orderNo = await buyPlan(monthly);
      const both = await Promise.all([refund(orderNo), refund(orderNo)]);
      expect(both.filter(({ isNew }) => isNew)).toHaveLength(1);
      expect(await refund(orderNo)).toMatchObject({ isNew: false, takenMs: 0 });
      const { spans } = await getVip();
      expect(spans).toHaveLength(1);
      const ended = await Promise.all([1, 2].map(() => markOrderRefunded({ ctx, orderNo })));
      expect(ended.filter(({ isNew }) => isNew)).toHaveLength(1);
      await expect(confirmOrderTransfer({ ctx, orderNo })).rejects.toMatchObject({ code: 409 });
    });

    it('is refused for what was not paid, and cannot be finished before it is begun', async () => {
      const waits = await placeOrder(monthly);
      await expect(refund(waits)).rejects.toMatchObject({ code: 409 });
      const paid = await buyPlan(yearly);
      await expect(markOrderRefunded({ ctx, orderNo: paid })).rejects.toMatchObject({ code: 409 });
      await expect(refund('YB0')).rejects.toMatchObject({ code: 404 });
    });

    it('keeps the use of a code, and of what cost nothing ends at once', async () => {
      await addDiscount({ ctx, alias, input: { code: `gift${serial}`, percent: '100' } });
      const orderNo = await placeOrder(monthly, `gift${serial}`);
      expect(await refund(orderNo)).toMatchObject({ order: { state: 'refunded', payFen: 0 } });
      const input = { productId: monthly, num: 1, discountCode: `gift${serial}` };
      const { discount } = await previewOrderPrice({ ctx, softwareId, memberId, input });
      expect(discount?.text).toContain('已经用过');
      expect(await listDiscounts({ ctx, alias })).toMatchObject([{ uses: 1 }]);
      expect(await listNoticeTitles()).toEqual(['订单已退']);
      expect(await listNoticeTexts()).toEqual([
        expect.stringMatching(/^“.+”的 \d+ 天已从你的 VIP 里收回。$/),
      ]);
    });

    it('writes down who did it and why', async () => {
      const orderNo = await buyPlan(monthly);
      await refund(orderNo);
      const rows = await listAuditEntries({ ctx, username });
      const done = rows.map(({ action, actor, detail }) => [
        action,
        actor,
        detail['by'],
        detail['why'],
      ]);
      expect(done.slice(0, 2)).toEqual([
        ['vip.take', 'admin', 'li', '会员买错了'],
        ['order.refunding', 'admin', 'li', '会员买错了'],
      ]);
      expect(rows.at(-1)).toMatchObject({ action: 'order.create', member: username });
      expect(rows.at(-1)?.detail['by']).toBeUndefined();
    });
  });

  describe('VIP given by staff', () => {
    const grantDays = (days: string, rest: { planId?: string; reason?: string } = {}) =>
      grantVipWithoutOrder({
        ctx,
        username: username.toUpperCase(),
        alias,
        days,
        reason: '补偿',
        ...rest,
      });

    it('runs from the later of now and its end, is told, and leaves its reason to the audit', async () => {
      const { expiresAt } = await grantDays('7', { planId: monthly });
      expect(expiresAt).toBe(ctx.now() + 7 * DAY);
      // Without a plan, it extends the current plan.
      await grantDays('3');
      expect((await getVip()).expiresAt).toBe(expiresAt + 3 * DAY);
      const { text, path } = await db.kysely
        .selectFrom('notice')
        .selectAll()
        .where('member_id', '=', memberId)
        .orderBy('id')
        .executeTakeFirstOrThrow();
      expect([text, path]).toEqual(['月付，7 天已经加到你的 VIP 上。', `/${alias}/user`]);
      const [row] = await listAuditEntries({ ctx, username, action: 'vip' });
      expect(row).toMatchObject({ action: 'vip.grant', detail: { reason: '补偿', by: 'li' } });
    });

    it.each([
      ['0', {}, '天数不能小于 1'],
      ['x', {}, '天数'],
      ['4000', {}, '天数不能大于 3660'],
      ['7', {}, '用 --plan 写明送哪个'],
      ['7', { planId: '999999' }, '没有编号是 999999 的收费方案'],
      ['7', { reason: ' ' }, '请写明为什么送'],
    ])('of %s days with %o is refused with a sentence', async (days, rest, sentence) => {
      await expect(grantDays(days, rest)).rejects.toThrow(sentence);
      expect((await getVip()).expiresAt).toBeNull();
    });
  });

  it('a list of codes tells those that are over, not begun, used up and stopped', async () => {
    const addCode = (name: string, input: Record<string, string>) =>
      addDiscount({ ctx, alias, input: { code: `${name}${serial}`, ...input } });
    await addCode('over', { percent: '20', until: '2026-10-31' });
    await addCode('soon', { percent: '20', from: '2026-12-01' });
    await addCode('last', { percent: '20', total: '1' });
    await addCode('open', { percent: '20' });
    const orderNo = await placeOrder(monthly, `last${serial}`);
    const listStandings = async () =>
      (await listDiscounts({ ctx, alias })).map(({ standing }) => standing);
    expect(await listStandings()).toEqual(['over', 'soon', 'spent', 'on']);
    // An unpaid order that has timed out releases its use of the code, even before it is read.
    ctx.pass(8 * DAY);
    expect(await listStandings()).toEqual(['over', 'soon', 'on', 'on']);
    expect(orderNo).toMatch(/^YB/);
  });

  it('the audit is filtered by what was done, to which order, by whom, and read on in pages', async () => {
    const orderNo = await buyPlan(monthly);
    await refund(orderNo);
    const listActions = async (filters: Omit<Parameters<typeof listAuditEntries>[0], 'ctx'>) =>
      (await listAuditEntries({ ctx, ...filters })).map(({ action }) => action);
    expect(await listActions({ orderNo })).toEqual([
      'order.refunding',
      'order.paid',
      'order.create',
    ]);
    expect(await listActions({ orderNo, actor: 'member' })).toEqual(['order.create']);
    expect(await listActions({ username, action: 'order.paid' })).toEqual(['order.paid']);
    expect(await listActions({ username, word: '买错' })).toHaveLength(4);
    const all = await listAuditEntries({ ctx, username });
    const before = all[1]?.id ?? '';
    expect(await listAuditEntries({ ctx, username, before })).toEqual(all.slice(2));
    expect(await listAuditEntries({ ctx, word: '100%_不会有' })).toEqual([]);
    await expect(listActions({ actor: 'x' })).rejects.toMatchObject({ code: 400 });
    await expect(listActions({ action: "x' or 1=1" })).rejects.toMatchObject({ code: 400 });
    await expect(listActions({ before: '0' })).rejects.toMatchObject({ code: 404 });
  });
});
