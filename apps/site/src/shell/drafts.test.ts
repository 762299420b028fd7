import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropDraft, dropDraftsOf, keepDraft, readDraft } from './drafts.ts';

const storage = new Map<string, string>();

beforeEach(() => {
  storage.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
    key: (n: number) => [...storage.keys()][n] ?? null,
    get length() {
      return storage.size;
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

const words = (owner: string, name: string): unknown => readDraft(owner, name)?.value;

describe('a draft', () => {
  it('is its member’s alone', () => {
    keepDraft('7', 'ask', { title: '我的' });
    expect(words('7', 'ask')).toEqual({ title: '我的' });
    expect(words('8', 'ask')).toBeUndefined();
    expect(words('', 'ask')).toBeUndefined();
  });

  it('typed before signing in is taken over by who signs in, unless there is an own one', () => {
    keepDraft('', 'ask', { title: '没登录' }, 1);
    keepDraft('8', 'ask', { title: '自己的' });
    expect(words('8', 'ask')).toEqual({ title: '自己的' });
    expect(readDraft('7', 'ask')).toEqual({ value: { title: '没登录' }, at: 1 });
    expect(words('', 'ask')).toBeUndefined();
    expect(words('7', 'ask')).toEqual({ title: '没登录' });
  });

  it('ends with its member’s session, the others’ do not', () => {
    keepDraft('7', 'ask', { title: '一' });
    keepDraft('7', 'profile', { intro: '二' });
    keepDraft('77', 'ask', { title: '三' });
    dropDraftsOf('7');
    expect(words('7', 'ask')).toBeUndefined();
    expect(words('7', 'profile')).toBeUndefined();
    expect(words('77', 'ask')).toEqual({ title: '三' });
  });

  it('that is empty is none, and one that cannot be read neither', () => {
    keepDraft('7', 'ask', { title: '一' });
    keepDraft('7', 'ask', null);
    expect(storage.size).toBe(0);
    storage.set('draft:7:ask', '{"value":');
    expect(readDraft('7', 'ask')).toBeNull();
    dropDraft('7', 'ask');
    expect(storage.size).toBe(0);
  });

  it('is not kept where the browser refuses', () => {
    vi.stubGlobal('localStorage', undefined);
    expect(keepDraft('7', 'ask', { title: '一' })).toBe(false);
    expect(readDraft('7', 'ask')).toBeNull();
    dropDraftsOf('7');
  });
});
