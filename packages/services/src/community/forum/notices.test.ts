import { describeEachDatabase } from '@yunbiao/db/testing';
import { expect, it } from 'vitest';
import { getUnreadNoticeCount, listOwnNotices } from '../../identity/notice/list.ts';
import { markNoticesRead } from '../../identity/notice/read.ts';
import { acceptReply } from './accept.ts';
import { deleteOwnEntry } from './delete.ts';
import { setPostFollowed } from './follow.ts';
import { approveOrRejectEntry, setForumEntryHidden } from './staff/staff.ts';
import { createForumWorld, type ForumWorld, type Writer } from './testing.ts';
import { addReviewWord } from './review-words.ts';

const listNotices = async ({ ctx }: ForumWorld, member: Writer) =>
  (await listOwnNotices({ ctx, memberId: member.id, input: {} })).list;

const listTitles = async (world: ForumWorld, member: Writer) =>
  (await listNotices(world, member)).map(({ title }) => title);

describeEachDatabase((open) => {
  it('tell those concerned of a reply, once each and never who wrote it', async () => {
    const world = await createForumWorld(await open());
    const { ctx } = world;
    const [asker, helper, follower] = [
      await world.join('asker'),
      await world.join('helper'),
      await world.join('follower'),
    ];
    const { id: postId } = await world.ask(asker);
    const follow = { ctx, eyes: world.eyes(follower), postId: Number(postId) };
    await setPostFollowed({ ...follow, on: true });
    await setPostFollowed({ ...follow, on: true });
    const { id } = await world.reply(helper, postId, { content: '换**线**' });
    const path = `/one/qa/${postId}.html?reply=${id}#reply-${id}`;
    expect(await listNotices(world, asker)).toMatchObject([
      { kind: 'reply', title: 'helper 小店 回复了你的问题', text: '换线', path, read: false },
    ]);
    expect(await listTitles(world, follower)).toEqual(['你关注的“打印机不走纸”有了新回复']);
    expect(await listTitles(world, helper)).toEqual([]);
    await setPostFollowed({ ...follow, on: false });
    await world.reply(asker, postId, { parentId: id });
    expect(await listTitles(world, helper)).toEqual([
      'asker 小店 回复了你在“打印机不走纸”里的回复',
    ]);
    expect([await listTitles(world, asker), await listTitles(world, follower)]).toMatchObject([
      { length: 1 },
      { length: 1 },
    ]);
    const accept = { ctx, eyes: world.eyes(asker), postId: Number(postId) };
    await acceptReply({ ...accept, replyId: Number(id) });
    await acceptReply({ ...accept, replyId: Number(id) });
    expect((await listTitles(world, helper))[0]).toBe('你的回复被采纳了');
    expect(await listTitles(world, helper)).toHaveLength(2);
    for (const replyId of [null, Number(id), null, Number(id)])
      await acceptReply({ ...accept, replyId });
    expect(await listTitles(world, helper)).toHaveLength(2);
  });

  it('about a question are read with it, those about others are not', async () => {
    const world = await createForumWorld(await open());
    const { ctx } = world;
    const [asker, helper] = [await world.join('asker'), await world.join('helper')];
    const { id: first } = await world.ask(asker);
    const { id: second } = await world.ask(asker, { title: '打印机卡纸' });
    for (const id of [first, first, second]) await world.reply(helper, id);
    const countUnread = async () =>
      (await getUnreadNoticeCount({ ctx, memberId: asker.id })).unread;
    const read = { ctx, id: null, postId: first };
    expect(await markNoticesRead({ ...read, memberId: helper.id })).toEqual({ unread: 0 });
    expect(await countUnread()).toBe(3);
    expect(await markNoticesRead({ ...read, memberId: asker.id })).toEqual({ unread: 1 });
    expect((await listNotices(world, asker)).map((notice) => notice.read)).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('do not keep the words of what has been deleted or hidden since', async () => {
    const world = await createForumWorld(await open());
    const { ctx } = world;
    const [asker, helper] = [await world.join('asker'), await world.join('helper')];
    const { id: postId } = await world.ask(asker, { title: '打印机的秘密' });
    const { id } = await world.reply(helper, postId, { content: '秘密电话' });
    await acceptReply({
      ctx,
      eyes: world.eyes(asker),
      postId: Number(postId),
      replyId: Number(id),
    });
    expect(JSON.stringify(await listNotices(world, asker))).toContain('秘密电话');
    await deleteOwnEntry({ ctx, eyes: world.eyes(helper), target: { replyId: id } });
    expect(await listNotices(world, asker)).toMatchObject([
      { text: '这条回复已经看不到了', path: `/one/qa/${postId}.html` },
    ]);
    await setForumEntryHidden({ ctx, kind: 'post', id: postId, hide: true });
    for (const member of [asker, helper])
      for (const notice of await listNotices(world, member))
        if (notice.kind !== 'hidden') {
          expect(notice.path).toBe('');
          expect(JSON.stringify(notice)).not.toContain('秘密');
        }
    await setForumEntryHidden({ ctx, kind: 'post', id: postId, hide: false });
    expect(JSON.stringify(await listNotices(world, helper))).toContain('打印机的秘密');
  });

  it('tell of a held reply when it is approved, and its author of every decision', async () => {
    const world = await createForumWorld(await open());
    const { ctx } = world;
    const [asker, helper] = [await world.join('asker'), await world.join('helper')];
    await addReviewWord({ ctx, word: '代开' });
    const { id: postId } = await world.ask(asker);
    const first = await world.reply(helper, postId, { content: '代开 1' });
    const second = await world.reply(helper, postId, { content: '代开 2' });
    expect(await listTitles(world, asker)).toEqual([]);
    await approveOrRejectEntry({ ctx, kind: 'reply', id: first.id, approve: true });
    await approveOrRejectEntry({ ctx, kind: 'reply', id: second.id, approve: false });
    await setForumEntryHidden({ ctx, kind: 'reply', id: first.id, hide: true });
    expect(await listTitles(world, asker)).toEqual(['helper 小店 回复了你的问题']);
    expect(await listTitles(world, helper)).toEqual([
      '你的回复被工作人员隐藏了',
      '你的回复没有通过审核',
      '你的回复通过了审核',
    ]);
  });

  it('are listed, counted and read by their member only', async () => {
    const world = await createForumWorld(await open());
    const { ctx } = world;
    const [asker, helper] = [await world.join('asker'), await world.join('helper')];
    const { id: postId } = await world.ask(asker);
    for (let n = 0; n < 23; n += 1) await world.reply(helper, postId);
    const list = (input: object = {}) => listOwnNotices({ ctx, memberId: asker.id, input });
    const first = await list();
    expect([first.list.length, first.unread]).toEqual([20, 23]);
    const rest = await list({ lastId: first.nextId });
    expect([rest.list.length, rest.nextId]).toEqual([3, null]);
    const id = Number(first.list[0]?.id);
    await expect(markNoticesRead({ ctx, memberId: helper.id, id })).rejects.toMatchObject({
      code: 404,
    });
    expect(await markNoticesRead({ ctx, memberId: helper.id, id: null })).toEqual({ unread: 0 });
    expect(await markNoticesRead({ ctx, memberId: asker.id, id })).toEqual({ unread: 22 });
    expect((await list({ unread: true })).list[0]?.id).toBe(first.list[1]?.id);
    expect(await markNoticesRead({ ctx, memberId: asker.id, id: null })).toEqual({ unread: 0 });
    expect(await getUnreadNoticeCount({ ctx, memberId: asker.id })).toEqual({ unread: 0 });
  });
});
