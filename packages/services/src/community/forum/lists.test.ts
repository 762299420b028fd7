import { describeEachDatabase } from '@yunbiao/db/testing';
import { describe, expect, it } from 'vitest';
import { loadSiteIndex } from '../home/site-index.ts';
import { acceptReply } from './accept.ts';
import { loadForumStartPage } from './ask-index.ts';
import { deleteOwnEntry } from './delete.ts';
import { setEntryLiked } from './like.ts';
import { getPostDetails } from './post-details.ts';
import { listPosts } from './post-list.ts';
import { listPostReplies } from './reply-list.ts';
import { addForumGroup, setForumEntryHidden, movePost, pinPost } from './staff/staff.ts';
import { createForumWorld, type ForumWorld } from './testing.ts';
import { getSoftware } from '../../identity/software/find.ts';

type Input = Parameters<typeof listPosts>[0]['input'];

const getList = async ({ ctx, software }: ForumWorld, input: Partial<Input> = {}) =>
  listPosts({ ctx, softwareId: software.id, input: { sort: 'latest', ...input } });

const listIds = async (world: ForumWorld, input: Partial<Input> = {}) =>
  (await getList(world, input)).list.map(({ id }) => id);

/** Reads all pages; calls `between` after each. */
const walk = async (world: ForumWorld, input: Partial<Input>, between = async () => {}) => {
  const seen: string[] = [];
  let lastPostId: string | undefined;
  for (;;) {
    const { list, nextId } = await getList(world, { ...input, ...(lastPostId && { lastPostId }) });
    seen.push(...list.map(({ id }) => id));
    if (nextId === null) return seen;
    lastPostId = nextId;
    await between();
  }
};

describeEachDatabase((open) => {
  describe('the list of questions', () => {
    it('has every question once, in order, while more are asked and some go', async () => {
      const world = await createForumWorld(await open());
      const asker = await world.join('asker');
      const posts: string[] = [];
      for (let n = 0; n < 45; n += 1) {
        if (n % 20 === 0) world.ctx.pass(86_400_000);
        posts.push((await world.ask(asker)).id);
      }
      world.ctx.pass(2 * 86_400_000);
      await pinPost({ ctx: world.ctx, id: posts[3] ?? '', pinned: true });
      const newest = posts.toReversed();
      const expected = [posts[3], ...newest.filter((id) => id !== posts[3])];
      let added = 0;
      const seen = await walk(world, {}, async () => {
        await world.ask(asker);
        added += 1;
      });
      expect(added).toBe(2);
      expect(seen).toEqual(expected);
      for (const sort of ['hot', 'unanswered'] as const) {
        const all = await walk(world, { sort, gid: world.gid });
        expect(new Set(all).size).toBe(47);
        expect(all).toHaveLength(47);
      }
      // The position stays valid when the last question of the page is deleted.
      const { nextId } = await getList(world);
      const after = await listIds(world, { lastPostId: nextId ?? '' });
      await deleteOwnEntry({
        ctx: world.ctx,
        eyes: world.eyes(asker),
        target: { postId: nextId ?? '' },
      });
      expect(await listIds(world, { lastPostId: nextId ?? '' })).toEqual(after);
    });

    it('sorts by what is hot, unanswered and solved', async () => {
      const world = await createForumWorld(await open());
      const { ctx } = world;
      const asker = await world.join('asker');
      const helper = await world.join('helper');
      const liked = await world.ask(asker);
      const solved = await world.ask(asker);
      const open1 = await world.ask(asker);
      const eyes = world.eyes(helper);
      await setEntryLiked({ ctx, eyes, target: { postId: liked.id }, on: true });
      const { id: replyId } = await world.reply(helper, solved.id);
      const accept = { ctx, eyes: world.eyes(asker), postId: Number(solved.id) };
      await acceptReply({ ...accept, replyId: Number(replyId) });
      expect(await listIds(world, { sort: 'hot' })).toEqual([liked.id, solved.id, open1.id]);
      expect(await listIds(world, { sort: 'unanswered' })).toEqual([open1.id, liked.id]);
      expect(await listIds(world, { sort: 'solved' })).toEqual([solved.id]);
      await acceptReply({ ...accept, replyId: null });
      expect(await listIds(world, { sort: 'solved' })).toEqual([]);
    });

    it('refuses a last one of another software', async () => {
      const world = await createForumWorld(await open());
      const { id } = await world.ask(await world.join('asker'));
      const elsewhere = { ...world, software: world.other };
      expect(await listIds(elsewhere)).toEqual([]);
      expect(await listIds(elsewhere, { gid: world.gid })).toEqual([]);
      await expect(listIds(elsewhere, { lastPostId: id })).rejects.toMatchObject({ code: 404 });
    });

    it('and the figures of groups follow what is moved, hidden and shown', async () => {
      const world = await createForumWorld(await open());
      const { ctx, software } = world;
      const asker = await world.join('asker');
      const { id } = await world.ask(asker);
      await world.ask(asker);
      const second = await addForumGroup({ ctx, alias: 'one', name: '纸', description: '' });
      const getFigures = async () => {
        const index = await loadForumStartPage({ ctx, softwareId: software.id, memberId: null });
        return [index.posts, index.solved, ...index.groups.map(({ postCount }) => postCount)];
      };
      expect(await getFigures()).toEqual([2, 0, 2, 0]);
      await movePost({ ctx, id, groupId: second.id });
      expect(await getFigures()).toEqual([2, 0, 1, 1]);
      expect(await listIds(world, { gid: second.id })).toEqual([id]);
      await setForumEntryHidden({ ctx, kind: 'post', id, hide: true });
      expect(await getFigures()).toEqual([1, 0, 1, 0]);
      await setForumEntryHidden({ ctx, kind: 'post', id, hide: false });
      expect(await getFigures()).toEqual([2, 0, 1, 1]);
      await expect(movePost({ ctx, id, groupId: '99' })).rejects.toMatchObject({ code: 404 });
    });
  });

  it('tells the site index what was answered last, and how many are solved', async () => {
    const world = await createForumWorld(await open());
    const { ctx } = world;
    const asker = await world.join('asker');
    const first = await world.ask(asker);
    const second = await world.ask(asker);
    await world.ask(asker);
    await world.reply(asker, second.id);
    const { id: replyId } = await world.reply(asker, first.id);
    const accept = { ctx, eyes: world.eyes(asker), postId: Number(first.id) };
    await acceptReply({ ...accept, replyId: Number(replyId) });
    for (const software of [null, await getSoftware(ctx, { alias: 'one' })]) {
      const { posts, forum } = await loadSiteIndex({ ctx, software });
      expect(posts.map(({ id }) => id)).toEqual([first.id, second.id]);
      expect(forum).toEqual({ posts: 3, solved: 1 });
    }
    const two = await loadSiteIndex({ ctx, software: await getSoftware(ctx, { alias: 'two' }) });
    expect([two.posts, two.forum]).toEqual([[], { posts: 0, solved: 0 }]);
  });

  it('pages replies from anywhere, and says how many came before', async () => {
    const world = await createForumWorld(await open());
    const { ctx, software } = world;
    const { id: postId } = await world.ask(await world.join('asker'));
    const helper = await world.join('helper');
    const ids: string[] = [];
    for (let n = 0; n < 45; n += 1) ids.push((await world.reply(helper, postId)).id);
    const listReplies = (input: { lastId?: string; fromId?: string }) =>
      listPostReplies({
        ctx,
        softwareId: software.id,
        memberId: null,
        input: { postId, ...input },
      });
    const first = await listReplies({});
    expect([first.list.length, first.before, first.nextId]).toEqual([20, 0, ids[19]]);
    await world.reply(helper, postId);
    const second = await listReplies({ lastId: ids[19] ?? '' });
    expect(second.list.map(({ id }) => id)).toEqual(ids.slice(20, 40));
    const linked = await listReplies({ fromId: ids[30] ?? '' });
    expect([linked.list[0]?.id, linked.before, linked.nextId]).toEqual([ids[30], 30, null]);
    const target = { kind: 'reply', id: ids[30] ?? '' };
    await setForumEntryHidden({ ctx, ...target, hide: true });
    const after = await listReplies({ fromId: ids[30] ?? '' });
    expect([after.list[0]?.id, after.before]).toEqual([ids[31], 30]);
    const details = { ctx, software, memberId: null, id: Number(postId) };
    expect((await getPostDetails(details)).replyCount).toBe(45);
  });
});
