import type { Database } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { changePassword } from '../account/passwords/change-password.ts';
import { login } from '../account/login.ts';
import { authenticate, type SignedIn } from '../account/session.ts';
import { SendFailure } from '../../platform/contact-vendor.ts';
import { addMember, runAsMember, createTestContact, createTestContext } from '../../testing.ts';
import { DAY, MINUTE, SECOND } from '../../platform/time.ts';
import { sendBindCode, getBindCodeState } from './request-bind-code.ts';
import { bindContact, unbindContact } from './bind.ts';
import { deleteExpiredContactRows } from './delete-expired.ts';
import { chargeOnce } from './testing.ts';

const password = 'correct horse 9';
let phones = 0;
let places = 0;
/** A number that has received no message yet. */
const nextPhone = (): string => `138${String(++phones).padStart(8, '0')}`;

describeEachDatabase((open) => {
  let db: Database;
  beforeAll(async () => {
    db = await open();
  });

  const createWorld = async (
    username: string,
    options: Parameters<typeof createTestContact>[0] = {},
  ) => {
    const contact = createTestContact(options);
    places += 1;
    const address = `10.${places >> 8}.${places & 255}.1`;
    const base = { ...createTestContext(db), contact };
    const member = await addMember(base, username);
    const ctx = { ...runAsMember(base, member.id), contact, now: base.now, pass: base.pass };
    const signedIn = async (): Promise<SignedIn> => {
      const found = await authenticate({ ctx, token: member.token });
      if (!found) throw new Error('signed out');
      return found;
    };
    const requestCode = async (
      kind: 'email' | 'phone',
      target: string,
      rest: { password?: string; address?: string } = {},
    ) =>
      sendBindCode({
        ctx,
        signedIn: await signedIn(),
        input: { kind, target, password: rest.password ?? password },
        address: rest.address ?? address,
      });
    const bind = (ticket: string, code: string) =>
      bindContact({ ctx, memberId: member.id, input: { ticket, code }, address });
    /** Requests a code and binds the target. */
    const bindTarget = async (kind: 'email' | 'phone', target: string) => {
      const { ticket } = await requestCode(kind, target);
      await contact.flush();
      return bind(ticket, contact.getLastCode());
    };
    const unbind = async (kind: 'email' | 'phone', typed = password) =>
      unbindContact({
        ctx,
        signedIn: await signedIn(),
        input: { kind, password: typed },
        address,
      });
    return {
      ctx,
      address,
      contact,
      member,
      signedIn,
      ask: requestCode,
      bind,
      bound: bindTarget,
      unbind,
    };
  };
  const listNotices = (memberId: number) =>
    db.kysely
      .selectFrom('notice')
      .select(['title', 'text', 'kind'])
      .where('member_id', '=', memberId)
      .orderBy('id')
      .execute();
  const listEvents = (memberId: number) =>
    db.kysely
      .selectFrom('security_event')
      .select(['kind', 'detail'])
      .where('subject', '=', `member:${memberId}`)
      .where('kind', 'like', 'co%')
      .orderBy('id')
      .execute();

  describe('binding', () => {
    it('takes the code, shows what is bound in part only, and writes it down', async () => {
      const { contact, member, ask, bind, signedIn } = await createWorld('binds');
      const to = nextPhone();
      const asked = await ask('phone', `+86 ${to}`);
      expect(asked).toMatchObject({ target: expect.stringMatching(/^138\*{4}\d{4}$/) });
      // Nothing is sent before the response.
      expect(contact.sent).toEqual([]);
      await contact.flush();
      expect(contact.sent).toEqual([
        { kind: 'phone', to, code: expect.stringMatching(/^\d{6}$/), purpose: 'bind', minutes: 10 },
      ]);
      const info = await bind(asked.ticket, contact.getLastCode());
      expect(info.phone).toBe(asked.target);
      expect((await signedIn()).member.phone).toBe(to);
      expect(await listEvents(member.id)).toEqual([
        { kind: 'contact.bind', detail: '{"kind":"phone"}' },
      ]);
      expect(await listNotices(member.id)).toEqual([]);
    });

    it('lets one sign in by what is bound, however it is typed', async () => {
      const { ctx, address, member, bound, unbind } = await createWorld('signs-in-by');
      const to = nextPhone();
      await bound('phone', to);
      await bound('email', 'Signs.In@Example.com');
      const origin = { address, userAgent: 'test' };
      const enter = (username: string, typed = password) =>
        login({ ctx, input: { username, password: typed }, origin });
      for (const typed of [to, `+86 ${to}`, 'signs.in@example.com', ' SIGNS.IN@EXAMPLE.COM '])
        expect((await enter(typed)).userInfo.id).toBe(String(member.id));
      await expect(enter(to, 'wrong')).rejects.toMatchObject({ message: '账号或密码不对' });
      await unbind('phone');
      await expect(enter(to)).rejects.toMatchObject({ message: '账号或密码不对' });
    });

    it('takes a user name that reads like a telephone for the name it is', async () => {
      const { ctx, address, bound } = await createWorld('138-0013-9999');
      await bound('phone', '13900139999');
      const other = await createWorld('other-telephone');
      await other.bound('phone', '13800139999');
      const origin = { address, userAgent: 'test' };
      const username = '138-0013-9999';
      const { userInfo } = await login({ ctx, input: { username, password }, origin });
      expect(userInfo.username).toBe(username);
    });

    it('wants the password of an account that has one, and guesses at it are capped', async () => {
      const { contact, ask } = await createWorld('has-password');
      const target = nextPhone();
      await expect(ask('phone', target, { password: '' })).rejects.toMatchObject({
        code: 400,
        data: { fields: { password: '现在的密码不对' } },
      });
      const codes: number[] = [];
      for (let n = 0; n < 25; n += 1)
        await ask('phone', target, { password: `guess ${n}` }).catch((e: { code: number }) =>
          codes.push(e.code),
        );
      expect(codes.filter((code) => code === 429).length).toBeGreaterThan(3);
      await contact.flush();
      expect(contact.sent).toEqual([]);
    });

    it('wants none of an account without one', async () => {
      const { ctx, member, ask, contact, bind } = await createWorld('no-password');
      await ctx.db.kysely
        .updateTable('member')
        .set({ password_hash: '', wechat_bound: 1 })
        .where('id', '=', member.id)
        .execute();
      const { ticket } = await ask('email', 'no-password@example.com', { password: '' });
      await contact.flush();
      expect((await bind(ticket, contact.getLastCode())).email).toBe('n***@example.com');
    });

    it.each([
      ['phone', '12345'],
      ['phone', 'a@b.cn'],
      ['email', '13800138000'],
      ['email', 'a@b'],
    ] as const)('refuses %s %s', async (kind, target) => {
      const { ask } = await createWorld(`wrong-${kind}-${target.length}`);
      await expect(ask(kind, target)).rejects.toMatchObject({
        code: 400,
        data: { fields: { target: expect.any(String) } },
      });
    });

    it('tells of another owner only to anyone who has the code', async () => {
      const [one, two] = [await createWorld('has-it'), await createWorld('wants-it')];
      await one.bound('email', 'shared@example.com');
      one.ctx.pass(MINUTE);
      two.ctx.pass(MINUTE);
      const { ticket } = await two.ask('email', 'shared@example.com');
      await two.contact.flush();
      await expect(two.bind(ticket, two.contact.getLastCode())).rejects.toMatchObject({
        code: 409,
      });
      expect((await one.signedIn()).member.email).toBe('shared@example.com');
      expect((await two.signedIn()).member.email).toBeNull();
    });

    it('puts another one in the place of the first, and tells the member', async () => {
      const { member, bound, ask } = await createWorld('changes-it');
      await bound('email', 'first@example.com');
      await expect(ask('email', 'FIRST@example.com')).rejects.toMatchObject({
        data: { fields: { target: '现在绑定的就是这个邮箱' } },
      });
      expect((await bound('email', 'second@example.com')).email).toBe('s***@example.com');
      expect(await listNotices(member.id)).toMatchObject([
        { kind: 'account', title: '邮箱换了', text: expect.stringContaining('f***@example.com') },
      ]);
    });

    it('says when nothing could be sent, and why', async () => {
      const { ctx, contact, member, ask } = await createWorld('not-sent');
      contact.failure = new SendFailure('refused', '短信服务说这个手机号不对');
      const { ticket } = await ask('phone', nextPhone());
      const getState = () => getBindCodeState({ ctx, memberId: member.id, ticket });
      expect(await getState()).toEqual({ state: 'sending', why: '' });
      await contact.flush();
      expect(await getState()).toEqual({ state: 'failed', why: '短信服务说这个手机号不对' });
      contact.failure = null;
      const other = await ask('phone', nextPhone());
      await contact.flush();
      expect(
        await getBindCodeState({ ctx, memberId: member.id, ticket: other.ticket }),
      ).toMatchObject({ state: 'sent' });
      await expect(
        getBindCodeState({ ctx, memberId: member.id + 1, ticket }),
      ).rejects.toMatchObject({ code: 404 });
    });

    it('is not offered where the site cannot send, nor while too much waits to be sent', async () => {
      const { ask, contact } = await createWorld('nowhere', { most: 1 });
      await ask('phone', nextPhone());
      await expect(ask('phone', nextPhone())).rejects.toMatchObject({ code: 503 });
      await contact.flush();
      contact.phone = null;
      await expect(ask('phone', nextPhone())).rejects.toMatchObject({ code: 404 });
      contact.email = null;
      await expect(ask('email', 'a@b.cn')).rejects.toMatchObject({ code: 404 });
    });
  });

  describe('a code', () => {
    it('is good for five tries', async () => {
      const { contact, member, ask, bind } = await createWorld('five-tries');
      const { ticket } = await ask('phone', nextPhone());
      await contact.flush();
      const right = contact.getLastCode();
      const wrong = right === '000000' ? '000001' : '000000';
      for (const left of [4, 3, 2, 1])
        await expect(bind(ticket, wrong)).rejects.toMatchObject({
          message: `验证码不对，还可以试 ${left} 次`,
        });
      await expect(bind(ticket, wrong)).rejects.toMatchObject({
        message: '验证码不对，试的次数用完了，请重新获取',
      });
      await expect(bind(ticket, right)).rejects.toMatchObject({ message: /已经失效/ });
      expect((await listEvents(member.id)).map(({ kind }) => kind)).toEqual(['code.refused']);
    });

    it('is good for five tries however many come at once', async () => {
      const { contact, ask, bind } = await createWorld('at-once');
      const { ticket } = await ask('phone', nextPhone());
      await contact.flush();
      const right = contact.getLastCode();
      const wrong = right === '000000' ? '000001' : '000000';
      const said = await Promise.allSettled(Array.from({ length: 20 }, () => bind(ticket, wrong)));
      const words = said.map((item) =>
        item.status === 'rejected' ? String(item.reason.message) : '',
      );
      expect(words.filter((word) => word.startsWith('验证码不对'))).toHaveLength(5);
      await expect(bind(ticket, right)).rejects.toMatchObject({ message: /已经失效/ });
    });

    it('is good for ten minutes', async () => {
      const { ctx, contact, ask, bind } = await createWorld('ten-minutes');
      const first = await ask('phone', nextPhone());
      await contact.flush();
      ctx.pass(10 * MINUTE - SECOND);
      expect((await bind(first.ticket, contact.getLastCode())).phone).not.toBeNull();
      const second = await ask('phone', nextPhone());
      await contact.flush();
      ctx.pass(10 * MINUTE);
      await expect(bind(second.ticket, contact.getLastCode())).rejects.toMatchObject({ code: 400 });
    });

    it('is good once, for one of two who type it at the same moment', async () => {
      const { contact, ask, bind } = await createWorld('good-once');
      const { ticket } = await ask('phone', nextPhone());
      await contact.flush();
      const both = await Promise.allSettled([1, 2].map(() => bind(ticket, contact.getLastCode())));
      expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    });

    it('is worth nothing to another member, nor with another ticket', async () => {
      const [one, two] = [await createWorld('ticket-one'), await createWorld('ticket-two')];
      const { ticket } = await one.ask('phone', nextPhone());
      await one.contact.flush();
      const code = one.contact.getLastCode();
      await expect(two.bind(ticket, code)).rejects.toMatchObject({ message: /已经失效/ });
      const other = await two.ask('phone', nextPhone());
      await two.contact.flush();
      if (two.contact.getLastCode() !== code)
        await expect(two.bind(other.ticket, code)).rejects.toMatchObject({ code: 400 });
      expect((await one.bind(ticket, code)).phone).not.toBeNull();
    });

    it('is stored in no way it could be read from or tried through', async () => {
      const { contact, member, ask } = await createWorld('stored-how');
      const { ticket } = await ask('phone', nextPhone());
      await contact.flush();
      const rows = await db.kysely
        .selectFrom('contact_code')
        .selectAll()
        .where('member_id', '=', member.id)
        .execute();
      expect(rows).toHaveLength(1);
      const stored = JSON.stringify(rows);
      expect(stored).not.toContain(ticket);
      const { createHash } = await import('node:crypto');
      const plain = createHash('sha256').update(contact.getLastCode()).digest('hex');
      expect(stored).not.toContain(plain);
      expect(rows[0]?.code_hash).not.toContain(contact.getLastCode());
    });

    it('goes into no log, nor does the whole of where it is sent', async () => {
      const { ctx, address, contact, member, ask } = await createWorld('no-log');
      const logged: unknown[] = [];
      const write = (...line: unknown[]) => void logged.push(line);
      ctx.log = { info: write, warn: write, error: write };
      contact.failure = new SendFailure('later', '现在发不出去');
      const target = nextPhone();
      const { ticket } = await ask('phone', target);
      await contact.flush();
      await bindContact({
        ctx,
        memberId: member.id,
        input: { ticket, code: '123456' },
        address,
      }).catch(() => undefined);
      const text = JSON.stringify(logged);
      expect(text).toContain('a code was not sent');
      expect(text).not.toContain(target);
      expect(text).not.toContain('123456');
      const log = JSON.stringify(
        await db.kysely.selectFrom('security_event').selectAll().execute(),
      );
      expect(log).not.toContain(target);
      expect(log).not.toContain('"123456"');
    });

    it('goes an hour after it is over, and its counts with the day', async () => {
      const { ctx, contact, member, ask } = await createWorld('swept');
      await ask('phone', nextPhone());
      await contact.flush();
      const countLeftCodes = async () => {
        await deleteExpiredContactRows({ ctx });
        const codes = await db.kysely
          .selectFrom('contact_code')
          .select('id')
          .where('member_id', '=', member.id)
          .execute();
        return codes.length;
      };
      expect(await countLeftCodes()).toBe(1);
      ctx.pass(71 * MINUTE);
      expect(await countLeftCodes()).toBe(0);
      ctx.pass(DAY);
      await countLeftCodes();
      expect(await db.kysely.selectFrom('code_count').select('id').execute()).toEqual([]);
    });
  });

  describe('codes in a row', () => {
    it('come to one target a minute apart, and three a day for a member', async () => {
      const { ctx, ask } = await createWorld('row-one');
      const target = nextPhone();
      await ask('phone', target);
      await expect(ask('phone', target)).rejects.toMatchObject({
        code: 429,
        message: expect.stringContaining('请 60 秒后再要'),
        data: { retryAfter: 60 },
      });
      for (let n = 1; n < 3; n += 1) {
        ctx.pass(MINUTE);
        await ask('phone', target);
      }
      ctx.pass(MINUTE);
      await expect(ask('phone', target)).rejects.toMatchObject({
        code: 429,
        message: '今天发到这里的验证码太多了，请明天重试',
      });
      // A code to another target can be sent, and to this one again tomorrow.
      await ask('phone', nextPhone());
      ctx.pass(DAY);
      await ask('phone', target);
    });

    it('are five to one target for a member who has paid', async () => {
      const { ctx, ask, member } = await createWorld('row-paid');
      await chargeOnce(db, member.id);
      const target = nextPhone();
      for (let n = 0; n < 5; n += 1) {
        await ask('phone', target);
        ctx.pass(MINUTE);
      }
      await expect(ask('phone', target)).rejects.toMatchObject({ code: 429 });
    });

    it('of one member neither use up another’s to the same target nor keep that one waiting', async () => {
      const [one, two] = [await createWorld('row-first'), await createWorld('row-second')];
      const target = nextPhone();
      for (let n = 0; n < 3; n += 1) {
        await one.ask('phone', target, { address: two.address });
        await two.ask('phone', target);
        one.ctx.pass(MINUTE);
        two.ctx.pass(MINUTE);
      }
    });

    it('come to one target ten times a day from all members who have not paid', async () => {
      const members = [];
      for (let n = 0; n < 5; n += 1) members.push(await createWorld(`row-many-${n}`));
      const target = nextPhone();
      const asked: string[] = [];
      for (const { ctx, ask } of members)
        for (let n = 0; n < 3; n += 1) {
          asked.push(await ask('phone', target).then(() => 'sent', String));
          ctx.pass(MINUTE);
        }
      expect(asked.filter((item) => item === 'sent')).toHaveLength(10);
      const paying = await createWorld('row-many-paid');
      await chargeOnce(db, paying.member.id);
      await paying.ask('phone', target);
    });

    it('are as many at once as they may be', async () => {
      const { ask } = await createWorld('storm');
      const target = nextPhone();
      const said = await Promise.allSettled(Array.from({ length: 6 }, () => ask('phone', target)));
      expect(said.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('are twenty a day of one member', async () => {
      const { ask, contact } = await createWorld('too-many-mine');
      for (let n = 0; n < 20; n += 1) {
        await ask('phone', nextPhone(), { address: `10.101.0.${n}` });
        await contact.flush();
      }
      await expect(ask('phone', nextPhone(), { address: '10.101.1.1' })).rejects.toMatchObject({
        code: 429,
        message: '你今天要的验证码太多了，请明天重试',
      });
      expect(contact.sent).toHaveLength(20);
    });

    it('are twenty a day from one network', async () => {
      const from = { address: '2001:db8:7:7::1' };
      for (let n = 0; n < 4; n += 1) {
        const { ask } = await createWorld(`network-${n}`);
        for (let k = 0; k < 5; k += 1) await ask('phone', nextPhone(), from);
      }
      const { ask } = await createWorld('network-last');
      await expect(
        ask('phone', nextPhone(), { address: '2001:db8:7:7:ffff::2' }),
      ).rejects.toMatchObject({ code: 429, message: '这个网络今天要的验证码太多了，请明天重试' });
      // E-mail is free and counted separately.
      await ask('email', 'network-last@example.com', from);
    });

    it('are a tenth of what all members have, for one who has not paid', async () => {
      const { ctx, ask, member } = await createWorld('tenth', { dailyMax: 100 });
      ctx.pass(10 * DAY);
      const requestFrom = (n: number) =>
        ask('email', `tenth-${n}@example.com`, { address: `10.103.${n}.1` });
      for (let n = 0; n < 3; n += 1) await requestFrom(n);
      await expect(requestFrom(3)).rejects.toMatchObject({
        code: 429,
        message: '你今天要的验证码太多了，请明天重试',
      });
      await chargeOnce(db, member.id);
      for (let n = 3; n < 20; n += 1) await requestFrom(n);
      await expect(requestFrom(20)).rejects.toMatchObject({ code: 429 });
    });

    it('are as many from one neighbourhood, whose members that have paid go on', async () => {
      const far = 11 * DAY;
      const asked: string[] = [];
      for (let n = 0; n < 4; n += 1) {
        const { ctx, ask } = await createWorld(`near-${n}`, { dailyMax: 100 });
        ctx.pass(far);
        const target = `near-${n}@example.com`;
        asked.push(
          await ask('email', target, { address: `10.104.0.${n}` }).then(() => 'sent', String),
        );
      }
      expect(asked.filter((item) => item === 'sent')).toHaveLength(3);
      expect(asked.at(-1)).toContain('这个网络今天要的验证码太多了');
      const { ctx, ask, member } = await createWorld('near-last', { dailyMax: 100 });
      ctx.pass(far);
      const target = 'near-last@example.com';
      await chargeOnce(db, member.id);
      await ask('email', target, { address: '10.104.0.9' });
    });

    it('are so many a day in all', async () => {
      // Of eight codes, members may use two; together with strangers and paying members, seven.
      const members = [];
      for (let n = 0; n < 3; n += 1) {
        const world = await createWorld(`in-all-${n}`, { dailyMax: 8 });
        // A separate day: other tests have requested codes today.
        world.ctx.pass(13 * DAY);
        members.push(world);
      }
      const [one, two, three] = members;
      if (!one || !two || !three) throw new Error('too few');
      await one.ask('phone', nextPhone());
      await two.ask('phone', nextPhone());
      const full = {
        code: 429,
        message: expect.stringContaining('今天发的验证码太多了'),
        data: { retryAfter: expect.any(Number) },
      };
      await expect(three.ask('phone', nextPhone())).rejects.toMatchObject(full);
      await three.ask('email', 'in-all@example.com');
      await chargeOnce(db, three.member.id);
      for (let n = 0; n < 5; n += 1) await three.ask('phone', nextPhone());
      await expect(three.ask('phone', nextPhone())).rejects.toMatchObject(full);
    });
  });

  describe('unbinding', () => {
    it('wants the password, takes what was bound away, and tells the member', async () => {
      const { member, bound, unbind } = await createWorld('unbinds');
      await bound('phone', nextPhone());
      await expect(unbind('phone', 'wrong')).rejects.toMatchObject({ code: 400 });
      expect((await unbind('phone')).phone).toBeNull();
      expect((await unbind('phone', '')).phone).toBeNull();
      expect(await listNotices(member.id)).toMatchObject([{ title: '手机号解绑了' }]);
      expect((await listEvents(member.id)).map(({ kind }) => kind)).toEqual([
        'contact.bind',
        'contact.unbind',
      ]);
    });

    it('never takes the last way in', async () => {
      const { ctx, contact, member, bound, unbind } = await createWorld('last-way');
      await bound('phone', nextPhone());
      await bound('email', 'last-way@example.com');
      await ctx.db.kysely
        .updateTable('member')
        .set({ password_hash: '', wechat_bound: 1 })
        .where('id', '=', member.id)
        .execute();
      // WeChat is bound, but the site no longer has it: the phone can sign in only while codes are
      // sent.
      expect((await unbind('email', '')).email).toBeNull();
      await expect(unbind('phone', '')).rejects.toMatchObject({ code: 409 });
      contact.phone = null;
      await expect(unbind('phone', '')).rejects.toMatchObject({ code: 409 });
    });
  });

  it('outlives a password that is changed, which ends other sessions and not the code', async () => {
    const { ctx, address, contact, ask, bind, signedIn } = await createWorld('changes-password');
    const { ticket } = await ask('phone', nextPhone());
    await contact.flush();
    await changePassword({
      ctx,
      signedIn: await signedIn(),
      input: { oldPassword: password, password: 'battery staple 7' },
      address,
    });
    expect((await bind(ticket, contact.getLastCode())).phone).not.toBeNull();
  });
});
