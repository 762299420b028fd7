import { type CallName, calls, encodeUrlForm } from '@yunbiao/contract';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { setSoftwareState } from '@yunbiao/services';
import { createTestContext, type TestContext } from '@yunbiao/services/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from './api.ts';
import {
  addContent,
  type ContentIds,
  type ContentRow,
  FILE,
  addPublicContent,
} from './testing/content-world.ts';

/** A word that occurs in everything that belongs to the software. */
const OWN = 'xyzzy';

/** Public calls that return nothing of a software that is offline. */
const CLOSED = addPublicContent(OWN);

/** Public calls that still work, and the reason. */
const OPEN: Partial<Record<CallName, string>> = {
  curSoftware: 'the page says why',
  common: 'the frame of that page, with whom to ask',
  dictList: 'members keep their user area',
  register: 'the account is of no software',
  login: 'the account is of no software',
  passkeyStart: 'the account is of no software',
  passkeyLogin: 'the account is of no software',
  resetCode: 'the account is of no software',
  resetPassword: 'the account is of no software',
  wechatStart: 'the account is of no software',
  wechatAsk: 'the account is of no software',
  wechatAnswer: 'the account is of no software',
  wechatPoll: 'the account is of no software',
  wechatEnter: 'the account is of no software',
  wxLogin: 'the account is of no software',
  mpLoginQrcode: 'the account is of no software',
  payWays: 'the site has them for all softwares',
  agentPair: 'printing goes on',
  agentPairPoll: 'printing goes on',
  askPreview: 'shows what it is sent',
};

describeEachDatabase((open) => {
  let ctx: TestContext;
  let api: ReturnType<typeof createApi>;
  let ids: ContentIds;
  let token: string;

  beforeEach(async () => {
    ctx = createTestContext(await open());
    api = createApi(ctx);
    ({ ids, token } = await addContent(ctx, 'one', OWN));
  });

  const send = async (name: CallName, input: Record<string, string>, headers = {}) => {
    const response = await api.request(`${calls[name].path}?${encodeUrlForm(input).toString()}`, {
      headers: { 'X-Domain': 'one', ...headers },
    });
    const text = await response.text();
    return { text, ...(JSON.parse(text) as { code: number; data: unknown }) };
  };
  const goOffline = () =>
    setSoftwareState({ ctx, alias: 'one', state: 'offline', reason: '维护到周五' });
  const getFileStatus = async (): Promise<number> =>
    (await api.request(`/files/${ids.downloadId}/${FILE}`)).status;

  describe('a software taken offline', () => {
    it('is decided for every public call', () => {
      const open = Object.entries(calls).filter(([, { audience }]) => audience === 'public');
      expect([...Object.keys(CLOSED), ...Object.keys(OPEN)].toSorted()).toEqual(
        open.map(([name]) => name).toSorted(),
      );
    });

    it('takes what everybody could read along, and gives it back', async () => {
      const rows = Object.entries(CLOSED) as [CallName, ContentRow][];
      const listAnswerCodes = async (headers = {}) => {
        const codes: Record<string, number> = {};
        for (const [name, row] of rows) {
          const named = await send(name, { ...row(ids), alias: 'one' }, headers);
          codes[name] = named.code;
          if (named.code !== 200) expect(named.text.includes(OWN), name).toBe(false);
          // Without the software's name: by header, or for the whole site.
          const bare = await send(name, row(ids), headers);
          if (named.code !== 200) expect(bare.text.includes(OWN), name).toBe(false);
        }
        return codes;
      };
      const expectAll = (code: number) => Object.fromEntries(rows.map(([name]) => [name, code]));
      expect(await listAnswerCodes()).toEqual(expectAll(200));
      expect(await getFileStatus()).toBe(200);
      await goOffline();
      expect(await listAnswerCodes()).toEqual(expectAll(403));
      expect(await listAnswerCodes({ 'X-Token': token })).toEqual(expectAll(403));
      expect(await getFileStatus()).toBe(404);
      expect((await send('askPostList', {})).data).toEqual({ reason: '维护到周五' });
      await setSoftwareState({ ctx, alias: 'one', state: 'online' });
      expect((await listAnswerCodes()).askPostDetails).toBe(200);
      expect(await getFileStatus()).toBe(200);
    });

    it('says why, and leaves members their own', async () => {
      await goOffline();
      expect(await send('curSoftware', {})).toMatchObject({
        code: 200,
        data: { state: 'offline', offlineReason: '维护到周五' },
      });
      expect((await send('common', { alias: 'one' })).code).toBe(200);
      const own = await send('askOwn', { postId: ids.postId }, { 'X-Token': token });
      expect(own).toMatchObject({ code: 200, data: { mine: true } });
    });
  });
});
