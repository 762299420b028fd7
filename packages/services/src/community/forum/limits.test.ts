import { describeEachDatabase } from '@yunbiao/db/testing';
import { describe, expect, it } from 'vitest';
import { listPosts } from './post-list.ts';
import { listEntriesInReview } from './staff/staff-lists.ts';
import { approveOrRejectEntry } from './staff/staff.ts';
import { createForumWorld, getVisiblePost, listVisibleReplies } from './testing.ts';
import { addReviewWord, listReviewWords, removeReviewWord } from './review-words.ts';

const NOT_THERE = { code: 404 };

describeEachDatabase((open) => {
  describe('how fast a member may write', () => {
    it('is three questions in a new account’s day, one a minute', async () => {
      const world = await createForumWorld(await open());
      const member = await world.join('new', 0);
      await world.ask(member);
      // Each question comes 61 s after the previous one; this one 49 s.
      world.ctx.pass(-12_000);
      await expect(world.ask(member)).rejects.toMatchObject({
        code: 429,
        data: { retryAfter: 11 },
        message: '发得太快了，请 11 秒后再发',
      });
      await world.ask(member);
      await world.ask(member);
      await expect(world.ask(member)).rejects.toMatchObject({
        code: 429,
        message: '新账号每天最多发 3 条问题，请 24 小时后再发',
      });
      world.ctx.pass(24 * 3_600_000);
      await world.ask(member);
    });

    it('is twenty questions and a reply every ten seconds later on', async () => {
      const world = await createForumWorld(await open());
      const member = await world.join('old');
      const { id } = await world.ask(member);
      world.ctx.pass(-52_000);
      await expect(world.reply(member, id)).rejects.toMatchObject({ data: { retryAfter: 1 } });
      for (let n = 1; n < 20; n += 1) await world.ask(member);
      const refused = { code: 429, message: '每天最多发 20 条问题，请 24 小时后再发' };
      await expect(world.ask(member)).rejects.toMatchObject(refused);
      await world.reply(member, id);
    });

    it('lets one of many at once through', async () => {
      const world = await createForumWorld(await open());
      const member = await world.join('old');
      await world.ask(member);
      world.ctx.pass(600_000);
      const createReplyInput = (n: number) => ({ content: `同时的第 ${n} 条` });
      const before = world.ctx.now;
      const at = before();
      world.ctx.now = () => at;
      const results = await Promise.allSettled(
        [1, 2, 3, 4].map((n) => world.ask(member, createReplyInput(n))),
      );
      world.ctx.now = before;
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });
  });

  it('refuses what was said before, for seven days, and names it', async () => {
    const world = await createForumWorld(await open());
    const { ctx } = world;
    const [member, other] = [await world.join('a'), await world.join('b')];
    const said = { title: '打印机 不走纸', content: 'ＡＢＣ\n一二' };
    const { id } = await world.ask(member, said);
    const again = { title: '打印机不走纸', content: 'abc 一二' };
    ctx.pass(61_000);
    await expect(world.ask(member, again)).rejects.toMatchObject({
      code: 409,
      message: `你在 7 天内问过一样的问题：《打印机 不走纸》（编号 ${id}）`,
    });
    ctx.pass(61_000);
    await world.ask(other, again);
    await world.ask(member, { ...again, id });
    await world.reply(other, id, { content: '换一根线' });
    ctx.pass(61_000);
    await expect(world.reply(other, id, { content: '换一 根线' })).rejects.toMatchObject({
      code: 409,
      message: expect.stringContaining(`编号 ${id}`),
    });
    ctx.pass(7 * 86_400_000);
    await world.ask(member, again);
  });

  describe('a word of the staff’s list', () => {
    it('holds a question for review, whatever stands between its letters', async () => {
      const world = await createForumWorld(await open());
      const { ctx, software } = world;
      const [member, other] = [await world.join('a'), await world.join('b')];
      expect(await addReviewWord({ ctx, word: ' 加V信 ' })).toBe('加v信');
      await expect(addReviewWord({ ctx, word: '加ｖ信' })).rejects.toMatchObject({ code: 409 });
      await expect(addReviewWord({ ctx, word: '…' })).rejects.toMatchObject({ code: 400 });
      const post = await world.ask(member, { content: '请 加*Ｖ 、信 1' });
      expect(post.state).toBe('review');
      await expect(getVisiblePost(world, post.id)).rejects.toMatchObject(NOT_THERE);
      await expect(getVisiblePost(world, post.id, other)).rejects.toMatchObject(NOT_THERE);
      expect((await getVisiblePost(world, post.id, member)).state).toBe('review');
      const list = { ctx, softwareId: software.id, input: { sort: 'latest' as const } };
      expect((await listPosts(list)).list).toEqual([]);
      await expect(world.reply(member, post.id)).rejects.toMatchObject({ code: 409 });
      await expect(world.reply(other, post.id)).rejects.toMatchObject(NOT_THERE);
      expect(await listEntriesInReview({ ctx })).toMatchObject([{ kind: 'post', id: post.id }]);
      await approveOrRejectEntry({ ctx, kind: 'post', id: post.id, approve: true });
      expect((await getVisiblePost(world, post.id)).state).toBe('visible');
      const again = { ctx, kind: 'post', id: post.id, approve: true };
      await expect(approveOrRejectEntry(again)).rejects.toMatchObject({ code: 409 });
      await removeReviewWord({ ctx, word: '加V信' });
      expect(await listReviewWords({ ctx })).toEqual([]);
    });

    it('holds a reply, and an edit; what is rejected stays out of sight', async () => {
      const world = await createForumWorld(await open());
      const { ctx } = world;
      const [member, other] = [await world.join('a'), await world.join('b')];
      await addReviewWord({ ctx, word: '代开' });
      const { id } = await world.ask(member);
      const good = await world.reply(other, id);
      const bad = await world.reply(other, id, { content: '代 开' });
      expect([bad.state, await listVisibleReplies(world, id)]).toEqual(['review', [good.id]]);
      expect(await listVisibleReplies(world, id, other)).toEqual([good.id, bad.id]);
      expect(await listVisibleReplies(world, id, member)).toEqual([good.id]);
      await approveOrRejectEntry({ ctx, kind: 'reply', id: bad.id, approve: false });
      expect(await listVisibleReplies(world, id, other)).toEqual([good.id]);
      const edited = await world.reply(other, id, { id: good.id, content: '代·开' });
      expect(edited.state).toBe('review');
      expect((await getVisiblePost(world, id)).replyCount).toBe(0);
      const held = await world.ask(member, { id, content: '代开' });
      expect(held.state).toBe('review');
    });
  });
});
