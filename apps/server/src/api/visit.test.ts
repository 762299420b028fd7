import type { CallOutput } from '@yunbiao/contract';
import { describeEachDatabase } from '@yunbiao/db/testing';
import {
  addForumGroup,
  saveReply,
  savePost,
  getSoftware,
  register,
  setSoftwareField,
  suspendMember,
} from '@yunbiao/services';
import { addMember, addSoftware, createTestContext } from '@yunbiao/services/testing';
import { expect, it } from 'vitest';
import { ContentCache } from './content-cache.ts';
import { RateLimiter } from './rate-limit.ts';
import { createPageVisit } from './visit.ts';

describeEachDatabase((open) => {
  it('reads the home of a software once for all, until what it shows has changed', async () => {
    const ctx = createTestContext(await open());
    const contentCache = new ContentCache();
    ctx.bus.on('content-changed', ({ tags }) => contentCache.invalidate(tags));
    const deps = { ctx, contentCache, limiter: new RateLimiter(ctx.now) };
    await addSoftware(ctx, 'one');
    await addSoftware(ctx, 'two');
    // One visit per page: a visit does not repeat a call that it has made.
    const loadHome = async (alias: string): Promise<CallOutput<'siteIndex'>> => {
      const visit = createPageVisit(deps, {
        token: '',
        address: '',
        customDomainAlias: '',
        requestId: 'id',
      });
      const reply = await visit.call('siteIndex', { alias }, alias);
      if (reply.state === 'fail') throw new Error(reply.msg);
      return reply.data as CallOutput<'siteIndex'>;
    };
    const before = { one: await loadHome('one'), two: await loadHome('two') };
    expect(await loadHome('one')).toBe(before.one);
    // Shared results are frozen.
    expect(Object.isFrozen(before.one)).toBe(true);

    const software = await getSoftware(ctx, { alias: 'one' });
    const { id: gid } = await addForumGroup({ ctx, alias: 'one', name: '纸', description: '' });
    const member = { id: (await addMember(ctx, 'asker')).id, created_at: 0 };
    const other = await loadHome('two');
    const input = { gid, title: '打印机不走纸', content: '请问' };
    ctx.pass(60_000);
    const { id } = await savePost({ ctx, software, member, input });
    ctx.pass(60_000);
    await saveReply({ ctx, software, member, input: { postId: id, content: '好了' } });
    expect((await loadHome('one')).posts.map(({ title }) => title)).toEqual(['打印机不走纸']);
    expect(await loadHome('two')).toBe(other);
  });

  it('presents a software once for all, until it changes, and says to each how they stand there', async () => {
    const ctx = createTestContext(await open());
    const contentCache = new ContentCache();
    ctx.bus.on('content-changed', ({ tags }) => contentCache.invalidate(tags));
    const deps = { ctx, contentCache, limiter: new RateLimiter(ctx.now) };
    await addSoftware(ctx, 'one');
    const input = { password: 'correct horse 9' };
    const origin = { address: '', userAgent: '' };
    const getToken = async (username: string): Promise<string> =>
      (await register({ ctx, input: { ...input, username }, origin })).token;
    const [free, barred] = [await getToken('free'), await getToken('barred')];
    await suspendMember({ ctx, username: 'barred', alias: 'one', reason: '欠费' });
    const loadSoftware = async (token: string): Promise<CallOutput<'curSoftware'>> => {
      const visit = createPageVisit(deps, {
        token,
        address: '',
        customDomainAlias: '',
        requestId: 'id',
      });
      const reply = await visit.call('curSoftware', {}, 'one');
      if (reply.state === 'fail') throw new Error(reply.msg);
      return reply.data as CallOutput<'curSoftware'>;
    };
    const [first, second] = [await loadSoftware(free), await loadSoftware(barred)];
    expect([first.suspended, second.suspended]).toEqual([null, { reason: '欠费' }]);
    expect(second.facts).toBe(first.facts);
    expect(Object.isFrozen(first)).toBe(false);
    const facts = [{ label: '用来', value: '价签' }];
    await setSoftwareField({ ctx, alias: 'one', field: 'facts', value: JSON.stringify(facts) });
    expect((await loadSoftware(free)).facts).toEqual(facts);
  });
});
