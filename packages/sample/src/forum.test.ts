import { describeEachDatabase } from '@yunbiao/db/testing';
import { expect, it } from 'vitest';
import {
  loadForumStartPage,
  getPostDetails,
  listPosts,
  listPostReplies,
  getSoftware,
  login,
} from '@yunbiao/services';
import { createTestContext } from '@yunbiao/services/testing';
import { seedDemo } from './seed.ts';
import { TEST_CLIENT } from './testing.ts';

const SORTS = ['latest', 'hot', 'unanswered', 'solved'] as const;

describeEachDatabase((open) => {
  it('fills each forum with questions of every kind, whose figures are what is there', async () => {
    const ctx = createTestContext(await open());
    await seedDemo({ ctx, dataDir: ctx.folder, client: TEST_CLIENT });
    for (const alias of ['yunbiao', 'miandan']) {
      const software = await getSoftware(ctx, { alias });
      const whose = { ctx, softwareId: software.id, memberId: null };
      const lists = await Promise.all(
        SORTS.map((sort) => listPosts({ ...whose, input: { sort } })),
      );
      const counts = lists.map(({ list }) => list.length);
      const [all = 0, hot, unanswered = 0, solved = 0] = counts;
      expect([all >= 10, hot === all, unanswered > 0, solved >= 5]).toEqual(Array(4).fill(true));
      expect(lists[0]?.list[0]).toMatchObject({
        pinned: true,
        author: { official: '云标技术支持' },
      });
      expect(await loadForumStartPage(whose)).toMatchObject({ posts: all, solved });
      const asked = (lists[0]?.list ?? []).filter(({ pinned }) => !pinned);
      const times = asked.map(({ createdAt }) => createdAt);
      expect(times).toEqual(times.toSorted().toReversed());
      for (const { id, replyCount, author } of lists[0]?.list ?? []) {
        const page = await listPostReplies({ ...whose, input: { postId: id } });
        expect([id, page.list.length]).toEqual([id, replyCount]);
        expect(author.nickname).not.toContain('sample');
        const post = await getPostDetails({ ...whose, software, id: Number(id) });
        expect(post.accepted !== null).toBe(post.solved);
      }
    }
    for (const password of ['', 'sample-staff', '!'])
      await expect(
        login({
          ctx,
          input: { username: 'sample-staff', password },
          origin: { address: '127.0.0.1', userAgent: 'test' },
        }),
      ).rejects.toMatchObject({ code: 400 });
  });
});
