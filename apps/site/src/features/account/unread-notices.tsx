import { Link } from '@tanstack/react-router';
import { formatCount } from '@yunbiao/ui/format.ts';
import type { CallOutput } from '@yunbiao/contract';
import { useState } from 'react';
import { type Notice, NoticeRows } from '../../kit/notice/notice-rows.tsx';
import { setUnreadCount } from '../../kit/notice/notices.ts';
import { showFailure } from '../../kit/page/show-failure.ts';
import { useApi, useSession } from '../../kit/site/site.tsx';

const SHOWN = 3;

type Notices = CallOutput<'noticeList'>;

/** Latest unread notices. A notice that is read here disappears. */
export const UnreadNotices = ({ notices, alias }: { notices: Notices; alias: string }) => {
  const api = useApi();
  const memberId = useSession(({ userInfo }) => userInfo?.id ?? '');
  const [read, setRead] = useState<ReadonlySet<string>>(new Set());
  const list = notices.list.filter(({ id }) => !read.has(id));
  const unreadLeft = Math.max(0, notices.unread - read.size);
  const markNoticesRead = async (notice: Notice | null): Promise<void> => {
    const reply = await api.call('noticeRead', notice ? { id: notice.id } : {});
    if (reply.state === 'fail') return showFailure(reply);
    setRead(new Set([...read, ...(notice ? [notice] : notices.list).map(({ id }) => id)]));
    if (memberId) setUnreadCount(memberId, reply.data.unread);
  };
  if (list.length === 0) return null;
  return (
    <section className="block">
      <div className="row">
        <h2 className="section-title">通知</h2>
        <span className="small faint">{formatCount(unreadLeft)} 条未读</span>
        <button
          type="button"
          className="bare link small push-end"
          onClick={() => void markNoticesRead(null)}
        >
          全部已读
        </button>
        <Link className="link small" to="/$soft/user/notice" params={{ soft: alias }}>
          所有通知
        </Link>
      </div>
      <NoticeRows list={list.slice(0, SHOWN)} onRead={markNoticesRead} />
    </section>
  );
};
