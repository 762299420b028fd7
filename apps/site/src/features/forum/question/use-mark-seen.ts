import { useEffect, useRef } from 'react';
import { getDraftOwner } from '../../../kit/form/drafts.ts';
import { setUnreadCount, useUnreadCountIfLoaded } from '../../../kit/notice/notices.ts';
import { useApi, useSession } from '../../../kit/site/site.tsx';

/**
 * Marks the notices about a question as read when it is opened. Notices that arrive later stay
 * unread: their content is not on the page yet. Sends no request when there are no unread notices.
 */
export const useMarkQuestionNoticesRead = (postId: string): void => {
  const api = useApi();
  const memberId = useSession(getDraftOwner);
  const unread = useUnreadCountIfLoaded();
  const seenPostId = useRef('');
  useEffect(() => {
    if (!memberId || unread === null || seenPostId.current === postId) return;
    seenPostId.current = postId;
    if (unread === 0) return;
    void api.call('noticeRead', { postId }).then((reply) => {
      if (reply.state === 'ok') setUnreadCount(memberId, reply.data.unread);
    });
  }, [api, memberId, unread, postId]);
};
