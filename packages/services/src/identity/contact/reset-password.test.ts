import { rmSync } from 'node:fs';
import type { Database } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { login } from '../account/login.ts';
import { authenticate } from '../account/session.ts';
import { ServiceError } from '../../platform/errors.ts';
import {
  addMember,
  addSoftware,
  createTestContact,
  createTestContext,
  testContext,
} from '../../testing.ts';
import { MINUTE } from '../../platform/time.ts';
import { sendResetCode, resetPasswordByCode } from './reset-password.ts';

const password = 'correct horse 9';
const fresh = 'battery staple 7';
let places = 0;

describeEachDatabase((open) => {
  let db: Database;
  beforeAll(async () => {
    db = await open();
    const ctx = testContext(db);
    await addSoftware(ctx, 'yunbiao');
    rmSync(ctx.folder, { recursive: true });
  });

  const createWorld = (options: Parameters<typeof createTestContact>[0] = {}) => {
    const contact = createTestContact(options);
    const ctx = Object.assign(createTestContext(db), { contact });
    places += 1;
    const origin = { address: `10.${places >> 8}.${places & 255}.2`, userAgent: 'test' };
    const requestReset = (account: string, address = origin.address, device?: string) =>
      sendResetCode({
        ctx,
        account,
        origin: { address, userAgent: 'test', ...(device === undefined ? {} : { device }) },
      });
    const reset = (ticket: string, code: string, typed = fresh) =>
      resetPasswordByCode({ ctx, input: { ticket, code, password: typed }, origin });
    /** A member who has bound a phone and an address with that name. */
    const addBoundMember = async (username: string) => {
      const member = await addMember(ctx, username);
      const email = `${username}@example.com`;
      const phone = `139${String(member.id).padStart(8, '0')}`;
      await db.kysely
        .updateTable('member')
        .set({ email, phone })
        .where('id', '=', member.id)
        .execute();
      return { ...member, email, phone };
    };
    const enter = (username: string, typed: string) =>
      login({ ctx, input: { username, password: typed }, origin });
    return { ctx, contact, origin, ask: requestReset, reset, bound: addBoundMember, enter };
  };

  describe('a forgotten password', () => {
    it.each(['email', 'phone'] as const)('is replaced by a code sent by %s', async (kind) => {
      const { ctx, contact, ask, reset, bound, enter } = createWorld();
      const member = await bound(`forgot-by-${kind}`);
      const { ticket } = await ask(member[kind]);
      await contact.flush();
      expect(contact.sent).toMatchObject([{ kind, to: member[kind], purpose: 'reset' }]);
      const { token, userInfo } = await reset(ticket, contact.getLastCode());
      expect(userInfo.id).toBe(String(member.id));
      // All earlier sessions are over; the new session is valid.
      expect(await authenticate({ ctx, token: member.token })).toBeNull();
      expect((await authenticate({ ctx, token }))?.member.id).toBe(member.id);
      await expect(enter(member.username, password)).rejects.toMatchObject({ code: 400 });
      expect((await enter(member.username, fresh)).userInfo.id).toBe(String(member.id));
    });

    it('is in the security log and the audit, and told to the member', async () => {
      const { contact, origin, ask, reset, bound } = createWorld();
      const member = await bound('forgot-noted');
      const { ticket } = await ask(member.email);
      await contact.flush();
      await reset(ticket, contact.getLastCode());
      const subject = `member:${member.id}`;
      const events = await db.kysely
        .selectFrom('security_event')
        .select(['kind', 'actor', 'address', 'detail'])
        .where('subject', '=', subject)
        .where('kind', '!=', 'register')
        .orderBy('id')
        .execute();
      const { address } = origin;
      expect(events).toEqual([
        { kind: 'password.forgot', actor: subject, address, detail: '{"sessionsEnded":1}' },
        { kind: 'login', actor: subject, address, detail: '{"by":"code"}' },
      ]);
      const audits = await db.kysely
        .selectFrom('audit')
        .select(['action', 'actor'])
        .where('subject', '=', subject)
        .execute();
      expect(audits).toEqual([{ action: 'password', actor: subject }]);
      const notices = await db.kysely
        .selectFrom('notice')
        .select(['kind', 'title', 'text', 'path'])
        .where('member_id', '=', member.id)
        .execute();
      expect(notices).toMatchObject([
        { kind: 'account', title: '密码重设了', path: '/yunbiao/user/profile' },
      ]);
      expect(notices[0]?.text).toContain('f***@example.com');
    });

    it('lets the owner in while strangers have the name at rest', async () => {
      const { ctx, contact, ask, reset, bound, enter } = createWorld();
      const member = await bound('forgot-besieged');
      for (let n = 0; n < 21; n += 1)
        await login({
          ctx,
          input: { username: member.username, password: `guess ${n}` },
          origin: { address: `198.51.100.${n}`, userAgent: 'bot' },
        }).catch(() => undefined);
      const stranger = { address: '198.51.100.200', userAgent: 'bot' };
      await expect(
        login({ ctx, input: { username: member.username, password }, origin: stranger }),
      ).rejects.toMatchObject({ code: 429 });
      const { ticket } = await ask(member.phone);
      await contact.flush();
      expect((await reset(ticket, contact.getLastCode())).token).not.toBe('');
      await enter(member.username, fresh);
    });

    it('gives an account that came by WeChat its first password', async () => {
      const { contact, ask, reset, bound } = createWorld();
      const member = await bound('forgot-wechat');
      await db.kysely
        .updateTable('member')
        .set({ password_hash: '', wechat_bound: 1 })
        .where('id', '=', member.id)
        .execute();
      const { ticket } = await ask(member.phone);
      await contact.flush();
      expect((await reset(ticket, contact.getLastCode())).userInfo.hasPassword).toBe(true);
    });
  });

  describe('asking for a code', () => {
    it('answers and does the same with and without an account, and sends nothing without one', async () => {
      const { ctx, contact, bound } = createWorld();
      const member = await bound('forgot-known');
      const listStatements = async (account: string) => {
        const seen: string[] = [];
        const executor = db.kysely.getExecutor();
        const kysely = db.kysely.withPlugin({
          transformQuery: ({ node, queryId }) => {
            seen.push(executor.compileQuery(node, queryId).sql);
            return node;
          },
          transformResult: ({ result }) => Promise.resolve(result),
        });
        const spied = { ...ctx, db: { ...db, kysely } };
        const reply = await sendResetCode({
          ctx: spied,
          account,
          origin: { address: '10.99.0.1', userAgent: 'test' },
        });
        return { seen, fields: Object.keys(reply), againAfterS: reply.againAfterS };
      };
      const memberStatements = await listStatements(member.email);
      const strangerStatements = await listStatements('forgot-nobody@example.com');
      expect(strangerStatements).toEqual(memberStatements);
      expect(memberStatements.seen.length).toBeGreaterThan(4);
      await contact.flush();
      expect(contact.sent.map(({ to }) => to)).toEqual([member.email]);
    });

    it('says the same of a wrong code with and without an account, and counts the same', async () => {
      const { contact, ask, reset, bound } = createWorld();
      const member = await bound('forgot-guessed');
      const getLetterWords = async (account: string) => {
        const { ticket } = await ask(account);
        await contact.flush();
        const code = contact.getLastCode() === '111111' ? '222222' : '111111';
        const said: string[] = [];
        for (let n = 0; n < 7; n += 1)
          await reset(ticket, code).catch((e: unknown) => {
            if (!(e instanceof ServiceError)) throw e;
            said.push(`${e.code} ${e.message}`);
          });
        return said;
      };
      const memberWords = await getLetterWords(member.phone);
      expect(memberWords).toHaveLength(7);
      expect(await getLetterWords('13900000000')).toEqual(memberWords);
    });

    it('is refused for what is neither, and where the site cannot send', async () => {
      const { contact, ask } = createWorld();
      await expect(ask('zhoumin')).rejects.toMatchObject({
        data: { fields: { account: '请填写绑定过的手机号或邮箱' } },
      });
      contact.phone = null;
      await expect(ask('13900000300')).rejects.toMatchObject({ code: 404 });
    });

    it('is refused for nobody, too, while too much waits to be sent', async () => {
      const { ask, bound } = createWorld({ most: 1 });
      await ask((await bound('forgot-waiting')).email);
      await expect(ask('forgot-waits@example.com')).rejects.toMatchObject({ code: 503 });
    });
  });

  describe('a code to reset', () => {
    it('opens nothing once what it was sent to is another’s or nobody’s', async () => {
      const { contact, ask, reset, bound } = createWorld();
      const member = await bound('forgot-moved');
      const { ticket } = await ask(member.email);
      await contact.flush();
      await db.kysely
        .updateTable('member')
        .set({ email: 'moved@example.com' })
        .where('id', '=', member.id)
        .execute();
      await expect(reset(ticket, contact.getLastCode())).rejects.toMatchObject({
        message: /已经失效/,
      });
    });

    it('binds nothing, nor does one to bind reset anything', async () => {
      const { contact, ask, reset, bound } = createWorld();
      const member = await bound('forgot-purpose');
      const { ticket } = await ask(member.email);
      await contact.flush();
      await db.kysely
        .updateTable('contact_code')
        .set({ purpose: 'bind' })
        .where('member_id', '=', member.id)
        .execute();
      await expect(reset(ticket, contact.getLastCode())).rejects.toMatchObject({ code: 400 });
    });

    it('is not used up by a common password, before or after it was found right', async () => {
      const { contact, ask, reset, bound } = createWorld();
      const member = await bound('forgot-weak-name');
      const { ticket } = await ask(member.email);
      await contact.flush();
      const code = contact.getLastCode();
      for (const typed of ['12345678', 'Forgot-Weak-Name'])
        await expect(reset(ticket, code, typed)).rejects.toMatchObject({
          data: { fields: { password: expect.any(String) } },
        });
      expect((await reset(ticket, code)).token).not.toBe('');
      await expect(reset(ticket, code)).rejects.toMatchObject({ message: /已经失效/ });
    });

    it('takes the others of the member along', async () => {
      const { ctx, contact, ask, reset, bound } = createWorld();
      const member = await bound('forgot-twice');
      const first = await ask(member.email);
      await contact.flush();
      const firstCode = contact.getLastCode();
      ctx.pass(MINUTE);
      const second = await ask(member.phone);
      await contact.flush();
      await reset(second.ticket, contact.getLastCode());
      await expect(reset(first.ticket, firstCode, 'other staple 8')).rejects.toMatchObject({
        code: 400,
      });
    });

    it('resets once, for one of two who type it at the same moment', async () => {
      const { contact, ask, reset, bound } = createWorld();
      const member = await bound('forgot-race');
      const { ticket } = await ask(member.email);
      await contact.flush();
      const code = contact.getLastCode();
      const both = await Promise.allSettled([reset(ticket, code), reset(ticket, code)]);
      expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    });
  });
});
