import { useEffect } from 'react';
import { ownerIn } from '../../../kit/form/drafts.ts';
import { setUnread, useUnread } from '../../../kit/notice/notices.ts';
import { useApi, useSession } from '../../../kit/site/site.tsx';

/** Reading a question is reading the notices about it. Asks nothing while nothing is unread. */
export const useSeen = (postId: string): void => {
  const api = useApi();
  const memberId = useSession(ownerIn);
  const hasUnread = useUnread() > 0;
  useEffect(() => {
    if (!memberId || !hasUnread) return;
    void api.call('noticeRead', { postId }).then((reply) => {
      if (reply.state === 'ok') setUnread(memberId, reply.data.unread);
    });
  }, [api, memberId, hasUnread, postId]);
};
