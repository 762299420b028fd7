import { usePrintEvents } from '../live/live-print.ts';
import { useSession } from '../site/site.tsx';
import { setUnread } from './notices.ts';

/** Keeps the badge true while the page is open: the stream tells how many are unread, first and at each change. */
export const LiveUnread = (): null => {
  const memberId = useSession(({ isLogin, userInfo }) => (isLogin && userInfo?.id) || '');
  usePrintEvents((event) => {
    if (event.type === 'notice' && memberId) setUnread(memberId, event.unread);
  });
  return null;
};
