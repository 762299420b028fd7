import { type CallName, calls, encodeUrlForm } from '@yunbiao/contract';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { addForumGroup, addReviewWord, setSoftwareState, suspendMember } from '@yunbiao/services';
import {
  addMember,
  addSoftware,
  createTestContext,
  type TestContext,
} from '@yunbiao/services/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from './api.ts';

type Envelope = { code: number; msg: string; data: Record<string, unknown> };

describeEachDatabase((open) => {
  let ctx: TestContext;
  let send: (
    name: CallName,
    input: object,
    token?: string,
    domain?: string,
  ) => Promise<Envelope & { headers: Headers }>;
  let asker: string;
  let other: string;

  beforeEach(async () => {
    ctx = createTestContext(await open());
    const api = createApi(ctx);
    await addSoftware(ctx, 'one');
    await addSoftware(ctx, 'two');
    await addForumGroup({ ctx, alias: 'one', name: '打印机', description: '' });
    asker = (await addMember(ctx, 'asker')).token;
    other = (await addMember(ctx, 'other')).token;
    ctx.pass(2 * 86_400_000);
    send = async (name, input, token = '', domain = 'one') => {
      const { method, path } = calls[name];
      const form = encodeUrlForm({ ...input }).toString();
      const headers = { 'X-Token': token, 'X-Domain': domain };
      const response =
        method === 'GET'
          ? await api.request(`${path}?${form}`, { headers })
          : await api.request(path, {
              method,
              headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
              body: form,
            });
      return Object.assign((await response.json()) as Envelope, { headers: response.headers });
    };
  });

  const askQuestion = async (content: string) => {
    const input = { gid: '1', title: '打印机不走纸', content };
    return send('askSavePost', input, asker);
  };

  describe('the forum over HTTP', () => {
    it('answers for the software named, else for the one it is asked in', async () => {
      const { data } = await askQuestion('请问');
      const id = String(data['id']);
      expect((await send('askPostDetails', { id }, '', '')).code).toBe(404);
      expect((await send('askPostDetails', { id }, '', 'two')).code).toBe(404);
      const named = await send('askPostDetails', { id, alias: 'one' }, '', 'two');
      expect(named.data).toMatchObject({ id, author: { nickname: 'a***', official: '' } });
      expect((await send('askPostList', {})).data).toMatchObject({ list: [{ id }], nextId: null });
      expect((await send('askIndex', {})).data).toMatchObject({ posts: 1, unread: null });
      expect((await send('askIndex', {}, other)).data).toMatchObject({ unread: 0 });
      expect((await send('askLike', { postId: id, on: true }, other, 'two')).code).toBe(404);
    });

    it('shows what waits for review to its author only', async () => {
      await addReviewWord({ ctx, word: '代开' });
      const { data } = await askQuestion('代 开');
      expect(data['state']).toBe('review');
      const getDetailsCode = async (token?: string) =>
        (await send('askPostDetails', { id: String(data['id']) }, token)).code;
      expect([
        await getDetailsCode(asker),
        await getDetailsCode(other),
        await getDetailsCode(),
      ]).toEqual([200, 404, 404]);
    });

    it('says when to try again', async () => {
      await askQuestion('一');
      ctx.pass(3_000);
      const { code, headers } = await askQuestion('二');
      expect([code, headers.get('retry-after')]).toEqual([429, '7']);
    });

    it('lets nobody accept and take back without end', async () => {
      const codes: number[] = [];
      for (let n = 0; n < 61; n += 1)
        codes.push((await send('askAccept', { postId: '1' }, asker)).code);
      expect(codes.filter((code) => code === 429)).toHaveLength(1);
      const { headers } = await send('askAccept', { postId: '1' }, asker);
      expect(headers.get('retry-after')).toBe('3600');
    });

    it('takes nothing from who is suspended, or into what is offline; own things can go', async () => {
      const { data } = await askQuestion('一');
      const postId = String(data['id']);
      ctx.pass(60_000);
      await suspendMember({ ctx, username: 'asker', alias: 'one', reason: '广告' });
      expect(await askQuestion('二')).toMatchObject({ code: 403, data: { reason: '广告' } });
      expect((await send('askPostReply', { postId, content: '三' }, asker)).code).toBe(403);
      expect((await send('askDelete', { postId }, other)).code).toBe(404);
      expect((await send('askSource', { postId }, other)).code).toBe(404);
      expect((await send('askAccept', { postId, replyId: '1' }, other)).code).toBe(403);
      await setSoftwareState({ ctx, alias: 'one', state: 'offline', reason: '维护' });
      for (const [name, input] of [
        ['askPostReply', { postId, content: '三' }],
        ['askLike', { postId, on: true }],
        ['askFollow', { postId, on: true }],
        ['askReport', { postId, reason: 'spam' }],
      ] as const)
        expect([name, (await send(name, input, other)).code]).toEqual([name, 403]);
      expect((await send('askDelete', { postId }, asker)).code).toBe(200);
    });

    it('previews as it will be shown', async () => {
      const { data } = await send('askPreview', { content: '# 一\n<b>二</b>' });
      expect(data['html']).toBe('<p class="md-heading">一</p>\n<p>&lt;b&gt;二&lt;/b&gt;</p>\n');
    });
  });
});
