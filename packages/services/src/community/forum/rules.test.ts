import { describeEachDatabase } from '@yunbiao/db/testing';
import { expect, it } from 'vitest';
import { acceptReply } from './accept.ts';
import { deleteOwnEntry } from './delete.ts';
import { setEntryLiked } from './like.ts';
import { getOwnPostRelation, getEntrySource } from './own-entries.ts';
import { reportEntry } from './report.ts';
import { closeReport, listForumReports } from './staff/staff-lists.ts';
import { setForumEntryHidden } from './staff/staff.ts';
import { createForumWorld, getVisiblePost, listVisibleReplies, type Writer } from './testing.ts';

const NOT_THERE = { code: 404 };

describeEachDatabase((open) => {
  it('counts likes once each, also many at once, and none for one’s own', async () => {
    const world = await createForumWorld(await open());
    const { ctx } = world;
    const asker = await world.join('asker');
    const { id: postId } = await world.ask(asker);
    const { id: replyId } = await world.reply(asker, postId);
    const members = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((name) => world.join(`${name}x`)),
    );
    for (const target of [{ postId }, { replyId }]) {
      const likeReply = (member: Writer, on: boolean) =>
        setEntryLiked({ ctx, eyes: world.eyes(member), target, on });
      await Promise.all([...members, ...members].map((member) => likeReply(member, true)));
      const first = members[0] ?? asker;
      expect(await likeReply(first, true)).toEqual({ likeCount: 5 });
      expect(await likeReply(first, false)).toEqual({ likeCount: 4 });
      expect(await likeReply(first, false)).toEqual({ likeCount: 4 });
      await expect(likeReply(asker, true)).rejects.toMatchObject({ code: 409 });
    }
    const eyes = world.eyes(members[1] ?? asker);
    expect(await getOwnPostRelation({ ctx, eyes, input: { postId } })).toEqual({
      mine: false,
      liked: true,
      followed: false,
      myReplies: [],
      likedReplies: [replyId],
    });
  });

  it('counts replies that come at once', async () => {
    const world = await createForumWorld(await open());
    const { id } = await world.ask(await world.join('asker'));
    const members = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((name) => world.join(`${name}x`)),
    );
    await Promise.all(members.map((member) => world.reply(member, id)));
    expect((await getVisiblePost(world, id)).replyCount).toBe(5);
    expect(await listVisibleReplies(world, id)).toHaveLength(5);
  });

  it('lets only the asker accept, and forgets an answer that goes', async () => {
    const world = await createForumWorld(await open());
    const { ctx } = world;
    const [asker, helper] = [await world.join('a'), await world.join('b')];
    const { id } = await world.ask(asker);
    const elsewhere = await world.reply(helper, (await world.ask(asker)).id);
    const { id: replyId } = await world.reply(helper, id);
    const acceptFrom = (member: Writer, reply: string) =>
      acceptReply({ ctx, eyes: world.eyes(member), postId: Number(id), replyId: Number(reply) });
    await expect(acceptFrom(helper, replyId)).rejects.toMatchObject({ code: 403 });
    await expect(acceptFrom(asker, elsewhere.id)).rejects.toMatchObject(NOT_THERE);
    await acceptFrom(asker, replyId);
    expect((await getVisiblePost(world, id)).accepted?.id).toBe(replyId);
    const remove = { ctx, target: { replyId } };
    await expect(deleteOwnEntry({ ...remove, eyes: world.eyes(asker) })).rejects.toMatchObject(
      NOT_THERE,
    );
    await deleteOwnEntry({ ...remove, eyes: world.eyes(helper) });
    expect(await getVisiblePost(world, id)).toMatchObject({
      accepted: null,
      solved: false,
      replyCount: 0,
    });
  });

  it('changes and deletes only one’s own; a deleted question goes with its replies', async () => {
    const world = await createForumWorld(await open());
    const { ctx } = world;
    const [asker, other] = [await world.join('a'), await world.join('b')];
    const { id: postId } = await world.ask(asker, { content: '**原文**' });
    const { id: replyId } = await world.reply(other, postId);
    const eyes = world.eyes(other);
    await expect(world.ask(other, { id: postId })).rejects.toMatchObject(NOT_THERE);
    await expect(world.reply(asker, postId, { id: replyId })).rejects.toMatchObject(NOT_THERE);
    await expect(getEntrySource({ ctx, eyes, target: { postId } })).rejects.toMatchObject(
      NOT_THERE,
    );
    await expect(deleteOwnEntry({ ctx, eyes, target: { postId } })).rejects.toMatchObject(
      NOT_THERE,
    );
    await expect(deleteOwnEntry({ ctx, eyes, target: { postId, replyId } })).rejects.toMatchObject({
      code: 400,
    });
    const own = { ctx, eyes: world.eyes(asker), target: { postId } };
    expect((await getEntrySource(own)).content).toBe('**原文**');
    await deleteOwnEntry(own);
    for (const member of [undefined, asker])
      await expect(getVisiblePost(world, postId, member)).rejects.toMatchObject(NOT_THERE);
    await expect(listVisibleReplies(world, postId, other)).rejects.toMatchObject(NOT_THERE);
    await expect(world.reply(other, postId, { id: replyId })).rejects.toMatchObject(NOT_THERE);
    await expect(setEntryLiked({ ctx, eyes, target: { replyId }, on: true })).rejects.toMatchObject(
      NOT_THERE,
    );
  });

  it('knows nothing of what is hidden, or of another software', async () => {
    const world = await createForumWorld(await open());
    const { ctx } = world;
    const [asker, other] = [await world.join('a'), await world.join('b')];
    const { id } = await world.ask(asker);
    const { id: parentId } = await world.reply(other, (await world.ask(asker)).id);
    await expect(world.reply(other, id, { parentId })).rejects.toMatchObject(NOT_THERE);
    await expect(world.ask(asker, { gid: '99' })).rejects.toMatchObject(NOT_THERE);
    const elsewhere = { ...world, software: world.other };
    await expect(getVisiblePost(elsewhere, id, asker)).rejects.toMatchObject(NOT_THERE);
    await expect(listVisibleReplies(elsewhere, id)).rejects.toMatchObject(NOT_THERE);
    await setForumEntryHidden({ ctx, kind: 'post', id, hide: true });
    for (const member of [undefined, asker])
      await expect(getVisiblePost(world, id, member)).rejects.toMatchObject(NOT_THERE);
    await expect(world.ask(asker, { id })).rejects.toMatchObject(NOT_THERE);
    const eyes = world.eyes(asker);
    await expect(deleteOwnEntry({ ctx, eyes, target: { postId: id } })).rejects.toMatchObject(
      NOT_THERE,
    );
  });

  it('lists reports for staff, one a member, never about one’s own', async () => {
    const world = await createForumWorld(await open());
    const { ctx } = world;
    const [asker, other] = [await world.join('a'), await world.join('b')];
    const { id: postId } = await world.ask(asker);
    const report = (member: Writer) =>
      reportEntry({
        ctx,
        eyes: world.eyes(member),
        target: { postId },
        reason: 'spam' as const,
        detail: '广告',
      });
    await expect(report(asker)).rejects.toMatchObject({ code: 409 });
    await report(other);
    await report(other);
    const [only, ...rest] = await listForumReports({ ctx });
    expect([only, rest]).toMatchObject([{ kind: 'post', targetId: postId, count: 1 }, []]);
    await closeReport({ ctx, id: only?.id ?? '' });
    expect(await listForumReports({ ctx })).toEqual([]);
    await expect(closeReport({ ctx, id: only?.id ?? '' })).rejects.toMatchObject(NOT_THERE);
    await expect(getVisiblePost(world, postId)).resolves.toBeTruthy();
  });
});
