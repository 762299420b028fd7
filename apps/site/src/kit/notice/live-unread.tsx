import { usePrintEvents } from '../live/live-print.ts';
import { useSession } from '../site/site.tsx';
import { setUnreadCount } from './notices.ts';

/**
 * Updates the badge while the page is open. The stream sends the unread count at the start and at
 * each change.
 */
export const LiveUnread = (): null => {
  const memberId = useSession(({ isLogin, userInfo }) => (isLogin && userInfo?.id) || '');
  usePrintEvents((event) => {
    if (event.type === 'notice' && memberId) setUnreadCount(memberId, event.unread);
  });
  return null;
};
