import type { CallOutput } from '@yunbiao/contract';
import type { Client } from '@yunbiao/contract/api/client';
import {
  createFailEnvelope,
  createOkEnvelope,
  type Envelope,
  NETWORK_FAILED,
} from '@yunbiao/contract/core/envelope';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { bindStoredShareCode, getStoredShareCode, storeShareCode } from './share-code.ts';

type UserInfo = CallOutput<'getInfo'>;

const CODE = 'TKX6ZJ3';
const MEMBER = { boundShareCode: null, isNew: true } as UserInfo;
const BOUND = { ...MEMBER, boundShareCode: CODE } as UserInfo;

/** An API whose replies the test gives, in order. */
const createApi = (...replies: (Envelope<UserInfo> | Promise<Envelope<UserInfo>>)[]) => {
  const call = vi.fn(() => Promise.resolve(replies.shift()));
  return { api: { call } as unknown as Client, call };
};

beforeEach(() => {
  const items = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  });
  storeShareCode(CODE);
});
afterEach(() => vi.unstubAllGlobals());

it('is kept until the server has answered, and bound once', async () => {
  const { promise, resolve } = Promise.withResolvers<Envelope<UserInfo>>();
  const { api, call } = createApi(promise);
  const onBound = vi.fn();
  const binds = [
    bindStoredShareCode(api, MEMBER, onBound),
    bindStoredShareCode(api, MEMBER, onBound),
  ];
  expect(getStoredShareCode()).toBe(CODE);
  resolve(createOkEnvelope(BOUND));
  await Promise.all(binds);
  expect(getStoredShareCode()).toBe('');
  expect(call).toHaveBeenCalledTimes(1);
  expect(onBound).toHaveBeenCalledExactlyOnceWith(BOUND);
});

it('is bound by the next page when a call had no answer, and forgotten when it is refused', async () => {
  const onBound = vi.fn();
  const { api } = createApi(
    createFailEnvelope(500, NETWORK_FAILED),
    createFailEnvelope(400, '分享码不存在'),
  );
  await bindStoredShareCode(api, MEMBER, onBound);
  expect(getStoredShareCode()).toBe(CODE);
  await bindStoredShareCode(api, MEMBER, onBound);
  expect(getStoredShareCode()).toBe('');
  expect(onBound).not.toHaveBeenCalled();
});

it('is forgotten when it was bound before, and kept for existing members', async () => {
  const { api, call } = createApi();
  await bindStoredShareCode(api, { ...MEMBER, isNew: false }, vi.fn());
  expect(getStoredShareCode()).toBe(CODE);
  await bindStoredShareCode(api, BOUND, vi.fn());
  expect(getStoredShareCode()).toBe('');
  expect(call).not.toHaveBeenCalled();
});
