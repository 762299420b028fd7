import { toasts } from '@yunbiao/ui/overlay/toast.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  blockNavigationsWhileOffline,
  type Navigations,
  reloadWhenServerResponds,
} from './network.ts';

const LOST = new Error('网络不通');

let isUp: boolean;
let reload: ReturnType<typeof vi.fn<() => void>>;

beforeEach(() => {
  vi.useFakeTimers();
  isUp = false;
  reload = vi.fn();
  vi.stubGlobal('fetch', () => (isUp ? Promise.resolve({ ok: true }) : Promise.reject(LOST)));
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('navigator', { onLine: false });
  vi.stubGlobal('addEventListener', () => {});
});
afterEach(() => {
  for (const { action } of toasts.get()) action?.run();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/**
 * A router whose visible page is at history index `shown` and whose address is at index `there`.
 */
const routerAt = (there = 1, shown = there) => {
  const went: string[] = [];
  let blockNavigation: Parameters<Navigations['history']['block']>[0]['blockerFn'] = async () =>
    false;
  const router: Navigations = {
    history: {
      location: { state: { __TSR_index: there } },
      block: ({ blockerFn }) => {
        blockNavigation = blockerFn;
        return () => {};
      },
      push: (href) => void went.push(`push ${href}`),
      replace: (href) => void went.push(`replace ${href}`),
      go: (steps) => void went.push(`go ${steps}`),
    },
    options: { defaultPendingMs: 1_000 },
    state: { resolvedLocation: { state: { __TSR_index: shown } } },
  };
  const isBlocked = (action: string, pathname: string): Promise<boolean> =>
    blockNavigation({
      currentLocation: { pathname: '/', search: '' },
      nextLocation: { pathname, search: '', href: pathname },
      action,
    });
  return { router, went, isBlocked };
};

/** A part of a page that waits for the network. `leave` starts another navigation. */
const waitFor = (router: Navigations) => {
  const other = new AbortController();
  const waiting = reloadWhenServerResponds(router, LOST, other.signal);
  return { waiting, leave: () => other.abort() };
};
const giveUp = (): void => toasts.get()[0]?.action?.run();

describe('a page that waits for the network', () => {
  it('shows no skeleton, and the usual ones again when it is given up, whatever parts it has', async () => {
    const { router } = routerAt();
    const parts = [waitFor(router), waitFor(router)];
    expect(router.options.defaultPendingMs).toBe(Infinity);
    expect(toasts.get()).toMatchObject([{ count: 1 }]);
    for (const { leave } of parts) leave();
    for (const { waiting } of parts) await expect(waiting).rejects.toBe(LOST);
    expect(router.options.defaultPendingMs).toBe(1_000);
    expect(toasts.get()).toEqual([]);
    isUp = true;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reload).not.toHaveBeenCalled();
  });

  it('is loaded once, whatever its address, however long that takes', async () => {
    const { waiting, leave } = waitFor(routerAt().router);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(reload).not.toHaveBeenCalled();
    isUp = true;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reload).toHaveBeenCalledOnce();
    leave();
    await expect(waiting).rejects.toBe(LOST);
  });

  it('does not wait when another page was asked for while it was looked', async () => {
    const { router } = routerAt();
    const waiting = reloadWhenServerResponds(router, LOST, AbortSignal.abort());
    await expect(waiting).rejects.toBe(LOST);
    expect(router.options).toEqual({ defaultPendingMs: 1_000 });
    expect(toasts.get()).toEqual([]);
  });

  it.each([
    { way: 'a link', there: 2, shown: 1, went: ['go -1'] },
    { way: 'Back', there: 1, shown: 3, went: ['go 2'] },
    { way: 'an address put in place of its own', there: 1, shown: 1, went: [] },
  ])('leads back to the page in view when it is given up, from $way', ({ there, shown, went }) => {
    const at = routerAt(there, shown);
    const { waiting, leave } = waitFor(at.router);
    giveUp();
    expect(at.went).toEqual(went);
    expect(toasts.get()).toEqual([]);
    leave();
    return expect(waiting).rejects.toBe(LOST);
  });
});

describe('a navigation without a network', () => {
  it.each(['PUSH', 'REPLACE'])('waits, and comes back as the %s it was', async (action) => {
    const { router, went, isBlocked } = routerAt();
    blockNavigationsWhileOffline(router);
    expect(await isBlocked(action, '/yunbiao')).toBe(true);
    isUp = true;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(went).toEqual([`${action.toLowerCase()} /yunbiao`]);
    expect(toasts.get()).toEqual([]);
  });

  it('goes on where the browser takes itself for offline and the server answers', async () => {
    const { router, isBlocked } = routerAt();
    blockNavigationsWhileOffline(router);
    isUp = true;
    expect(await isBlocked('PUSH', '/yunbiao')).toBe(false);
    expect(toasts.get()).toEqual([]);
  });

  it('takes the place of the one that waits already', async () => {
    const { router, went, isBlocked } = routerAt(2, 1);
    blockNavigationsWhileOffline(router);
    const { waiting, leave } = waitFor(router);
    await isBlocked('PUSH', '/yunbiao/vip');
    expect(toasts.get()).toMatchObject([{ count: 1 }]);
    isUp = true;
    await vi.advanceTimersByTimeAsync(5_000);
    expect([went, reload.mock.calls]).toEqual([['push /yunbiao/vip'], []]);
    leave();
    await expect(waiting).rejects.toBe(LOST);
  });
});
