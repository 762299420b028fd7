import { describeEachDatabase } from '@yunbiao/db/testing';
import { expect, it } from 'vitest';
import {
  addMember,
  addSoftware,
  addTemplate,
  createOperatorContext,
  createTestContext,
} from '../../testing.ts';
import { listOwnNotices } from './list.ts';
import { sendNotice } from './send.ts';

const WORDS = { title: '今晚维护', text: '23 点到 24 点', path: '/yunbiao/updateLog' };

describeEachDatabase((open) => {
  const createWorld = async () => {
    const db = await open();
    const ctx = createOperatorContext(createTestContext(db), 'wang', '机房通知');
    const [own, other] = [await addSoftware(ctx, 'yunbiao'), await addSoftware(ctx, 'shop')];
    const [zhou, li, gone] = [
      await addMember(ctx, 'zhou'),
      await addMember(ctx, 'li'),
      await addMember(ctx, 'gone'),
    ];
    await db.kysely
      .updateTable('member')
      .set({ left_at: ctx.now() })
      .where('id', '=', gone.id)
      .execute();
    const getList = async (memberId: number) =>
      (await listOwnNotices({ ctx, memberId, input: {} })).list;
    const listAudits = () =>
      db.kysely.selectFrom('audit').select(['action', 'actor', 'subject', 'detail']).execute();
    return { ctx, db, own, other, zhou, li, gone, getList, audits: listAudits };
  };

  it('is written to everybody who is left, with what it concerns, and what for', async () => {
    const { ctx, zhou, li, gone, getList, audits } = await createWorld();
    expect(await sendNotice({ ctx, to: 'all', ...WORDS })).toEqual({ count: 2 });
    for (const { id } of [zhou, li])
      expect(await getList(id)).toMatchObject([{ kind: 'site', ...WORDS, read: false }]);
    expect(await getList(gone.id)).toEqual([]);
    expect(await audits()).toEqual([
      {
        action: 'notice.send',
        actor: 'admin',
        subject: 'site:0',
        detail: JSON.stringify({ title: '今晚维护', count: 2, by: 'wang', why: '机房通知' }),
      },
    ]);
  });

  it('is written to anyone who has something in a software, and to nobody else', async () => {
    const { ctx, own, other, zhou, li, getList, audits } = await createWorld();
    await addTemplate(ctx, own, zhou.id);
    await addTemplate(ctx, own, zhou.id);
    await addTemplate(ctx, own);
    await addTemplate(ctx, other, li.id);
    expect(await sendNotice({ ctx, to: 'software', alias: 'yunbiao', ...WORDS })).toEqual({
      count: 1,
    });
    expect(await getList(zhou.id)).toHaveLength(1);
    expect(await getList(li.id)).toEqual([]);
    expect(await audits()).toMatchObject([{ subject: `software:${own}` }]);
    const nowhere = sendNotice({ ctx, to: 'software', alias: 'nowhere', ...WORDS });
    await expect(nowhere).rejects.toMatchObject({ code: 404 });
  });

  it('is written to one member, whose pages hear of it', async () => {
    const { ctx, zhou, li, getList } = await createWorld();
    const heard: number[] = [];
    ctx.bus.on('notices-changed', ({ memberId }) => heard.push(memberId));
    expect(await sendNotice({ ctx, to: 'member', username: 'ZHOU', ...WORDS })).toEqual({
      count: 1,
    });
    expect([await getList(zhou.id), await getList(li.id)]).toMatchObject([[WORDS], []]);
    expect(heard).toEqual([zhou.id]);
    for (const username of ['nobody', 'gone'])
      await expect(sendNotice({ ctx, to: 'member', username, ...WORDS })).rejects.toMatchObject({
        code: 404,
      });
  });

  it.each([
    ['title', { title: '' }],
    ['title', { title: '长'.repeat(61) }],
    ['text', { text: '长'.repeat(501) }],
    ['path', { path: 'https://elsewhere.example/' }],
    ['path', { path: '//elsewhere.example/' }],
    ['path', { path: '/\\elsewhere.example' }],
    ['path', { path: 'javascript:alert(1)' }],
  ])('is not written with a wrong %s: %o', async (field, words) => {
    const { ctx, getList, zhou, audits } = await createWorld();
    const sent = sendNotice({ ctx, to: 'all', ...WORDS, ...words });
    await expect(sent).rejects.toMatchObject({
      code: 400,
      data: { fields: { [field]: expect.any(String) } },
    });
    expect([await getList(zhou.id), await audits()]).toEqual([[], []]);
  });
});
