import {
  createFailEnvelope,
  createOkEnvelope,
  type Envelope,
} from '@yunbiao/contract/core/envelope';
import { describe, expect, it } from 'vitest';
import type { SiteContext } from '../../kit/site/context.ts';
import { loadDisplayedDictionary } from './dictionary.ts';
import { requireMember } from './member-guard.ts';
import { createVisitorStores } from '../../kit/site/stores.ts';

type Answers = Record<string, Envelope<unknown> | Promise<Envelope<unknown>>>;

/** Opens a page of the user area with an API that records its calls. */
const setUp = (answers: Answers, isLogin = true) => {
  const stores = createVisitorStores();
  const calls: string[] = [];
  const call = async (name: string, input: { prefix?: string }) => {
    calls.push(input.prefix ? `${name} ${input.prefix}` : name);
    return (await answers[name]) ?? createOkEnvelope([]);
  };
  const context = {
    stores,
    createApi: () => ({ call }),
    session: { ensureSession: () => Promise.resolve(isLogin) },
  } as unknown as SiteContext;
  const enter = (alias = 'label') =>
    requireMember({ context, location: { href: `/${alias}/user/print` } }, alias).then(
      () => null,
      (thrown: { options: unknown }) => thrown.options,
    );
  return { stores, calls, enter, context };
};

const online = createOkEnvelope({ state: 'online', suspended: null });
const rows = createOkEnvelope([{ dictType: 'detail_color', dictLabel: '红', dictValue: 'red' }]);

describe('a page of the user area', () => {
  // @spec guard-needs-token
  it('sends away who has no valid token, before any dictionary is asked for', async () => {
    const page = setUp({}, false);
    expect(await page.enter()).toMatchObject({
      statusCode: 302,
      search: { login: '1', to: '/label/user/print' },
    });
    expect(page.calls).toEqual([]);
  });

  it('leads home whom an expired session threw out, even when a click overtakes the way there', async () => {
    const page = setUp({}, false);
    page.stores.session.set((now) => ({ ...now, showLogin: true, showReLogin: true }));
    expect(await page.enter()).toMatchObject({ to: '/', statusCode: 302 });
  });

  // @spec dictionary-fetched-once
  it('asks for each dictionary once, even when there is nothing in it', async () => {
    const page = setUp({ curSoftware: online, dictList: createOkEnvelope([]) });
    await Promise.all([page.enter(), page.enter()]);
    await page.enter();
    expect(page.calls.filter((call) => call.startsWith('dictList'))).toEqual([
      'dictList',
      'dictList label',
    ]);
  });

  it('asks for them on a page that is not hydrated yet, and whose software no store names', async () => {
    const { context, calls } = setUp({ dictList: rows });
    const root = { status: 'success', params: {} };
    await loadDisplayedDictionary(context, [
      root,
      { status: 'success', params: { soft: 'label' } },
    ]);
    await loadDisplayedDictionary(context, [root]);
    expect(calls).toEqual(['dictList', 'dictList label']);
  });

  // @spec own-dictionary-fetched
  it("asks for another product's dictionary, not for the common one again", async () => {
    const page = setUp({ curSoftware: online, dictList: rows });
    await page.enter();
    await page.enter('other');
    expect(page.calls.filter((call) => call.startsWith('dictList'))).toEqual([
      'dictList',
      'dictList label',
      'dictList other',
    ]);
    expect(page.stores.dictionary.get().bizDict).toEqual({
      detail_color: [{ label: '红', value: 'red' }],
    });
  });

  it('asks again after a failure', async () => {
    const page = setUp({ curSoftware: online, dictList: createFailEnvelope(500, '网络不通') });
    await page.enter();
    await page.enter();
    expect(page.calls.filter((call) => call === 'dictList')).toHaveLength(2);
    expect(page.calls.filter((call) => call === 'dictList label')).toHaveLength(2);
  });

  it.each([
    ['suspended', { state: 'online', suspended: { reason: '欠费' } }],
    ['of a software taken offline', { state: 'offline', suspended: null }],
  ])('sends a member to the denied page when %s', async (_why, software) => {
    const page = setUp({ curSoftware: createOkEnvelope(software) });
    expect(await page.enter()).toMatchObject({ to: '/$soft/denied', statusCode: 302 });
  });
});
