import { createStore, useStore } from '@yunbiao/ui/store.ts';
import { useEffect } from 'react';
import type { SiteContext } from '../site/context.ts';
import { useSession, useSite } from '../site/site.tsx';

/** Unread notices of one member; `count` is null until it was asked for. Browser only: the server never sets it. */
type Unread = { memberId: string; count: number | null };

const NOBODY: Unread = { memberId: '', count: null };
const unread = createStore<Unread>(NOBODY);

const whenIdle = (task: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 3000 });
  else setTimeout(task, 300);
};

/** Asks once a page load and member; a failure leaves no badge, and the next page load asks again. */
const ask = (site: SiteContext, memberId: string): void => {
  if (unread.get().memberId === memberId) return;
  unread.set({ memberId, count: null });
  whenIdle(() => {
    // The page that lists them may have told meanwhile.
    if (unread.get().memberId !== memberId || unread.get().count !== null) return;
    void site
      .api(site.stores.shared.get().domain)
      .call('noticeCount', {})
      .then((reply) => {
        if (reply.state === 'ok') setUnread(memberId, reply.data.unread);
      });
  });
};

/** What a reply about notices said is still unread. */
export const setUnread = (memberId: string, count: number): void => {
  if (unread.get().memberId === memberId || unread.get().memberId === '')
    unread.set({ memberId, count });
};

/** Unread notices of the signed-in member; null while nobody is signed in or it is not known yet. */
export const useKnownUnread = (): number | null => {
  const site = useSite();
  const memberId = useSession(({ isLogin, userInfo }) => (isLogin && userInfo?.id) || '');
  useEffect(() => {
    if (memberId) ask(site, memberId);
    else unread.set(NOBODY);
  }, [site, memberId]);
  return useStore(unread, (now) => (now.memberId === memberId ? now.count : null));
};

/** The same; 0 while it is not known. */
export const useUnread = (): number => useKnownUnread() ?? 0;
