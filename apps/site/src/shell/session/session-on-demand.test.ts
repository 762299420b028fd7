import type { Client } from '@yunbiao/contract/api/client';
import {
  createFailEnvelope,
  createOkEnvelope,
  SESSION_INVALID,
} from '@yunbiao/contract/core/envelope';
import { describe, expect, it, vi } from 'vitest';
import { createLazySession } from './session-on-demand.ts';
import { createVisitorStores } from '../../kit/site/stores.ts';

const setUp = (token = '') => {
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('location', { protocol: 'https:' });
  const stores = createVisitorStores();
  stores.session.set((now) => ({ ...now, token }));
  const calls: string[] = [];
  const call = (name: string) => {
    calls.push(name);
    return Promise.resolve(createOkEnvelope({ id: '7' }));
  };
  const session = createLazySession({
    stores,
    getApi: () => ({ call }) as unknown as Client,
    navigate: () => undefined,
    getTargetPath: () => '/label',
    getShownPath: () => '/label',
    reload: () => Promise.resolve(),
    clearPageData: () => undefined,
  });
  return { session, stores, calls, now: () => stores.session.get() };
};

describe('the session whose acts are fetched when needed', () => {
  it('opens the dialog at once, with the form that was asked for', async () => {
    const page = setUp();
    page.session.openLogin('/label/user', 'register');
    expect(page.now().showLogin).toBe(true);
    expect(page.session.getFirstForm()).toBe('register');
    page.session.closeLogin();
    await expect.poll(() => page.now().showLogin).toBe(false);
  });

  it('knows without asking anyone that no token is no session', async () => {
    const page = setUp();
    expect(await page.session.ensureSession()).toBe(false);
    expect(page.calls).toEqual([]);
  });

  it('asks the server about a token', async () => {
    const page = setUp('t1');
    expect(await page.session.ensureSession()).toBe(true);
    expect(page.calls).toEqual(['getInfo']);
  });

  it('forgets a token the server does not know', async () => {
    const page = setUp('t1');
    page.session.onReply('getInfo', createFailEnvelope(SESSION_INVALID, ''), 't1');
    await expect.poll(() => page.now().token).toBe('');
  });
});
