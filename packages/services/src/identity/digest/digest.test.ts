import type { Database } from '@yunbiao/db';
import { runTransaction } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { describe, expect, it } from 'vitest';
import { unbindContact } from '../contact/bind.ts';
import { SendFailure } from '../../platform/contact-vendor.ts';
import { authenticate } from '../account/session.ts';
import { createNotices } from '../notice/index.ts';
import { markNoticesRead } from '../notice/read.ts';
import { addMember, addSoftware, createTestContact, createTestContext } from '../../testing.ts';
import { DAY, HOUR, MINUTE } from '../../platform/time.ts';
import { getDigestInfo, unsubscribeFromDigest, setDigestWanted } from './settings.ts';
import { sendDigests } from './send.ts';

let people = 0;

const openWorld = async (db: Database) => {
  const contact = createTestContact();
  const base = createTestContext(db);
  const ctx = { ...base, contact };
  await addSoftware(base, 'yunbiao');
  const addPerson = async (wanted = true) => {
    const name = `digest-${++people}`;
    const { id, token } = await addMember(base, name);
    const email = `${name}@example.com`;
    await db.kysely.updateTable('member').set({ email }).where('id', '=', id).execute();
    if (wanted) await setDigestWanted({ ctx, memberId: id, wanted: true });
    return { id, token, email };
  };
  const sendMemberNotice = (memberId: number, title: string, text = '', path = '') =>
    runTransaction(db, (tx) =>
      createNotices(ctx, tx, [{ memberId, kind: 'order', title, text, path }]),
    );
  const send = () => sendDigests({ ctx });
  const getState = (memberId: number) =>
    db.kysely
      .selectFrom('notice_digest')
      .selectAll()
      .where('member_id', '=', memberId)
      .executeTakeFirstOrThrow();
  return { ctx, db, contact, person: addPerson, tell: sendMemberNotice, send, getState };
};

describeEachDatabase((open) => {
  describe('the letter of unread notices', () => {
    it('goes to anyone who wishes it, with what is new and unread, and of nobody else', async () => {
      const { ctx, contact, person, tell, send } = await openWorld(await open());
      const silent = await person(false);
      const owner = await person(false);
      await tell(owner.id, '在这之前的');
      await setDigestWanted({ ctx, memberId: owner.id, wanted: true });
      const other = await person();
      await tell(silent.id, '没有选的');
      await tell(other.id, '别人的');
      await tell(owner.id, '订单到账', '月卡 29 元', '/yunbiao/user/order');
      await tell(owner.id, '看过的');
      const seen = await ctx.db.kysely
        .selectFrom('notice')
        .select('id')
        .where('title', '=', '看过的')
        .executeTakeFirstOrThrow();
      await markNoticesRead({ ctx, memberId: owner.id, id: seen.id });
      expect(await send()).toBe(2);
      const letter = contact.letters.find(({ to }) => to === owner.email);
      expect(letter).toMatchObject({ subject: '云标：1 条未读通知' });
      expect(letter?.text).toContain(
        '订单到账\n月卡 29 元\nhttp://127.0.0.1:3000/yunbiao/user/order',
      );
      for (const absent of ['在这之前的', '看过的', '别人的', '没有选的'])
        expect(`${letter?.text}${letter?.html}`).not.toContain(absent);
    });

    it('says ten at most and counts the rest, with no text of a member as markup', async () => {
      const { contact, person, tell, send } = await openWorld(await open());
      const owner = await person();
      for (let n = 0; n < 11; n += 1) await tell(owner.id, `第 ${n} 条`);
      await tell(owner.id, '<img src=x onerror="alert(1)">', `"'&<script>${'长'.repeat(500)}`);
      await send();
      const [letter] = contact.letters;
      expect(letter?.subject).toBe('云标：12 条未读通知');
      expect(letter?.text).toContain('还有 2 条，');
      expect(letter?.html).not.toMatch(/<img|<script/);
      expect(letter?.html).toContain('&#60;img src=x onerror=&#34;alert(1)&#34;&#62;');
      expect(letter?.text).not.toContain('长'.repeat(121));
    });

    it('is one a day, and none when nothing is new', async () => {
      const { ctx, contact, person, tell, send } = await openWorld(await open());
      const owner = await person();
      await tell(owner.id, '一');
      expect([await send(), await send()]).toEqual([1, 0]);
      await tell(owner.id, '二');
      // After switching it off and on again, there is still at most one a day.
      for (const wanted of [false, true])
        await setDigestWanted({ ctx, memberId: owner.id, wanted });
      await tell(owner.id, '三');
      expect(await send()).toBe(0);
      ctx.pass(DAY);
      expect([await send(), await send()]).toEqual([1, 0]);
      expect(contact.letters.at(-1)?.text).toMatch(/^三\n/);
      ctx.pass(DAY);
      expect(await send()).toBe(0);
    });

    it('goes between nine and nine in China', async () => {
      const { ctx, person, tell, send } = await openWorld(await open());
      const owner = await person();
      await tell(owner.id, '夜里的');
      // Ten in the morning, and then until nine the next day.
      ctx.pass(11 * HOUR);
      expect(await send()).toBe(0);
      ctx.pass(12 * HOUR - MINUTE);
      expect(await send()).toBe(0);
      ctx.pass(MINUTE);
      expect(await send()).toBe(1);
    });

    it('is sent once by ten servers at once', async () => {
      const { contact, person, tell, send } = await openWorld(await open());
      const owners = [await person(), await person(), await person()];
      for (const { id } of owners) await tell(id, '一条');
      const counts = await Promise.all(Array.from({ length: 10 }, send));
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
      expect(contact.letters.map(({ to }) => to).toSorted()).toEqual(
        owners.map(({ email }) => email).toSorted(),
      );
    });

    it('is tried again later where the mail server refused it, each time after longer', async () => {
      const { ctx, contact, person, tell, send, getState } = await openWorld(await open());
      const owner = await person();
      await tell(owner.id, '一条');
      contact.failure = new SendFailure('later', '忙');
      expect(await send()).toBe(0);
      expect(await getState(owner.id)).toMatchObject({ day: '', last_notice_id: 0, tries: 1 });
      ctx.pass(10 * MINUTE - 1);
      contact.failure = null;
      expect(await send()).toBe(0);
      contact.failure = new SendFailure('later', '忙');
      ctx.pass(1);
      expect(await send()).toBe(0);
      ctx.pass(19 * MINUTE);
      contact.failure = null;
      expect(await send()).toBe(0);
      ctx.pass(MINUTE);
      expect(await send()).toBe(1);
      const ids = new Set(contact.letters.map(({ messageId }) => messageId));
      expect([...ids]).toEqual([expect.stringMatching(/^digest\.\d+\.2026-11-21$/)]);
    });

    it('is tried no sooner than tomorrow where the address is not taken', async () => {
      const { ctx, contact, person, tell, send } = await openWorld(await open());
      const owner = await person();
      await tell(owner.id, '一条');
      contact.failure = new SendFailure('refused', '不收');
      expect(await send()).toBe(0);
      contact.failure = null;
      ctx.pass(10 * HOUR);
      expect(await send()).toBe(0);
      ctx.pass(14 * HOUR);
      expect(await send()).toBe(1);
    });

    it('is not sent twice by a process that died with it: what may have been sent was', async () => {
      const { ctx, contact, person, tell, send } = await openWorld(await open());
      const owner = await person();
      await tell(owner.id, '一条');
      // Fails after the first byte of the message.
      contact.failure = new TypeError('killed');
      await expect(send()).rejects.toThrow('killed');
      contact.failure = null;
      ctx.pass(HOUR);
      expect(await send()).toBe(0);
      ctx.pass(DAY);
      await tell(owner.id, '又一条');
      // Fails before it: the lease expires, and another process sends the message.
      const { email } = contact;
      contact.email = email && {
        ...email,
        sendLetter: () => Promise.reject(new TypeError('killed')),
      };
      await expect(send()).rejects.toThrow('killed');
      contact.email = email;
      expect(await send()).toBe(0);
      ctx.pass(2 * MINUTE);
      expect(await send()).toBe(1);
      expect(contact.letters).toHaveLength(1);
    });

    it('is not sent once the wish is gone, not even on its way', async () => {
      const { ctx, contact, person, tell, send } = await openWorld(await open());
      const owner = await person();
      await tell(owner.id, '一条');
      const { email } = contact;
      contact.email = email && {
        ...email,
        sendLetter: async (letter, before) => {
          await setDigestWanted({ ctx, memberId: owner.id, wanted: false });
          await email.sendLetter(letter, before);
        },
      };
      expect(await send()).toBe(0);
      expect(contact.letters).toEqual([]);
    });
  });

  describe('the wish', () => {
    it('needs an e-mail address, and a site that sends', async () => {
      const { ctx, db } = await openWorld(await open());
      const { id: memberId } = await addMember(ctx, `digest-${++people}`);
      const wish = { ctx, memberId, wanted: true };
      await expect(setDigestWanted(wish)).rejects.toMatchObject({
        code: 409,
        message: /绑定一个邮箱/,
      });
      await db.kysely
        .updateTable('member')
        .set({ email: `digest-${people}@example.com` })
        .where('id', '=', memberId)
        .execute();
      const without = { ...ctx, contact: undefined };
      await expect(setDigestWanted({ ...wish, ctx: without })).rejects.toMatchObject({ code: 409 });
      expect(await getDigestInfo({ ctx: without, memberId })).toMatchObject({ way: 'off' });
      expect(await setDigestWanted(wish)).toEqual({
        way: 'on',
        email: 'd***@example.com',
        wanted: true,
      });
    });

    it('ends with the link of a letter, which knows nobody and does nothing else', async () => {
      const { ctx, contact, person, tell, send } = await openWorld(await open());
      const owner = await person();
      await tell(owner.id, '一条');
      await send();
      const [letter] = contact.letters;
      expect(letter?.headers).toMatchObject({
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      });
      const link = letter?.headers?.['List-Unsubscribe'] ?? '';
      const token = /^<http:\/\/127\.0\.0\.1:3000\/np\/digest\/off\?token=([\w-]{43})>$/.exec(link);
      expect(letter?.text).toContain(link.slice(1, -1));
      await unsubscribeFromDigest({ ctx, token: token?.[1] ?? '' });
      await unsubscribeFromDigest({ ctx, token: token?.[1] ?? '' });
      expect(await getDigestInfo({ ctx, memberId: owner.id })).toMatchObject({ wanted: false });
      for (const wrong of ['', 'x', 'x'.repeat(43)])
        await expect(unsubscribeFromDigest({ ctx, token: wrong })).rejects.toMatchObject({
          code: 404,
        });
    });

    it('ends with the address it was for', async () => {
      const { ctx, db, person } = await openWorld(await open());
      const owner = await person();
      const signedIn = await authenticate({ ctx, token: owner.token });
      if (!signedIn) throw new Error('not signed in');
      const input = { kind: 'email' as const, password: 'correct horse 9' };
      await unbindContact({ ctx, signedIn, input, address: '10.0.0.1' });
      await db.kysely
        .updateTable('member')
        .set({ email: 'another@example.com' })
        .where('id', '=', owner.id)
        .execute();
      expect(await getDigestInfo({ ctx, memberId: owner.id })).toMatchObject({ wanted: false });
    });
  });
});
