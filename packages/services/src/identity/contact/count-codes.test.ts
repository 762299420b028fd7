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
import { DAY, MINUTE } from '../../platform/time.ts';
import { sendBindCode } from './request-bind-code.ts';
import { sendResetCode } from './reset-password.ts';
import { chargeOnce } from './testing.ts';

const password = 'correct horse 9';
/** The first day used by the tests of this file. */
const START = Date.UTC(2027, 0, 1);
let days = 0;
let nobodies = 0;
let places = 0;
/** An address in a network that nothing else uses. */
const place = (): string => `10.${++places >> 8}.${places & 255}.2`;

/** Codes to reset a password are counted separately from codes to bind. */
describeEachDatabase((open) => {
  let db: Database;
  beforeAll(async () => {
    db = await open();
    const ctx = testContext(db);
    await addSoftware(ctx, 'yunbiao');
    rmSync(ctx.folder, { recursive: true });
  });

  type Kind = 'email' | 'phone';
  /**
   * A separate day per world, from eight in the morning in China: the site counts its codes per
   * day.
   */
  const createWorld = (
    options: Parameters<typeof createTestContact>[0] = {},
    day: number = (days += 1),
  ) => {
    const contact = createTestContact({ most: 1_000, ...options });
    const ctx = Object.assign(createTestContext(db), { contact });
    ctx.pass(START + day * DAY - ctx.now());
    const requestReset = async (
      account: string,
      address: string,
      device?: string,
    ): Promise<string> => {
      const origin = { address, userAgent: 'test', ...(device === undefined ? {} : { device }) };
      try {
        return `ok ${(await sendResetCode({ ctx, account, origin })).againAfterS}`;
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        return `${error.code} ${error.data?.retryAfter} ${error.message}`;
      }
    };
    /** Number of codes sent for `count` requests, a minute apart. */
    const countSent = async (
      count: number,
      ...asked: Parameters<typeof requestReset>
    ): Promise<number> => {
      let sent = 0;
      for (let n = 0; n < count; n += 1) {
        if (isSent(await requestReset(...asked))) sent += 1;
        ctx.pass(MINUTE);
      }
      return sent;
    };
    /**
     * A member who has bound a phone and a mailbox, and has signed in once, in the browser of
     * `device`.
     */
    const addBoundMember = async (username: string) => {
      const member = await addMember(ctx, username);
      const email = `${username}@example.com`;
      const phone = `137${String(member.id).padStart(8, '0')}`;
      await db.kysely
        .updateTable('member')
        .set({ email, phone })
        .where('id', '=', member.id)
        .execute();
      const address = place();
      const enter = async (): Promise<string> => {
        const input = { username, password };
        return (await login({ ctx, input, origin: { address, userAgent: 'test' } })).device;
      };
      return { ...member, email, phone, address, enter, device: await enter() };
    };
    /** Number of codes sent to the member for as many targets to bind. */
    const bindMany = async (token: string, kind: Kind, targets: string[], address = place()) => {
      const signedIn = await authenticate({ ctx, token });
      if (!signedIn) throw new Error('signed out');
      let sent = 0;
      for (const target of targets)
        await sendBindCode({ ctx, signedIn, input: { kind, target, password }, address }).then(
          () => (sent += 1),
          (error: unknown) => expect(error).toMatchObject({ code: 429 }),
        );
      return sent;
    };
    return { ctx, contact, ask: requestReset, countSent, bound: addBoundMember, bindMany, day };
  };
  const isSent = (said: string): boolean => said.startsWith('ok ');
  /** Contacts that nobody has bound. */
  const createUnknownContact = () => {
    nobodies += 1;
    const phone = `136${String(nobodies).padStart(8, '0')}`;
    return { phone, email: `nobody-${nobodies}@example.com` };
  };
  const KINDS: readonly [Kind, { near: number; all: number; own: number; account: number }][] = [
    ['phone', { near: 2, all: 10, own: 3, account: 5 }],
    ['email', { near: 4, all: 20, own: 6, account: 10 }],
  ];

  describe('in a browser the account does not know', () => {
    it.each(KINDS)(
      'bound and unbound are answered alike by %s, where the account has signed in and elsewhere',
      async (kind, { near, all }) => {
        const first = createWorld();
        const member = await first.bound(`alike-${kind}`);
        const other = await first.bound(`alike-other-${kind}`);
        const neighbour = member.address.replace(/2$/, '77');
        const addresses = [member.address, neighbour, ...Array.from({ length: all }, place)];
        const listen = async ({ ctx, ask }: typeof first, account: string) => {
          const said: string[] = [];
          for (const address of addresses)
            for (let n = 0; n < near + 2; n += 1) {
              // The second request comes too early. A browser known to another account counts as a
              // stranger’s.
              if (n !== 1) ctx.pass(MINUTE);
              said.push(await ask(account, address, n % 2 === 0 ? undefined : other.device));
            }
          return said;
        };
        const known = await listen(first, member[kind]);
        expect(known.filter(isSent)).toHaveLength(all);
        expect(known.slice(0, 2)).toEqual(['ok 60', '429 60 刚发过一个验证码，请 60 秒后再要']);
        const words = new Set(known.map((item) => item.replace(/^\d+ \d+ /, '')));
        expect([...words]).toEqual([
          'ok 60',
          '刚发过一个验证码，请 60 秒后再要',
          '这个网络今天要的、发到这里的验证码太多了，请明天重试，或者换一个网络、用以前登录过的浏览器再要',
          '今天发到这里的验证码太多了，请明天重试，或者用以前登录过的浏览器再要',
        ]);
        expect(await listen(createWorld({}, first.day), createUnknownContact()[kind])).toEqual(
          known,
        );
      },
    );

    it.each(KINDS)(
      'strangers in four networks leave codes by %s, and keep nobody elsewhere waiting',
      async (kind, { near }) => {
        const { ask, countSent, bound } = createWorld();
        const member = await bound(`few-${kind}`);
        for (let n = 0; n < 3; n += 1)
          expect(await countSent(near + 1, member[kind], place())).toBe(near);
        await ask(member[kind], place());
        expect(await countSent(near + 1, member[kind], place())).toBe(near);
      },
    );

    it('one neighbourhood does not use up what all strangers have', async () => {
      const { ask, bound } = createWorld({ dailyMax: 100 });
      const there = place();
      const members = await Promise.all([0, 1, 2, 3].map((n) => bound(`one-near-${n}`)));
      for (const [n, { email }] of members.slice(0, 3).entries())
        expect(await ask(email, there.replace(/2$/, String(n)))).toBe('ok 60');
      const email = members[3]?.email ?? '';
      const refused = await ask(email, there);
      expect(refused).toMatch(/^429 \d+ 这个网络今天要的验证码太多了.*以前登录过的浏览器再要$/);
      expect(await ask(createUnknownContact().email, there)).toBe(refused);
      expect(await ask(email, place())).toBe('ok 60');
    });

    it('all are refused once strangers’ part of the day is sent, which names nobody has do not use up', async () => {
      const { contact, ask, bound } = createWorld({ dailyMax: 8 });
      for (let n = 0; n < 6; n += 1)
        expect(await ask(createUnknownContact().phone, place())).toBe('ok 60');
      const members = await Promise.all([0, 1, 2].map((n) => bound(`part-${n}`)));
      for (const { phone } of members.slice(0, 2)) expect(await ask(phone, place())).toBe('ok 60');
      const refused = await ask(members[2]?.phone ?? '', place());
      expect(refused).toMatch(/^429 \d+ 今天发的验证码太多了.*以前登录过的浏览器再要$/);
      expect(await ask(createUnknownContact().phone, place())).toBe(refused);
      await contact.flush();
      expect(contact.sent).toHaveLength(2);
    });
  });

  describe('in a browser the account knows', () => {
    it.each(KINDS)(
      'a code by %s comes whatever strangers, neighbours and members have asked for',
      async (kind, { near, all }) => {
        const { ctx, ask, countSent, bound, bindMany } = createWorld();
        const member = await bound(`own-${kind}`);
        let sent = await countSent(near + 1, member[kind], member.address);
        for (let n = 0; n < all; n += 1) sent += await countSent(1, member[kind], place());
        expect(sent).toBe(all);
        for (let n = 0; n < 70; n += 1) await ask(createUnknownContact()[kind], member.address);
        const neighbour = await bound(`own-neighbour-${kind}`);
        const targets = Array.from({ length: 30 }, () => createUnknownContact()[kind]);
        await bindMany(neighbour.token, kind, targets, member.address);
        await bindMany(neighbour.token, kind, [member[kind]], member.address);
        expect(await ask(member[kind], member.address, member.device)).toBe('ok 60');
        expect(await ask(member[kind], member.address, member.device)).toBe(
          '429 60 刚发过一个验证码，请 60 秒后再要',
        );
        ctx.pass(MINUTE);
        expect(await ask(member[kind], place(), member.device)).toBe('ok 60');
      },
    );

    it.each(KINDS)(
      'codes by %s are limited for each browser, and for all of an account',
      async (kind, { own, account }) => {
        const { ask, countSent, bound } = createWorld();
        const member = await bound(`limits-${kind}`);
        expect(await countSent(own + 1, member[kind], place(), member.device)).toBe(own);
        expect(await ask(member[kind], place(), member.device)).toMatch(
          /^429 \d+ 今天发到这里的验证码太多了，请明天重试$/,
        );
        let sent = own;
        for (let n = 0; n < 4; n += 1)
          sent += await countSent(own, member[kind], place(), await member.enter());
        expect(sent).toBe(account);
      },
    );

    it('are limited for one network address', async () => {
      const { countSent, bound } = createWorld();
      const at = place();
      let sent = 0;
      for (let n = 0; n < 7; n += 1) {
        const { phone, device } = await bound(`address-${n}`);
        sent += await countSent(3, phone, at, device);
      }
      expect(sent).toBe(20);
    });

    it('come though members have used up theirs, who leave each other some', async () => {
      const { ask, bound, bindMany } = createWorld({ dailyMax: 100 });
      const owner = await bound('pool-owner');
      const sent: number[] = [];
      for (let n = 0; n < 12; n += 1) {
        const { token } = await bound(`pool-${n}`);
        const targets = Array.from({ length: 40 }, () => createUnknownContact().email);
        sent.push(await bindMany(token, 'email', targets));
      }
      expect(sent).toEqual([3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 0, 0]);
      expect(await ask(owner.email, owner.address, owner.device)).toBe('ok 60');
    });

    it('one account does not use up what all owners have', async () => {
      const { countSent, bound } = createWorld({ dailyMax: 100 });
      const sent: number[] = [];
      for (let n = 0; n < 11; n += 1) {
        const { email, device } = await bound(`owners-${n}`);
        sent.push(await countSent(4, email, place(), device));
      }
      expect(sent).toEqual([2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0]);
    });
  });

  it('an owner who has paid is sent one when owners have used up theirs', async () => {
    const { ask, bound, bindMany } = createWorld({ dailyMax: 10 });
    const [first, second, third] = [
      await bound('paid-a'),
      await bound('paid-b'),
      await bound('paid-c'),
    ];
    await chargeOnce(db, first.id);
    const targets = Array.from({ length: 12 }, () => createUnknownContact().phone);
    expect(await bindMany(first.token, 'phone', targets.slice(0, 7))).toBe(7);
    for (const { phone, device } of [second, third])
      expect(await ask(phone, place(), device)).toBe('ok 60');
    const fourth = await bound('paid-d');
    expect(await ask(fourth.phone, place(), fourth.device)).toMatch(/^429 \d+ 今天发的/);
    await chargeOnce(db, fourth.id);
    expect(await ask(fourth.phone, place(), fourth.device)).toBe('ok 60');
    expect(await bindMany(first.token, 'phone', targets)).toBe(0);
  });

  it('an owner who has paid is sent one when others who have paid have used up theirs', async () => {
    const { ask, bound, bindMany } = createWorld({ dailyMax: 10 });
    const [first, second] = [await bound('paid-e'), await bound('paid-f')];
    await chargeOnce(db, first.id);
    await chargeOnce(db, second.id);
    const targets = Array.from({ length: 12 }, () => createUnknownContact().phone);
    expect(await bindMany(first.token, 'phone', targets)).toBe(8);
    expect(await ask(second.phone, place(), second.device)).toBe('ok 60');
  });

  it('no more are sent a day than the site may send, regardless of who asks', async () => {
    const { contact, ask, countSent, bound, bindMany } = createWorld({ dailyMax: 20 });
    for (let n = 0; n < 12; n += 1) {
      const { id, phone, token, device } = await bound(`spend-${n}`);
      const targets = [createUnknownContact().phone, createUnknownContact().phone];
      await ask(phone, place());
      await bindMany(token, 'phone', targets);
      await countSent(2, phone, place(), device);
      await chargeOnce(db, id);
      await bindMany(token, 'phone', targets);
    }
    await contact.flush();
    expect(contact.sent).toHaveLength(20);
  });

  it('a site that sends three a day sends them to its owners, too', async () => {
    const { contact, countSent, bound } = createWorld({ dailyMax: 3 });
    const { phone, device } = await bound('three');
    expect(await countSent(4, phone, place(), device)).toBe(2);
    const other = await bound('three-other');
    expect(await countSent(4, other.phone, place(), other.device)).toBe(1);
    await contact.flush();
    expect(contact.sent).toHaveLength(3);
  });
});
