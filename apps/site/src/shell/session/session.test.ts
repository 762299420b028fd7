import type { CallName } from '@yunbiao/contract';
import type { Client } from '@yunbiao/contract/api/client';
import {
  createFailEnvelope,
  createOkEnvelope,
  SESSION_INVALID,
} from '@yunbiao/contract/core/envelope';
import { questions } from '@yunbiao/ui/overlay/open-questions.ts';
import { showConfirmDialog } from '@yunbiao/ui/overlay/questions.ts';
import { toasts } from '@yunbiao/ui/overlay/toast.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeDraft, createDraftPermission, readDraft } from '../../kit/form/drafts.ts';
import { createSessionActions, LOGIN_DELAY_MS } from './session.ts';
import { storeShareCode } from './share-code.ts';
import { createVisitorStores, type UserInfo } from '../../kit/site/stores.ts';

const user: UserInfo = {
  id: '7',
  username: 'zhoumin',
  nickname: '周敏',
  avatar: null,
  cover: null,
  intro: '',
  company: '',
  phone: null,
  email: null,

  shareCode: 'AB12',
  boundShareCode: null,
  wechatBound: false,
  hasPassword: true,
  isDemo: false,
  createdAt: '2026-11-21T00:00:00Z',
  isNew: false,
  leavingAt: null,
};

/** A browser's cookie jar and storage with only what the session uses. */
const standInBrowser = () => {
  const jar = new Map<string, string>();
  const storage = new Map<string, string>();
  const written: string[] = [];
  vi.stubGlobal('location', { protocol: 'https:' });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
    key: (n: number) => [...storage.keys()][n] ?? null,
    get length() {
      return storage.size;
    },
  });
  vi.stubGlobal('document', {
    visibilityState: 'visible',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    getElementById: () => null,
    get cookie() {
      return [...jar].map(([key, value]) => `${key}=${value}`).join('; ');
    },
    set cookie(text: string) {
      written.push(text);
      const [name = '', value = ''] = (text.split(';')[0] ?? '').split('=');
      if (text.includes('Max-Age=0')) jar.delete(name);
      else jar.set(name, value);
    },
  });
  return { jar, storage, written };
};

const setUp = (answers: Partial<Record<CallName, unknown>> = {}) => {
  const browser = standInBrowser();
  const stores = createVisitorStores();
  const calls: CallName[] = [];
  const visited: string[] = [];
  const loads: string[] = [];
  const call = (name: CallName) => {
    calls.push(name);
    const reply = answers[name] ?? createOkEnvelope({});
    session.onReply(name, reply as never, stores.session.get().token);
    return Promise.resolve(reply);
  };
  const at = { path: '/label/user/print?x=1' };
  const session = createSessionActions({
    stores,
    getApi: () => ({ call, raw: () => Promise.reject(new Error('not here')) }) as unknown as Client,
    navigate: (path) => void visited.push(path),
    getTargetPath: () => at.path,
    getShownPath: () => at.path,
    reload: () => {
      loads.push(`as ${stores.session.get().userInfo?.id}`);
      return Promise.resolve();
    },
    clearPageData: () => void loads.push('forget'),
  });
  return {
    ...browser,
    at,
    stores,
    session,
    calls,
    visited,
    loads,
    now: () => stores.session.get(),
  };
};

const signedIn = async (
  page: ReturnType<typeof setUp>,
  remember = false,
  userInfo = user,
): Promise<void> => {
  const signing = page.session.signIn({ token: 't1', userInfo }, remember);
  await vi.advanceTimersByTimeAsync(LOGIN_DELAY_MS);
  await signing;
};

beforeEach(() => {
  vi.useFakeTimers();
  toasts.set([]);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the login dialog', () => {
  it('opens with the form asked for, and with sign-in the next time', () => {
    const { session } = setUp();
    session.openLogin(undefined, 'register');
    expect(session.getFirstForm()).toBe('register');
    session.closeLogin();
    session.openLogin();
    expect(session.getFirstForm()).toBe('login');
  });
});

describe('the scenes of the login dialog', () => {
  // @spec login-scenes
  it('are 1 for the account, which it opens with, and 2 for WeChat', () => {
    const { session, now } = setUp();
    session.openLogin();
    expect(now()).toMatchObject({ showLogin: true, loginRegDialogScene: 1 });
    session.setScene(2);
    expect(now().loginRegDialogScene).toBe(2);
    session.openLogin();
    expect(now().loginRegDialogScene).toBe(1);
  });
});

describe('signing in', () => {
  // @spec sign-in-delayed
  it('writes the cookie at once and becomes signed in after 500 ms, closing the dialog', async () => {
    const page = setUp();
    page.session.openLogin();
    const signing = page.session.signIn({ token: 't1', userInfo: user }, false);
    expect(page.written[0]).toBe('auto-token=t1; Path=/; Max-Age=1209600; SameSite=Lax; Secure');
    await vi.advanceTimersByTimeAsync(499);
    expect(page.now()).toMatchObject({ isLogin: false, userInfo: null, showLogin: true });
    await vi.advanceTimersByTimeAsync(1);
    await signing;
    expect(page.now()).toMatchObject({
      isLogin: true,
      userInfo: user,
      showLogin: false,
      token: 't1',
    });
    expect(page.storage.get('auto-token')).toBeUndefined();
  });

  // @spec token-remembered
  it('keeps the token in local storage when told to remember', async () => {
    const page = setUp();
    await signedIn(page, true);
    expect(page.storage.get('auto-token')).toBe('t1');
  });

  it('goes back to the own path that asked for it, and nowhere else', async () => {
    const page = setUp();
    page.session.openLogin('/label/user/auth');
    await signedIn(page);
    expect(page.visited).toEqual(['/label/user/auth']);
    page.session.openLogin('//evil.example');
    await signedIn(page);
    expect(page.visited).toEqual(['/label/user/auth']);
  });
});

describe('what a browser holds', () => {
  it('restores a lost cookie from the remembered token and asks who it is', async () => {
    const page = setUp({ getInfo: createOkEnvelope(user) });
    page.storage.set('auto-token', 't9');
    const stop = page.session.start();
    await vi.advanceTimersByTimeAsync(0);
    stop();
    expect(page.jar.get('auto-token')).toBe('t9');
    expect(page.now()).toMatchObject({ token: 't9', isLogin: true, userInfo: user });
  });

  it('writes a cookie again when it is older than a day, and not before', () => {
    const page = setUp({ getInfo: createOkEnvelope(user) });
    page.jar.set('auto-token', 't1');
    page.storage.set('auto-token-at', String(Date.now() - 86_400_000));
    page.session.start()();
    expect(page.written).toEqual([]);
    page.storage.set('auto-token-at', String(Date.now() - 86_400_001));
    page.session.start()();
    expect(page.written).toHaveLength(1);
  });
});

describe('signing out', () => {
  // @spec sign-out-asks
  it('asks first, with the specified words', async () => {
    const page = setUp();
    await signedIn(page);
    const leaving = page.session.logout({ ask: true });
    const [question] = questions.get();
    expect(question).toMatchObject({
      kind: 'confirm',
      options: {
        title: '系统提示',
        message: '确定要退出登录吗？',
        confirmText: '确定',
        cancelText: '取消',
      },
    });
    if (question?.kind === 'confirm') question.answer(false);
    await leaving;
    expect(page.now().isLogin).toBe(true);
    expect(page.calls).toEqual([]);
  });

  // @spec sign-out-forgets
  it('calls the server, forgets the token everywhere and goes to /', async () => {
    const page = setUp();
    await signedIn(page, true);
    const leaving = page.session.logout();
    await vi.advanceTimersByTimeAsync(0);
    await leaving;
    expect(page.calls).toEqual(['logout']);
    expect(page.now()).toMatchObject({ token: '', userInfo: null, isLogin: false });
    expect(page.jar.size).toBe(0);
    expect(page.storage.get('auto-token')).toBeUndefined();
    expect(page.visited).toEqual(['/']);
  });
});

describe('what a member typed and did not send', () => {
  const key = `draft:${user.id}:ask`;

  it('is forgotten with signing out, what others typed is not', async () => {
    const page = setUp();
    await signedIn(page);
    page.storage.set(key, '{}').set('draft:8:ask', '{}');
    const leaving = page.session.logout();
    await vi.advanceTimersByTimeAsync(0);
    await leaving;
    expect([...page.storage.keys()].filter((item) => item.startsWith('draft:'))).toEqual([
      'draft:8:ask',
    ]);
  });

  it('waits for the member whose session expired', async () => {
    const page = setUp();
    await signedIn(page);
    page.storage.set(key, '{}');
    page.session.onReply('printStat', createFailEnvelope(SESSION_INVALID, '登录已失效'), 't1');
    expect(page.storage.has(key)).toBe(true);
  });
});

describe('another tab', () => {
  const other: UserInfo = { ...user, id: '8', username: 'lihua', nickname: '李华' };
  /** An open page of a member that gets messages from another tab. `steps` records the handover. */
  const open = async (answers: Parameters<typeof setUp>[0] = {}) => {
    const page = setUp(answers);
    await signedIn(page);
    const stop = page.session.start();
    page.loads.length = 0;
    const steps: string[] = [];
    page.stores.handover.subscribe(() => {
      const { turn, isUnderWay } = page.stores.handover.get();
      steps.push(`${turn} ${isUnderWay ? 'down' : 'up'} ${page.now().userInfo?.nickname ?? ''}`);
    });
    const broadcast = async (message: string): Promise<void> => {
      const channel = new BroadcastChannel('session');
      channel.postMessage(message);
      await expect.poll(() => steps).toHaveLength(2);
      channel.close();
    };
    return { ...page, steps, tell: broadcast, stop };
  };

  it('signs someone else in: the page is taken down until it is his', async () => {
    const page = await open({ getInfo: createOkEnvelope(other) });
    const question = showConfirmDialog({ message: '删除？' });
    page.jar.set('auto-token', 't2');
    await page.tell('in');
    expect(await question).toBe(false);
    expect(page.now()).toMatchObject({ token: 't2', isLogin: true, userInfo: other });
    expect(page.loads).toEqual(['as 8', 'forget']);
    expect(page.steps).toEqual(['1 down 周敏', '1 up 李华']);
    expect(page.visited).toEqual([]);
    page.stop();
  });

  it.each(['/label/user/print?x=1', '/label/User/print', '/label/tools/design-12.html'])(
    'signs out: %s is taken down and the way leads home',
    async (path) => {
      const page = await open();
      page.at.path = path;
      await page.tell('out');
      expect(page.now()).toMatchObject({ token: '', isLogin: false, userInfo: null });
      expect(page.visited).toEqual(['/']);
      expect(page.steps).toEqual(['1 down 周敏', '1 up ']);
      page.stop();
    },
  );

  it.each([
    ['out', '没有了'],
    ['expired', '还在'],
  ])('says %s: what the member typed here is %s', async (word, left) => {
    const page = await open();
    storeDraft(createDraftPermission('7'), 'ask', { title: '问到一半' });
    await page.tell(word);
    expect(readDraft('7', 'ask') === null ? '没有了' : '还在').toBe(left);
    page.stop();
  });

  it('has signed someone else in before the end of the old session is noticed: his is left alone', async () => {
    const page = await open({ getInfo: createOkEnvelope(other) });
    page.jar.set('auto-token', 't2');
    page.session.onReply('printStat', createFailEnvelope(SESSION_INVALID, ''), 't1');
    await vi.advanceTimersByTimeAsync(0);
    expect(page.jar.get('auto-token')).toBe('t2');
    expect(toasts.get()).toEqual([]);
    expect(page.now()).toMatchObject({ token: 't2', userInfo: other });
    page.stop();
  });

  it('signs in whose session expired here: nothing is left of that', async () => {
    const page = await open({ getInfo: createOkEnvelope(other) });
    page.session.onReply('printStat', createFailEnvelope(SESSION_INVALID, ''), 't1');
    expect(page.visited).toEqual(['/']);
    page.jar.set('auto-token', 't2');
    page.session.start()();
    await vi.advanceTimersByTimeAsync(0);
    expect(page.now()).toMatchObject({ token: 't2', userInfo: other, showLogin: false });
    expect(page.loads).toEqual(['forget']);
    const leaving = page.session.logout();
    await vi.advanceTimersByTimeAsync(0);
    await leaving;
    page.session.openLogin();
    await signedIn(page);
    expect(page.visited).toEqual(['/', '/']);
    page.stop();
  });

  it('signs a visitor in: what he has begun goes on', async () => {
    const page = setUp({ getInfo: createOkEnvelope(user) });
    const stop = page.session.start();
    page.jar.set('auto-token', 't1');
    page.stores.handover.subscribe(() => expect.unreachable('nobody gives way'));
    page.session.start()();
    await vi.advanceTimersByTimeAsync(0);
    expect(page.now()).toMatchObject({ token: 't1', isLogin: true });
    stop();
  });
});

describe('a reply of -9999', () => {
  const expired = createFailEnvelope(SESSION_INVALID, '登录已失效');

  // @spec invalid-session-cleared
  it('clears the session silently when it answers getInfo', async () => {
    const page = setUp();
    await signedIn(page);
    page.session.onReply('getInfo', expired, 't1');
    expect(page.now()).toMatchObject({ token: '', isLogin: false, showLogin: false });
    expect(toasts.get()).toEqual([]);
    expect(page.visited).toEqual([]);
  });

  // @spec expired-session-leads-home
  it('is the expired logout on a call sent with the token: toast, dialog, home, and back after signing in', async () => {
    const page = setUp();
    await signedIn(page);
    page.session.onReply('printStat', expired, 't1');
    expect(toasts.get()).toMatchObject([{ kind: 'failed', message: '登录过期，请重新登录' }]);
    expect(page.now()).toMatchObject({
      token: '',
      isLogin: false,
      showLogin: true,
      showReLogin: true,
      loginRegDialogScene: 1,
    });
    expect(page.visited).toEqual(['/']);
    await signedIn(page);
    expect(page.visited).toEqual(['/', '/label/user/print?x=1']);
    expect(page.now().showReLogin).toBe(false);
  });

  it('happens once for several calls under way', async () => {
    const page = setUp();
    await signedIn(page);
    for (const name of ['printStat', 'clientList', 'authStat'] as const)
      page.session.onReply(name, expired, 't1');
    expect(toasts.get()).toMatchObject([{ count: 1 }]);
    expect(page.visited).toEqual(['/']);
  });

  it('opens the dialog without a toast on a call sent without a token', () => {
    const page = setUp();
    page.session.onReply('printStat', expired, '');
    expect(page.now()).toMatchObject({ showLogin: true, showReLogin: false });
    expect(toasts.get()).toEqual([]);
  });

  it('does not touch a session that began after the call', async () => {
    const page = setUp();
    await signedIn(page);
    page.session.onReply('printStat', expired, 'an-older-token');
    expect(page.now().isLogin).toBe(true);
  });
});

describe('a share code this browser came by', () => {
  it.each([
    { clock: '2026-11-23T00:00:00Z', how: 'two days fast' },
    { clock: '2026-11-19T00:00:00Z', how: 'two days slow' },
  ])('is bound to who is new by the server, with a clock $how', async ({ clock }) => {
    vi.setSystemTime(clock);
    const page = setUp({ bindShareCode: createOkEnvelope({ ...user, boundShareCode: 'ABCDEF7' }) });
    storeShareCode('ABCDEF7');
    await signedIn(page, false, { ...user, isNew: false });
    expect(page.calls).toEqual([]);
    await signedIn(page, false, { ...user, isNew: true });
    expect(page.calls).toEqual(['bindShareCode']);
    expect(page.now().userInfo?.boundShareCode).toBe('ABCDEF7');
    expect(page.storage.has('share-code')).toBe(false);
  });
});
