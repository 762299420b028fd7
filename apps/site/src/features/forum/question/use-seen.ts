import { useEffect, useRef } from 'react';
import { ownerIn } from '../../../kit/form/drafts.ts';
import { setUnread, useKnownUnread } from '../../../kit/notice/notices.ts';
import { useApi, useSession } from '../../../kit/site/site.tsx';

/**
 * Reading a question is reading the notices about it that were there when it was opened: what comes later is not on the
 * page yet. Asks nothing when nothing was unread.
 */
export const useSeen = (postId: string): void => {
  const api = useApi();
  const memberId = useSession(ownerIn);
  const unread = useKnownUnread();
  const seen = useRef('');
  useEffect(() => {
    if (!memberId || unread === null || seen.current === postId) return;
    seen.current = postId;
    if (unread === 0) return;
    void api.call('noticeRead', { postId }).then((reply) => {
      if (reply.state === 'ok') setUnread(memberId, reply.data.unread);
    });
  }, [api, memberId, unread, postId]);
};
