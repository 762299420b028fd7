import { describeEachDatabase } from '@yunbiao/db/testing';
import { describe, expect, it } from 'vitest';
import { bindShareCode } from '../../identity/account/share-code.ts';
import {
  addMember,
  addSoftware,
  runAsMember,
  createOperatorContext,
  createTestContext,
  TEST_PLAN,
} from '../../testing.ts';
import { DAY, SECOND } from '../../platform/time.ts';
import { confirmOrderTransfer } from './orders/order-admin.ts';
import { createOrder } from './orders/order-create.ts';
import { refundOrder } from './orders/order-refund.ts';
import { addPlan } from './plans-admin.ts';

describeEachDatabase((open) => {
  /**
   * A new member who signed up with the inviter's code, and two plans: rewards are of the lower
   * one.
   */
  const createWorld = async () => {
    const ctx = createOperatorContext(createTestContext(await open()), 'li', '会员不想要了');
    const softwareId = await addSoftware(ctx, 'yunbiao');
    const monthly = (await addPlan({ ctx, alias: 'yunbiao', input: TEST_PLAN })).id;
    const more = { ...TEST_PLAN, name: '年付', price: '288', days: '365', level: '2' };
    const yearly = (await addPlan({ ctx, alias: 'yunbiao', input: more })).id;
    const [inviter, fresh] = [await addMember(ctx, 'inviter'), await addMember(ctx, 'fresh')];
    const { share_code: shareCode } = await ctx.db.kysely
      .selectFrom('member')
      .select('share_code')
      .where('id', '=', inviter.id)
      .executeTakeFirstOrThrow();
    await bindShareCode({ ctx, memberId: fresh.id, shareCode });
    const buyPlan = async (memberId: number, productId: string): Promise<string> => {
      ctx.pass(11 * SECOND);
      const input = { productId, num: 1, payType: 'offline' as const };
      const acting = runAsMember(ctx, memberId);
      const { orderNo } = await createOrder({ ctx: acting, memberId, softwareId, input });
      await confirmOrderTransfer({ ctx, orderNo });
      return orderNo;
    };
    /** Remaining days of each plan. */
    const getDaysByPlan = async (memberId: number): Promise<Record<string, number>> => {
      const rows = await ctx.db.kysely
        .selectFrom('vip')
        .innerJoin('product', 'product.id', 'vip.product_id')
        .select(['product.name', 'vip.starts_at', 'vip.expires_at'])
        .where('vip.member_id', '=', memberId)
        .execute();
      const left = rows.map(({ name, starts_at, expires_at }) => {
        const ms = expires_at - Math.max(starts_at, ctx.now());
        return [name, Math.round(ms / DAY)] as const;
      });
      return Object.fromEntries(left.filter(([, n]) => n > 0));
    };
    const refund = (orderNo: string) => refundOrder({ ctx, orderNo });
    const listNoticeTitles = async (memberId: number): Promise<string[]> => {
      const rows = await ctx.db.kysely
        .selectFrom('notice')
        .select(['title', 'text'])
        .where('member_id', '=', memberId)
        .orderBy('id')
        .execute();
      return rows.map(({ title, text }) => `${title}：${text}`);
    };
    return {
      ctx,
      monthly,
      yearly,
      inviter,
      fresh,
      buy: buyPlan,
      days: getDaysByPlan,
      refund,
      notices: listNoticeTitles,
    };
  };

  describe('the reward an order earned', () => {
    it('goes back with it from both sides, who read of it', async () => {
      const { yearly, inviter, fresh, buy, days, refund, notices } = await createWorld();
      const orderNo = await buy(fresh.id, yearly);
      expect([await days(fresh.id), await days(inviter.id)]).toEqual([
        { 年付: 365, 月付: 7 },
        { 月付: 7 },
      ]);
      await refund(orderNo);
      await refund(orderNo);
      expect([await days(fresh.id), await days(inviter.id)]).toEqual([{}, {}]);
      expect((await notices(fresh.id)).at(-1)).toContain('分享码为这一单送的天数也收回了');
      expect((await notices(inviter.id)).filter((item) => item.includes('收回'))).toHaveLength(1);
    });

    it('is no more than what is left of it, and takes nothing that was paid for', async () => {
      const { ctx, monthly, yearly, inviter, fresh, buy, days, refund } = await createWorld();
      const orderNo = await buy(fresh.id, yearly);
      ctx.pass(5 * DAY);
      await buy(inviter.id, monthly);
      expect(await days(inviter.id)).toEqual({ 月付: 32 });
      await refund(orderNo);
      expect(await days(inviter.id)).toEqual({ 月付: 30 });
      const again = await buy(fresh.id, yearly);
      expect(await days(inviter.id)).toEqual({ 月付: 37 });
      // Bought days are used first, then the reward, of which one day is left.
      ctx.pass(36 * DAY);
      expect(await days(inviter.id)).toEqual({ 月付: 1 });
      await refund(again);
      expect(await days(inviter.id)).toEqual({});
    });

    it('stays with another order, and may be earned again after a refund, once', async () => {
      const { monthly, inviter, fresh, buy, days, refund } = await createWorld();
      const first = await buy(fresh.id, monthly);
      const second = await buy(fresh.id, monthly);
      await refund(second);
      expect(await days(inviter.id)).toEqual({ 月付: 7 });
      await refund(first);
      expect([await days(fresh.id), await days(inviter.id)]).toEqual([{}, {}]);
      await buy(fresh.id, monthly);
      await buy(fresh.id, monthly);
      expect([await days(fresh.id), await days(inviter.id)]).toEqual([{ 月付: 67 }, { 月付: 7 }]);
    });
  });
});
