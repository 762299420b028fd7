import { toasts } from '@yunbiao/ui/toast.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openWhenBack } from './network.ts';

const LOST = new Error('网络不通');

let isUp: boolean;
let opened: string[];

beforeEach(() => {
  vi.useFakeTimers();
  isUp = false;
  opened = [];
  vi.stubGlobal('fetch', () => (isUp ? Promise.resolve({ ok: true }) : Promise.reject(LOST)));
  vi.stubGlobal('location', { assign: (href: string) => opened.push(href) });
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A part of a page that waits, and another navigation that takes over. */
const waitFor = (router: { options: { defaultPendingMs?: number | undefined } }) => {
  const other = new AbortController();
  const waiting = openWhenBack(router, '/yunbiao/download', LOST, other.signal);
  return { waiting, leave: () => other.abort() };
};

describe('a page that waits for the network', () => {
  it('shows no skeleton meanwhile, and the usual ones again when it is given up, whatever parts it has', async () => {
    const router = { options: { defaultPendingMs: 1_000 as number | undefined } };
    const parts = [waitFor(router), waitFor(router)];
    expect(router.options.defaultPendingMs).toBe(Infinity);
    expect(toasts.get()).toHaveLength(1);
    for (const { leave } of parts) leave();
    for (const { waiting } of parts) await expect(waiting).rejects.toBe(LOST);
    expect(router.options.defaultPendingMs).toBe(1_000);
    expect(toasts.get()).toEqual([]);
    isUp = true;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(opened).toEqual([]);
  });

  it('is opened once, however long that takes', async () => {
    const { waiting, leave } = waitFor({ options: {} });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(opened).toEqual([]);
    isUp = true;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(opened).toEqual(['/yunbiao/download']);
    leave();
    await expect(waiting).rejects.toBe(LOST);
  });

  it('does not wait when another page was asked for while it was looked', async () => {
    const router = { options: {} };
    const waiting = openWhenBack(router, '/', LOST, AbortSignal.abort());
    await expect(waiting).rejects.toBe(LOST);
    expect(router.options).toEqual({});
    expect(toasts.get()).toEqual([]);
  });
});
