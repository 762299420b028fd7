import type { Database } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { copyContextWithActor, VISITOR } from '../actor.ts';
import { changePassword } from '../account/passwords/change-password.ts';
import { login } from '../account/login.ts';
import { logout } from '../account/logout.ts';
import { resetPassword } from '../account/passwords/reset-password.ts';
import { authenticate, type SignedIn } from '../account/session.ts';
import { endOtherSessions, endSession } from '../account/sessions.ts';
import { setPassword } from '../account/passwords/set-password.ts';
import { revokeClient } from '../../printing/client/revoke.ts';
import { setClientField } from '../../printing/client/set-value.ts';
import { setStaffTitle } from '../../community/forum/index.ts';
import {
  addApiKey,
  addIpRule,
  deleteIpRule,
  revokeApiKey,
} from '../../printing/integration/index.ts';
import { addPlan, confirmOrderTransfer, createOrder } from '../../commerce/money/index.ts';
import { confirmPairing } from '../../printing/pairing/confirm.ts';
import { startPairing } from '../../printing/pairing/start.ts';
import { suspendMember, unsuspendMember } from '../software/suspension.ts';
import {
  addMember,
  addSoftware,
  runAsMember,
  createOperatorContext,
  createTestContext,
  TEST_PLAN,
  type TestContext,
  type TestMember,
} from '../../testing.ts';
import { HOUR } from '../../platform/time.ts';
import { renewWebhookSecret } from '../../printing/webhook/index.ts';
import { listSecurityEvents } from './list.ts';
import { recordRefusal } from './record-refusal.ts';
import { SECURITY_LOG_MS, deleteExpiredSecurityEvents } from './delete-expired.ts';

const password = 'correct horse 9';
const origin = { address: '203.0.113.7', userAgent: 'test' };

describeEachDatabase((open) => {
  let db: Database;
  let ctx: TestContext;
  let member: TestMember;
  let softwareId: number;
  let lines: Record<string, unknown>[];

  beforeEach(async () => {
    db = await open();
    lines = [];
    ctx = createTestContext(db);
    ctx.log.info = (message, fields) => void lines.push({ message, ...fields });
    softwareId = await addSoftware(ctx, 'shop');
    member = await addMember(ctx, '周敏');
  });

  const signedIn = async (token = member.token): Promise<SignedIn> => {
    const found = await authenticate({ ctx, token });
    if (!found) throw new Error('not signed in');
    return found;
  };
  const enter = (username: string, guess: string, address = origin.address) =>
    login({ ctx, input: { username, password: guess }, origin: { ...origin, address } });
  /** Oldest first, without the events from before the test. */
  const listWrittenEvents = async () =>
    (await listSecurityEvents({ ctx }))
      .toReversed()
      .map(({ kind, actor, subject, address, count }) =>
        [kind, actor, subject, address, count].join(' '),
      );

  describe('the security log', () => {
    it('has sign-ins, sign-outs, refused ones and changes of the password', async () => {
      const me = `member:${member.id}`;
      const { token } = await enter('周敏', password);
      await enter('周敏', 'wrong').catch(() => {});
      await enter('周敏', 'wrong').catch(() => {});
      await enter('hunter2-typed-here', 'wrong').catch(() => {});
      const change = { oldPassword: 'wrong', password: 'battery staple 7' };
      const own = {
        ctx: runAsMember(ctx, member.id),
        signedIn: await signedIn(token),
        address: origin.address,
      };
      await changePassword({ ...own, input: change }).catch(() => {});
      await changePassword({ ...own, input: { ...change, oldPassword: password } });
      await logout(own);
      await resetPassword({ ctx: createOperatorContext(ctx), username: '周敏' });
      const at = origin.address;
      expect(await listWrittenEvents()).toEqual([
        `register ${me} ${me} 127.0.0.1 1`,
        `login ${me} ${me} ${at} 1`,
        `login.refused visitor ${me} ${at} 2`,
        `login.refused visitor  ${at} 1`,
        `password.refused ${me} ${me} ${at} 1`,
        `password.change ${me} ${me} ${at} 1`,
        `logout ${me} ${me} ${at} 1`,
        `password.reset admin ${me}  1`,
      ]);
    });

    it('is written as often for names without an account as for an existing one', async () => {
      for (let n = 0; n < 40; n += 1) await enter(`nobody-${n}`, 'wrong').catch(() => {});
      expect((await listWrittenEvents()).at(-1)).toBe(
        `login.refused visitor  ${origin.address} 40`,
      );
    });

    it('has changes of the password that were turned away unread', async () => {
      const me = `member:${member.id}`;
      const { token } = await enter('周敏', password);
      const own = {
        ctx: runAsMember(ctx, member.id),
        signedIn: await signedIn(token),
        address: origin.address,
      };
      const input = { oldPassword: 'wrong', password: 'battery staple 7' };
      for (let n = 0; n < 22; n += 1) await changePassword({ ...own, input }).catch(() => {});
      expect((await listWrittenEvents()).slice(-2)).toEqual([
        `password.refused ${me} ${me} ${origin.address} 20`,
        `password.paused ${me} ${me} ${origin.address} 2`,
      ]);
    });

    it('has sign-ins that were turned away unread, and the first password of who had none', async () => {
      const me = `member:${member.id}`;
      for (let n = 0; n < 22; n += 1) await enter('周敏', 'wrong').catch(() => {});
      const none = { password_hash: '' };
      await db.kysely.updateTable('member').set(none).where('id', '=', member.id).execute();
      const own = { ctx: runAsMember(ctx, member.id), signedIn: await signedIn(), address: '' };
      await setPassword({ ...own, password: 'battery staple 7' });
      expect((await listWrittenEvents()).slice(1)).toEqual([
        `login.refused visitor ${me} ${origin.address} 20`,
        `login.paused visitor ${me} ${origin.address} 2`,
        `password.set ${me} ${me}  1`,
      ]);
    });

    it('has API keys, their secrets for signing, and the white list', async () => {
      const me = `member:${member.id}`;
      const mine = { ctx: runAsMember(ctx, member.id), memberId: member.id };
      const input = { name: 'ERP', kind: 'live', scopes: ['print'] } as const;
      const { item } = await addApiKey({ ...mine, input: { ...input, scopes: [...input.scopes] } });
      const key = `key:${item.id}`;
      await renewWebhookSecret({ ...mine, keyId: Number(item.id) });
      await revokeApiKey({ ...mine, id: Number(item.id) });
      const rule = await addIpRule({ ...mine, input: { network: '10.20.0.0/16', remark: '' } });
      await deleteIpRule({ ...mine, id: Number(rule.id) });
      expect((await listWrittenEvents()).slice(1)).toEqual([
        `key.add ${me} ${key}  1`,
        `webhook.secret ${me} ${key}  1`,
        `key.revoke ${me} ${key}  1`,
        `address.add ${me} ${me}  1`,
        `address.remove ${me} ${me}  1`,
      ]);
    });

    it('has sessions that were ended, and clients paired, switched and revoked', async () => {
      const me = `member:${member.id}`;
      const { token } = await enter('周敏', password);
      await enter('周敏', password);
      const { sessionId } = await signedIn(token);
      const mine = runAsMember(ctx, member.id);
      const own = { ctx: mine, signedIn: await signedIn(), address: '' };
      await endSession({ ...own, id: sessionId });
      await endOtherSessions(own);
      const machine = { machineName: '3 号仓', system: 'Linux', version: '0.1.0' };
      const { code } = await startPairing({
        ctx,
        input: machine,
        address: '198.51.100.2',
        software: null,
      });
      const input = { code, remark: '' };
      const client = await confirmPairing({ ctx: mine, memberId: member.id, softwareId, input });
      for (const value of ['0', '1'])
        await setClientField({
          ctx: mine,
          memberId: member.id,
          input: { id: client.id, field: 'enabled', value },
        });
      await revokeClient({ ctx: mine, memberId: member.id, id: Number(client.id) });
      expect((await listWrittenEvents()).slice(3)).toEqual([
        `session.end ${me} session:${sessionId}  1`,
        `session.endOthers ${me} ${me}  1`,
        `client.pair ${me} client:${client.id} 198.51.100.2 1`,
        `client.disable ${me} client:${client.id}  1`,
        `client.enable ${me} client:${client.id}  1`,
        `client.revoke ${me} client:${client.id}  1`,
      ]);
    });

    it('has what staff do to members, plans, orders and VIP, and what members order is not there', async () => {
      const me = `member:${member.id}`;
      const staff = createOperatorContext(ctx);
      await suspendMember({ ctx: staff, username: '周敏', alias: 'shop', reason: '滥用' });
      await unsuspendMember({ ctx: staff, username: '周敏', alias: 'shop' });
      await setStaffTitle({ ctx: staff, username: '周敏', title: '客服' });
      const { id: productId } = await addPlan({ ctx: staff, alias: 'shop', input: TEST_PLAN });
      const order = await createOrder({
        ctx: runAsMember(ctx, member.id),
        memberId: member.id,
        softwareId,
        input: { productId, num: 1, payType: 'offline' },
      });
      await confirmOrderTransfer({ ctx: staff, orderNo: order.orderNo });
      expect((await listWrittenEvents()).slice(1)).toEqual([
        `member.suspend admin ${me}  1`,
        `member.unsuspend admin ${me}  1`,
        `member.official admin ${me}  1`,
        `staff.plan.add admin product:${productId}  1`,
        `staff.order.paid admin order:${order.id}  1`,
        `staff.vip.grant admin vip:${member.id}  1`,
      ]);
    });

    it('holds no password, no token, and nothing of what was typed; the log’s lines neither', async () => {
      const { token, device } = await enter('周敏', password);
      await enter('my-secret-by-mistake', 'tr0ub4dor&3').catch(() => {});
      const { password: newPassword } = await resetPassword({
        ctx: createOperatorContext(ctx),
        username: '周敏',
      });
      const all = JSON.stringify([
        await db.kysely.selectFrom('security_event').selectAll().execute(),
        lines,
      ]);
      for (const secret of [
        password,
        token,
        device,
        newPassword,
        'my-secret-by-mistake',
        'tr0ub4dor',
      ])
        expect(all).not.toContain(secret);
      expect(lines).toContainEqual({
        message: 'security',
        kind: 'password.reset',
        actor: 'admin',
        count: 1,
        subject: `member:${member.id}`,
        address: '',
        detail: { sessionsEnded: 2 },
      });
    });

    it('is read by kind and by member', async () => {
      await addMember(ctx, '李雷');
      await enter('周敏', 'wrong').catch(() => {});
      const listKinds = async (ask: { kind?: string; username?: string }) =>
        (await listSecurityEvents({ ctx, ...ask })).map(({ kind }) => kind);
      expect(await listKinds({ username: '周敏' })).toEqual(['login.refused', 'register']);
      expect(await listKinds({ kind: 'register' })).toEqual(['register', 'register']);
      await expect(listKinds({ kind: 'nonsense' })).rejects.toMatchObject({ code: 400 });
      await expect(listKinds({ username: 'nobody' })).rejects.toMatchObject({ code: 404 });
    });
  });

  describe('refusals', () => {
    const refuse = (n: number, from = 1) =>
      recordRefusal({
        ctx,
        kind: 'right.refused',
        subject: 'call:print',
        from,
        address: `198.${18 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`,
      });
    const listRefusalRows = () =>
      db.kysely
        .selectFrom('security_event')
        .select(['address', 'count'])
        .where('kind', '=', 'right.refused')
        .orderBy('id')
        .execute();

    it('share one row an hour, are exact to 32, and then written at every doubling', async () => {
      for (let n = 0; n < 32; n += 1) await refuse(1);
      expect(await listRefusalRows()).toEqual([{ address: '198.18.0.1', count: 32 }]);
      for (let n = 0; n < 1_000 - 32; n += 1) await refuse(1);
      expect(await listRefusalRows()).toEqual([{ address: '198.18.0.1', count: 512 }]);
      ctx.pass(HOUR);
      await refuse(1);
      expect((await listRefusalRows()).map(({ count }) => count)).toEqual([512, 1]);
    });

    it('below the number that matters are not written', async () => {
      for (let n = 0; n < 7; n += 1) await refuse(1, 8);
      expect(await listRefusalRows()).toEqual([]);
      await refuse(1, 8);
      expect(await listRefusalRows()).toEqual([{ address: '198.18.0.1', count: 8 }]);
    });

    it('of more made-up names than rows leave what comes after them told apart', async () => {
      const me = `member:${member.id}`;
      const visitor = copyContextWithActor(ctx, VISITOR);
      const recordGuess = (among: string, subject: string, address = origin.address) =>
        recordRefusal({ ctx: visitor, kind: 'login.refused', address, among, subject });
      for (let n = 0; n < 1_200; n += 1) await recordGuess(`nobody-${n}`, '');
      await recordGuess('周敏', me);
      await recordGuess('周敏', me, '198.51.100.2');
      await refuse(1);
      expect((await listWrittenEvents()).slice(1)).toEqual([
        `login.refused visitor  ${origin.address} 1200`,
        `login.refused visitor ${me} ${origin.address} 1`,
        `login.refused visitor ${me} 198.51.100.2 1`,
        `right.refused system call:print 198.18.0.1 1`,
      ]);
    });

    it('from very many places take three hundred rows and one for all the others', async () => {
      for (let n = 0; n < 1_000; n += 1) await refuse(n);
      const all = await listRefusalRows();
      expect(all).toHaveLength(301);
      expect(all.at(-1)).toEqual({ address: '', count: 512 });
    });
  });

  it('a sweep takes what is older than half a year, and nothing else', async () => {
    ctx.pass(SECURITY_LOG_MS - 1);
    expect(await deleteExpiredSecurityEvents({ ctx })).toBe(0);
    await enter('周敏', password);
    ctx.pass(1);
    expect(await deleteExpiredSecurityEvents({ ctx })).toBe(1);
    expect((await listWrittenEvents()).map((writtenEvent) => writtenEvent.split(' ')[0])).toEqual([
      'login',
    ]);
  });
});
