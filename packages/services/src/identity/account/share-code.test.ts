import { runTransaction } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { describe, expect, it } from 'vitest';
import { addPlan } from '../../commerce/money/index.ts';
import { grantPrintingRewards, grantShareRewards } from '../../commerce/money/share-reward.ts';
import {
  addClient,
  addMember,
  addPrinter,
  addSoftware,
  addTemplate,
  createConfigInput,
  createTestContext,
  createPrintInput,
  TEST_PLAN,
  type TestContext,
} from '../../testing.ts';
import { savePrintConfig } from '../../printing/print-config/save.ts';
import { submitBatch } from '../../printing/printing/submission/submit.ts';
import { DAY } from '../../platform/time.ts';
import { bindShareCode, getInviter, getShareStatistics } from './share-code.ts';

const getCode = async (ctx: TestContext, id: number): Promise<string> =>
  (
    await ctx.db.kysely
      .selectFrom('member')
      .select('share_code')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).share_code;

const bind = async (ctx: TestContext, memberId: number, inviterId: number) =>
  bindShareCode({ ctx, memberId, shareCode: await getCode(ctx, inviterId) });

describeEachDatabase((open) => {
  const createWorld = async () => {
    const ctx = createTestContext(await open());
    const softwareId = await addSoftware(ctx, 'yunbiao');
    await addPlan({ ctx, alias: 'yunbiao', input: TEST_PLAN });
    const [inviter, fresh] = [await addMember(ctx, 'inviter'), await addMember(ctx, 'fresh')];
    const grantRewards = (memberId: number) =>
      runTransaction(ctx.db, (tx) => grantShareRewards({ ctx, tx, memberId, softwareId }));
    const countVipDays = async (memberId: number): Promise<number> => {
      const rows = await ctx.db.kysely
        .selectFrom('vip')
        .select(['starts_at', 'expires_at'])
        .where('member_id', '=', memberId)
        .execute();
      return rows.reduce((sum, row) => sum + row.expires_at - row.starts_at, 0) / DAY;
    };
    return { ctx, softwareId, inviter, fresh, reward: grantRewards, days: countVipDays };
  };

  describe('a share code', () => {
    // @spec share-code-bound-once
    it('is bound once, within 30 days, and shows who brought one', async () => {
      const { ctx, inviter, fresh } = await createWorld();
      expect(await getInviter({ ctx, memberId: fresh.id })).toBeNull();
      const bound = await bind(ctx, fresh.id, inviter.id);
      expect(bound.boundShareCode).toBe(await getCode(ctx, inviter.id));
      expect(await getInviter({ ctx, memberId: fresh.id })).toEqual({
        id: String(inviter.id),
        nickname: 'inviter',
        avatar: null,
      });
      await expect(bind(ctx, fresh.id, inviter.id)).rejects.toMatchObject({ code: 409 });
      const late = await addMember(ctx, 'too-late');
      ctx.pass(30 * DAY + 1);
      await expect(bind(ctx, late.id, inviter.id)).rejects.toMatchObject({ code: 409 });
    });

    it('is neither nobody’s, nor one’s own, nor in a circle, nor in one made by two at once', async () => {
      const { ctx, inviter, fresh } = await createWorld();
      const third = await addMember(ctx, 'third');
      const nobody = bindShareCode({ ctx, memberId: fresh.id, shareCode: 'AAAAAAA' });
      await expect(nobody).rejects.toMatchObject({ code: 400 });
      await expect(bind(ctx, fresh.id, fresh.id)).rejects.toMatchObject({ code: 400 });
      await bind(ctx, fresh.id, inviter.id);
      await bind(ctx, third.id, fresh.id);
      await expect(bind(ctx, inviter.id, third.id)).rejects.toMatchObject({ code: 400 });
      const [one, other] = [await addMember(ctx, 'one-at-once'), await addMember(ctx, 'other')];
      const both = await Promise.allSettled([
        bind(ctx, one.id, other.id),
        bind(ctx, other.id, one.id),
      ]);
      expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    });

    it('gives both seven days, once, and an inviter no more than ten times a year', async () => {
      const { ctx, inviter, fresh, reward, days } = await createWorld();
      expect(await reward(fresh.id)).toBe(false);
      await bind(ctx, fresh.id, inviter.id);
      await Promise.all([reward(fresh.id), reward(fresh.id)]);
      expect([await days(fresh.id), await days(inviter.id)]).toEqual([7, 7]);
      for (let n = 0; n < 10; n += 1) {
        const next = await addMember(ctx, `friend-${n}`);
        await bind(ctx, next.id, inviter.id);
        await reward(next.id);
        expect(await days(next.id)).toBe(7);
      }
      expect(await days(inviter.id)).toBe(70);
      const getStatistics = (memberId: number) => getShareStatistics({ ctx, memberId });
      expect(await getStatistics(inviter.id)).toEqual({
        invited: 11,
        rewarded: 10,
        rewardedThisYear: 10,
      });
      ctx.pass(366 * DAY);
      expect(await getStatistics(inviter.id)).toEqual({
        invited: 11,
        rewarded: 10,
        rewardedThisYear: 0,
      });
      expect(await getStatistics(fresh.id)).toEqual({
        invited: 0,
        rewarded: 0,
        rewardedThisYear: 0,
      });
    });

    it('tells both of the days they were given', async () => {
      const { ctx, inviter, fresh, reward } = await createWorld();
      await bind(ctx, fresh.id, inviter.id);
      await reward(fresh.id);
      const told = await ctx.db.kysely
        .selectFrom('notice')
        .select(['member_id', 'title', 'text', 'path'])
        .orderBy('id')
        .execute();
      const title = '分享码送你 VIP';
      const path = '/yunbiao/user';
      expect(told).toEqual([
        { member_id: fresh.id, title, path, text: expect.stringMatching(/^你由分享码注册.+ 7 天/) },
        { member_id: inviter.id, title, path, text: expect.stringMatching(/^用你的分享码.+ 7 天/) },
      ]);
    });

    it('is earned by 20 labels on a paired client, not on the virtual one, nor by 19', async () => {
      const { ctx, softwareId, inviter, fresh, days } = await createWorld();
      await bind(ctx, fresh.id, inviter.id);
      const clientId = await addClient(ctx, fresh.id, softwareId);
      const printerId = await addPrinter(ctx, clientId);
      const templateId = await addTemplate(ctx, softwareId, fresh.id);
      const input = createConfigInput(clientId, printerId);
      const config = await savePrintConfig({ ctx, memberId: fresh.id, input });
      const rows = Array.from({ length: 20 }, (_, n) => ({ 货号: String(n) }));
      await submitBatch({
        ctx,
        memberId: fresh.id,
        softwareId,
        input: { ...createPrintInput(config.id, templateId), rows, copies: 1 },
      });
      const details = await ctx.db.kysely.selectFrom('detail').select('id').execute();
      expect(details).toHaveLength(20);
      const print = (ids: number[]) =>
        ctx.db.kysely
          .updateTable('detail')
          .set({ state: 'printed' })
          .where('id', 'in', ids)
          .execute();
      await print(details.slice(1).map(({ id }) => id));
      expect(await grantPrintingRewards({ ctx })).toBe(0);
      await print(details.map(({ id }) => id));
      const setVirtual = (is_virtual: number) =>
        ctx.db.kysely.updateTable('client').set({ is_virtual }).execute();
      await setVirtual(1);
      expect(await grantPrintingRewards({ ctx })).toBe(0);
      await setVirtual(0);
      expect(await grantPrintingRewards({ ctx })).toBe(1);
      expect(await grantPrintingRewards({ ctx })).toBe(0);
      expect([await days(fresh.id), await days(inviter.id)]).toEqual([7, 7]);
    });
  });
});
