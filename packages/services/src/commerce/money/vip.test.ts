import { type Database, migrate, sql } from '@yunbiao/db';
import { describeEachDatabase, migrateUpTo } from '@yunbiao/db/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getMemberPlan } from '../../identity/software/entitlements.ts';
import { getPlanAndUsage } from '../../identity/software/get-vip.ts';
import { addSoftware, createTestContext, type TestContext } from '../../testing.ts';
import { DAY, toIso, SECOND } from '../../platform/time.ts';
import { confirmOrderTransfer } from './orders/order-admin.ts';
import { createOrder } from './orders/order-create.ts';
import { previewOrderPrice } from './product-price.ts';
import { addShop } from './testing.ts';

let serial = 0;

describeEachDatabase((open) => {
  let db: Database;
  let ctx: TestContext;
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
    ({ softwareId, memberId, monthly, yearly } = await addShop(ctx, serial));
  });

  const placeOrder = (productId: string, num = 1) =>
    createOrder({
      ctx,
      memberId,
      softwareId,
      input: { productId, num, payType: 'offline' },
    });
  const buyPlan = async (productId: string, num = 1): Promise<void> => {
    const { orderNo } = await placeOrder(productId, num);
    await confirmOrderTransfer({ ctx, orderNo });
    ctx.pass(11 * SECOND);
  };
  const getVip = () => getPlanAndUsage({ ctx, memberId, softwareId });
  const priceFor = (who: number | null, productId: string) =>
    previewOrderPrice({ ctx, softwareId, memberId: who, input: { productId, num: 1 } });

  describe('VIP of two plans', () => {
    it('is the dearer one for its own days only, whatever was bought of the cheaper one before', async () => {
      await buyPlan(monthly, 99);
      const end = ctx.now() - 11 * SECOND + 99 * 30 * DAY;
      const bought = ctx.now();
      await buyPlan(yearly);
      const dearEnd = bought + 365 * DAY;
      expect(await getVip()).toMatchObject({
        level: 2,
        name: '年付',
        expiresAt: toIso(end + 365 * DAY),
        entitlements: { clients: 10 },
        spans: [
          { name: '年付', level: 2, startsAt: toIso(bought), endsAt: toIso(dearEnd) },
          { name: '月付', level: 1, startsAt: toIso(dearEnd), endsAt: toIso(end + 365 * DAY) },
        ],
      });
      ctx.pass(365 * DAY);
      expect(await getVip()).toMatchObject({
        level: 1,
        name: '月付',
        expiresAt: toIso(end + 365 * DAY),
        entitlements: { clients: 5 },
        spans: [{ name: '月付' }],
      });
      ctx.pass(99 * 30 * DAY);
      expect(await getVip()).toMatchObject({ name: '免费', expiresAt: null, spans: [] });
    });

    it('is told with the price, before it is bought, exactly as it will be', async () => {
      await buyPlan(monthly, 2);
      for (const productId of [yearly, monthly]) {
        const { vip: told } = await priceFor(memberId, productId);
        const { orderNo } = await placeOrder(productId);
        await confirmOrderTransfer({ ctx, orderNo });
        expect((await getVip()).spans).toEqual(told);
        ctx.pass(11 * SECOND);
      }
      expect((await priceFor(null, yearly)).vip).toBeNull();
    });

    it('lets the cheaper one follow the dearer one, in whatever order they are paid', async () => {
      const [first, second] = [await placeOrder(monthly), await placeOrder(yearly)];
      await confirmOrderTransfer({ ctx, orderNo: second.orderNo });
      await confirmOrderTransfer({ ctx, orderNo: first.orderNo });
      const paid = ctx.now();
      ctx.pass(11 * SECOND);
      await buyPlan(yearly);
      const { spans } = await getMemberPlan(db.kysely, { memberId, softwareId, now: ctx.now() });
      expect(spans.map(({ name, endsAt }) => [name, (endsAt - paid) / DAY])).toEqual([
        ['年付', 730],
        ['月付', 760],
      ]);
    });

    it('says how it runs in the row that was added', async () => {
      await buyPlan(monthly);
      await buyPlan(yearly);
      const { detail } = await db.kysely
        .selectFrom('audit')
        .select('detail')
        .where('subject', '=', `vip:${memberId}`)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      expect(JSON.parse(detail)).toMatchObject({
        days: 365,
        spans: [{ productId: Number(yearly) }, { productId: Number(monthly) }],
      });
    });
  });

  it('keeps the VIP of an earlier version as it was', async () => {
    const old = await open({ empty: true });
    await migrateUpTo(old, '0004-search');
    const oldCtx = createTestContext(old);
    const software = await addSoftware(oldCtx, 'old');
    // Stored as that version did: the present functions expect more tables.
    const { id: member } = await old.kysely
      .insertInto('member')
      .values({
        username: 'old',
        username_key: 'old',
        password_hash: '',
        nickname: '',
        intro: '',
        company: '',
        share_code: 'old',
        avatar: null,
        cover: null,
        is_demo: 0,
        created_at: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id } = await old.kysely.selectFrom('product').select('id').executeTakeFirstOrThrow();
    const [at, end] = [oldCtx.now(), oldCtx.now() + 9 * DAY];
    await sql`insert into vip (member_id, software_id, product_id, expires_at, updated_at)
      values (${member}, ${software}, ${id}, ${end}, ${at})`.execute(old.kysely);
    await migrate(old);
    const now = await getMemberPlan(old.kysely, {
      memberId: member,
      softwareId: software,
      now: at,
    });
    expect(now).toMatchObject({ expiresAt: end, spans: [{ startsAt: at, endsAt: end }] });
  });
});
