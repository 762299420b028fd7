import { createStore, useStore } from '@yunbiao/ui/store.ts';
import { useEffect } from 'react';
import type { SiteContext } from '../site/context.ts';
import { useSession, useSite } from '../site/site.tsx';

/** Unread notices of a member; `count` is null until it is loaded. The server never sets it. */
type Unread = { memberId: string; count: number | null };

const NO_MEMBER: Unread = { memberId: '', count: null };
const unread = createStore<Unread>(NO_MEMBER);

const runWhenIdle = (task: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 3000 });
  else setTimeout(task, 300);
};

/**
 * Loads the count once per page load and member. After a failure there is no badge until the next
 * page load.
 */
const fetchUnreadCount = (site: SiteContext, memberId: string): void => {
  if (unread.get().memberId === memberId) return;
  unread.set({ memberId, count: null });
  runWhenIdle(() => {
    // The notice page may have set the count in the meantime.
    if (unread.get().memberId !== memberId || unread.get().count !== null) return;
    void site
      .createApi(site.stores.shared.get().domain)
      .call('noticeCount', {})
      .then((reply) => {
        if (reply.state === 'ok') setUnreadCount(memberId, reply.data.unread);
      });
  });
};

/** Sets the unread count from a reply. */
export const setUnreadCount = (memberId: string, count: number): void => {
  if (unread.get().memberId === memberId || unread.get().memberId === '')
    unread.set({ memberId, count });
};

/** Number of unread notices; null when not signed in or not loaded. */
export const useUnreadCountIfLoaded = (): number | null => {
  const site = useSite();
  const memberId = useSession(({ isLogin, userInfo }) => (isLogin && userInfo?.id) || '');
  useEffect(() => {
    if (memberId) fetchUnreadCount(site, memberId);
    else unread.set(NO_MEMBER);
  }, [site, memberId]);
  return useStore(unread, (now) => (now.memberId === memberId ? now.count : null));
};

/** Number of unread notices; 0 when not loaded. */
export const useUnreadCount = (): number => useUnreadCountIfLoaded() ?? 0;
