import { Link } from '@tanstack/react-router';
import { formatCount } from '@yunbiao/ui/format.ts';
import type { CallOutput } from '@yunbiao/contract';
import { useState } from 'react';
import { type Notice, NoticeRows } from '../../kit/notice/notice-rows.tsx';
import { setUnread } from '../../kit/notice/notices.ts';
import { sayFailure } from '../../kit/page/say-failure.ts';
import { useApi, useSession } from '../../kit/site/site.tsx';

const SHOWN = 3;

type Notices = CallOutput<'noticeList'>;

/** The newest unread notices; those read here are gone from here. */
export const UnreadNotices = ({ notices, alias }: { notices: Notices; alias: string }) => {
  const api = useApi();
  const memberId = useSession(({ userInfo }) => userInfo?.id ?? '');
  const [read, setRead] = useState<ReadonlySet<string>>(new Set());
  const list = notices.list.filter(({ id }) => !read.has(id));
  const left = Math.max(0, notices.unread - read.size);
  const markRead = async (notice: Notice | null): Promise<void> => {
    const reply = await api.call('noticeRead', notice ? { id: notice.id } : {});
    if (reply.state === 'fail') return sayFailure(reply);
    setRead(new Set([...read, ...(notice ? [notice] : notices.list).map(({ id }) => id)]));
    if (memberId) setUnread(memberId, reply.data.unread);
  };
  if (list.length === 0) return null;
  return (
    <section className="block">
      <div className="row">
        <h2 className="section-title">通知</h2>
        <span className="small faint">{formatCount(left)} 条未读</span>
        <button
          type="button"
          className="bare link small push-end"
          onClick={() => void markRead(null)}
        >
          全部已读
        </button>
        <Link className="link small" to="/$soft/user/notice" params={{ soft: alias }}>
          所有通知
        </Link>
      </div>
      <NoticeRows list={list.slice(0, SHOWN)} onRead={markRead} />
    </section>
  );
};
