import { type ContentTag, getPostBucketTag } from '@yunbiao/contract';
import { describeEachDatabase } from '@yunbiao/db/testing';
import {
  addForumGroup,
  deleteOwnEntry,
  setEntryLiked,
  saveReply,
  savePost,
  loadContentGenerations,
  getSoftware,
  setStaffTitle,
} from '@yunbiao/services';
import { addMember, addSoftware, createTestContext } from '@yunbiao/services/testing';
import { expect, it } from 'vitest';
import { listCallTags } from '../tags.ts';

type Name =
  | 'siteIndex'
  | 'askIndex'
  | 'askGroupList'
  | 'askPostList'
  | 'askPostDetails'
  | 'askPostReplyList'
  | 'search';

const listTags = (name: Name, query: string, domain = ''): ContentTag[] =>
  listCallTags(name, Object.fromEntries(new URLSearchParams(query)), domain);

describeEachDatabase((open) => {
  it('pages that show a question are stale once it changes, and others of its software are not', async () => {
    const ctx = createTestContext(await open());
    await addSoftware(ctx, 'one');
    await ctx.db.kysely.updateTable('software').set({ domain: 'qa.example.com' }).execute();
    const software = await getSoftware(ctx, { alias: 'one' });
    const { id: gid } = await addForumGroup({ ctx, alias: 'one', name: '纸', description: '' });
    const asker = { id: (await addMember(ctx, 'asker')).id, created_at: 0 };
    const liker = await addMember(ctx, 'liker');
    const collectTags = async (change: () => Promise<unknown>): Promise<Set<string>> => {
      ctx.pass(60_000);
      const from = ctx.heard.length;
      await change();
      const events = ctx.heard.slice(from).filter(([name]) => name === 'content-changed');
      return new Set(events.flatMap(([, event]) => ('tags' in event ? event.tags : [])));
    };
    const isStale = (tags: string[], by: Set<string>) => tags.some((tag) => by.has(tag));
    const input = { gid, title: '打印机不走纸', content: '请问' };
    const member = asker;
    const { id } = await savePost({ ctx, software, member, input });
    const lists: ContentTag[][] = [
      listTags('siteIndex', ''),
      listTags('siteIndex', 'alias=one'),
      listTags('askIndex', '', 'one'),
      listTags('askPostList', '', 'qa.example.com'),
      listTags('askPostList', '', 'QA.Example.com'),
      listTags('search', 'alias=%20QA.example.COM&q=usb'),
      listTags('search', 'alias=&domain=One&q=usb'),
      listTags('askGroupList', 'alias=one'),
    ];
    const own = [listTags('askPostDetails', `id=${id}`, 'one')];
    const replies = listTags('askPostReplyList', `postId=${id}`, 'one');
    const others = listTags('askPostDetails', 'id=99', 'one');
    const eyes = { softwareId: software.id, memberId: liker.id };
    const changes = [
      () => saveReply({ ctx, software, member, input: { postId: id, content: '好了' } }),
      () => setEntryLiked({ ctx, eyes, target: { postId: id }, on: true }),
    ];
    for (const change of changes) {
      const by = await collectTags(change);
      for (const tags of [...lists, ...own, replies]) expect(isStale(tags, by)).toBe(true);
      expect(isStale(others, by)).toBe(false);
    }
    // Any other question may list a deleted question as a similar one.
    const gone = await collectTags(() =>
      deleteOwnEntry({ ctx, eyes: { ...eyes, memberId: asker.id }, target: { postId: id } }),
    );
    for (const tags of [...lists, ...own, replies, others]) expect(isStale(tags, gone)).toBe(true);
  });

  it('searches are stale once a member has become staff: they find what staff have answered', async () => {
    const ctx = createTestContext(await open());
    await addSoftware(ctx, 'one');
    await addMember(ctx, 'helper');
    const search = listTags('search', 'alias=one&q=usb&official=true');
    const before = await loadContentGenerations({ ctx });
    await setStaffTitle({ ctx, username: 'helper', title: '技术支持' });
    const after = await loadContentGenerations({ ctx });
    expect(search.some((tag) => after.get(tag) !== before.get(tag))).toBe(true);
  });
});

it('however many questions there are, their tags are few: each process reads them all every second', () => {
  const tags = Array.from({ length: 100_000 }, (_, i) => getPostBucketTag(i + 1));
  expect(new Set(tags).size).toBeLessThan(1_000);
  expect(listTags('askPostDetails', 'id=99999', 'one')).toContain(getPostBucketTag(99_999));
  expect(listTags('askPostReplyList', 'postId=99999', 'one')).toContain(getPostBucketTag('99999'));
});
