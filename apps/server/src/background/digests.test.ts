import { runTransaction } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { setDigestWanted } from '@yunbiao/services';
import { addMember, addSoftware, createTestContext } from '@yunbiao/services/testing';
import { expect, it, onTestFinished } from 'vitest';
import { readLetter } from '../../../../e2e/channels/mail/mime.ts';
import { openMail } from '../../../../e2e/channels/mail/smtp-server.ts';
import { createApi } from '../api/api.ts';
import { readConfig } from '../config/config.ts';
import { createContactSenders } from '../contact/create-senders.ts';
import { startDigests } from './digests.ts';

const EMAIL = 'zhou.min@example.com';

describeEachDatabase((open) => {
  it('leaves by SMTP once the server takes it, and ends with a press in the mail program', async () => {
    const mail = await openMail({ security: 'none' });
    const base = createTestContext(await open());
    const config = readConfig({
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(mail.port),
      SMTP_SECURITY: 'none',
      SMTP_FROM: '云标 <no-reply@labels.example.com>',
    });
    const contact = createContactSenders(config, base);
    const ctx = { ...base, contact };
    await addSoftware(base, 'yunbiao');
    const { id: memberId } = await addMember(base, 'owner');
    const { kysely } = ctx.db;
    await kysely.updateTable('member').set({ email: EMAIL }).where('id', '=', memberId).execute();
    await setDigestWanted({ ctx, memberId, wanted: true });
    await runTransaction(ctx.db, (tx) =>
      tx
        .insertInto('notice')
        .values({
          member_id: memberId,
          kind: 'order',
          title: '订单到账',
          text: '月卡',
          path: '/yunbiao/user/order',
          created_at: ctx.now(),
          read_at: null,
        })
        .execute(),
    );
    const getDigestTries = async () => {
      const row = await kysely
        .selectFrom('notice_digest')
        .select(['tries', 'day'])
        .executeTakeFirstOrThrow();
      return row.day || row.tries;
    };
    mail.refused.set(EMAIL, '451 4.7.1 Greylisted');
    const stop = startDigests(ctx, { isLeader: () => true, everyMs: 20 });
    onTestFinished(async () => {
      await stop();
      await contact.stop();
      await mail.close();
    });
    await expect.poll(getDigestTries).toBe(1);
    mail.refused.clear();
    // The server rejects the message content.
    mail.fault({ at: 'content', kind: 'say', text: '452 4.3.1 Insufficient system storage' });
    base.pass(10 * 60_000);
    await expect.poll(getDigestTries).toBe(2);
    base.pass(20 * 60_000);
    await expect.poll(getDigestTries).toBe('2026-11-21');
    await expect.poll(() => mail.letters.length).toBe(1);

    const { headers, text, html } = readLetter(mail.letters[0]?.raw ?? '');
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    for (const body of [text, html]) expect(body).toContain('订单到账');
    const link =
      /<(.*)>/.exec(headers.get('list-unsubscribe')?.replace(/\s/g, '') ?? '')?.[1] ?? '';
    const api = createApi(ctx);
    const getDigestWanted = async () =>
      (await kysely.selectFrom('notice_digest').select('wanted').executeTakeFirstOrThrow()).wanted;
    // Mail scanners open the links of a message.
    const opened = await api.request(link);
    expect([opened.status, await getDigestWanted()]).toEqual([200, 1]);
    expect(await opened.text()).toContain('<form method="post">');
    const press = {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    };
    const pressed = await api.request(link, press);
    expect([pressed.status, await getDigestWanted()]).toEqual([200, 0]);
    expect(pressed.headers.getSetCookie()).toEqual([]);
    const wrong = await api.request('/np/digest/off?token=x', press);
    expect([wrong.status, await wrong.text()]).toEqual([404, expect.stringContaining('没有退订')]);
  });
});
