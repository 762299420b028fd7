import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeIncomingDesign, storeDesignForDesigner } from '../label/incoming-design.ts';
import {
  removeDraft,
  removeDraftsInThisTab,
  removeDrafts,
  removeSignedOutDrafts,
  storeDraft,
  createDraftPermission,
  readDraft,
} from './drafts.ts';

const storage = new Map<string, string>();
const tab = new Map<string, string>();

const standIn = (held: Map<string, string>) => ({
  getItem: (key: string) => held.get(key) ?? null,
  setItem: (key: string, value: string) => void held.set(key, value),
  removeItem: (key: string) => void held.delete(key),
  key: (n: number) => [...held.keys()][n] ?? null,
  get length() {
    return held.size;
  },
});

beforeEach(() => {
  storage.clear();
  tab.clear();
  vi.stubGlobal('localStorage', standIn(storage));
  vi.stubGlobal('sessionStorage', standIn(tab));
});
afterEach(() => vi.unstubAllGlobals());

const store = (owner: string, name: string, value: unknown): boolean =>
  storeDraft(createDraftPermission(owner), name, value);
const readWords = (owner: string, name: string): unknown => readDraft(owner, name)?.value;

describe('signing out', () => {
  it('takes what is stored for every tab and for this one, label contents included', () => {
    const leave = createDraftPermission('7');
    storeDraft(leave, 'ask', { title: '一' });
    storeDraft(leave, 'print:yunbiao', { rows: ['二'] }, 'tab');
    storeDraft(leave, 'printer-config:new', { name: '三' }, 'tab');
    removeDrafts('7');
    expect(readWords('7', 'ask')).toBeUndefined();
    expect([...storage.keys(), ...tab.keys()].filter((key) => key.startsWith('draft:'))).toEqual(
      [],
    );
  });

  it('takes the label on its way to the designer, in a tab that slept through it, too', () => {
    storeDesignForDesigner('价签', '{}');
    removeDrafts('7');
    expect(takeIncomingDesign()).toBeNull();

    storeDraft(createDraftPermission('7'), 'print:yunbiao', { rows: ['一'] }, 'tab');
    storeDesignForDesigner('价签', '{}');
    removeSignedOutDrafts();
    expect(takeIncomingDesign()).toEqual({ name: '价签', json: '{}' });
    storeDesignForDesigner('价签', '{}');
    storage.set('draft-turn:7', 'after the sign-out in another tab');
    removeSignedOutDrafts();
    expect(takeIncomingDesign()).toBeNull();
  });

  it('lets no page that is still open put anything back', () => {
    const leave = createDraftPermission('7');
    removeDrafts('7');
    expect(storeDraft(leave, 'print:yunbiao', { rows: ['一'] }, 'tab')).toBe(false);
    expect(storeDraft(leave, 'ask', { title: '一' })).toBe(false);
    expect(tab.size).toBe(0);
    // A member who signs in again can store drafts.
    expect(store('7', 'ask', { title: '二' })).toBe(true);
    expect(readWords('7', 'ask')).toEqual({ title: '二' });
  });

  it('counts in a tab that is told before it can see it, or slept through it', () => {
    const told = createDraftPermission('8');
    removeDraftsInThisTab('8');
    expect(storeDraft(told, 'print:yunbiao', { rows: ['一'] }, 'tab')).toBe(false);

    const leave = createDraftPermission('9');
    storeDraft(leave, 'print:yunbiao', { rows: ['一'] }, 'tab');
    storeDraft(createDraftPermission('77'), 'print:yunbiao', { rows: ['别人的'] }, 'tab');
    storage.set('draft-turn:9', 'after the sign-out in another tab');
    expect(storeDraft(leave, 'print:yunbiao', { rows: ['二'] }, 'tab')).toBe(false);
    removeSignedOutDrafts();
    expect(readDraft('9', 'print:yunbiao', 'tab')).toBeNull();
    expect(readDraft('77', 'print:yunbiao', 'tab')?.value).toEqual({ rows: ['别人的'] });
    expect([...tab.keys()].filter((key) => key.includes(':9'))).toEqual([]);
  });
});

describe('a draft', () => {
  it('is its member’s alone', () => {
    store('7', 'ask', { title: '我的' });
    expect(readWords('7', 'ask')).toEqual({ title: '我的' });
    expect(readWords('8', 'ask')).toBeUndefined();
    expect(readWords('', 'ask')).toBeUndefined();
  });

  it('typed before signing in is taken over by who signs in, unless there is an own one', () => {
    store('', 'ask', { title: '没登录' });
    store('8', 'ask', { title: '自己的' });
    expect(readWords('8', 'ask')).toEqual({ title: '自己的' });
    expect(readWords('7', 'ask')).toEqual({ title: '没登录' });
    expect(readWords('', 'ask')).toBeUndefined();
    expect(readWords('7', 'ask')).toEqual({ title: '没登录' });
  });

  it('ends with its member’s session, the others’ do not', () => {
    store('7', 'ask', { title: '一' });
    store('7', 'profile', { intro: '二' });
    store('77', 'ask', { title: '三' });
    removeDrafts('7');
    expect(readWords('7', 'ask')).toBeUndefined();
    expect(readWords('7', 'profile')).toBeUndefined();
    expect(readWords('77', 'ask')).toEqual({ title: '三' });
  });

  it('that is empty is none, and one that cannot be read neither', () => {
    store('7', 'ask', { title: '一' });
    store('7', 'ask', null);
    expect(storage.size).toBe(0);
    storage.set('draft:7:ask', '{"value":');
    expect(readDraft('7', 'ask')).toBeNull();
    removeDraft('7', 'ask');
    expect(storage.size).toBe(0);
  });

  it('is not stored where the browser refuses', () => {
    vi.stubGlobal('localStorage', undefined);
    vi.stubGlobal('sessionStorage', undefined);
    expect(store('7', 'ask', { title: '一' })).toBe(false);
    expect(readDraft('7', 'ask')).toBeNull();
    removeDrafts('7');
  });
});
