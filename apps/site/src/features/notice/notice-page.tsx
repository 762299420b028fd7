import { Link, useNavigate } from '@tanstack/react-router';
import type { Envelope } from '@yunbiao/contract/core/envelope';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { formatCount } from '@yunbiao/ui/format.ts';
import { Segmented } from '@yunbiao/ui/table/segmented.tsx';
import { LoadError } from '@yunbiao/ui/load-error.tsx';
import { useEffect, useState } from 'react';
import { usePrintEvents } from '../../kit/live/live-print.ts';
import { useLiveData } from '../../kit/live/live-data.ts';
import { type Notice, NoticeRows } from '../../kit/notice/notice-rows.tsx';
import { setUnreadCount } from '../../kit/notice/notices.ts';
import { showFailure } from '../../kit/page/show-failure.ts';
import { useApi, useSession } from '../../kit/site/site.tsx';
import { DigestSetting } from './digest-setting.tsx';
import {
  type Digest,
  buildNoticeListInput,
  loadNotices,
  type NoticeData,
  type Notices,
} from './load.ts';
import css from './notice.module.css';

/** Notices per page. */
const PAGE_SIZE = 20;

const setNoticesRead = (notices: Notices, id: string | null): Notices => ({
  ...notices,
  list: notices.list.map((notice) =>
    id === null || notice.id === id ? { ...notice, read: true } : notice,
  ),
});

const EmptyNoticeList = ({ alias }: { alias: string }) => (
  <section className="empty">
    <h2 className="section-title">还没有通知</h2>
    <p className="medium quiet">
      你的问题有人回答、订单到账，这里都会告诉你。打印的进展不在这里，在概览和打印统计里。
    </p>
    <div className="row">
      <Link className="button primary" to="/$soft/user/print" params={{ soft: alias }}>
        去打印
      </Link>
      <Link className="button" to="/$soft/qa" params={{ soft: alias }}>
        去问答看看
      </Link>
    </div>
  </section>
);

const NoneUnread = () => (
  <section className="empty">
    <h2 className="section-title">没有未读的通知</h2>
    <p className="medium quiet">都看过了；新的一来，就会列在这里。</p>
  </section>
);

/** Switch between 全部 and 未读, stored in the address. */
const UnreadSwitch = ({ isUnread }: { isUnread: boolean }) => {
  const navigate = useNavigate();
  return (
    <div className="filters">
      <Segmented
        legend="看哪些"
        hideLegend
        small
        name="which"
        value={isUnread ? 'unread' : 'all'}
        options={[
          { value: 'all', label: '全部' },
          { value: 'unread', label: '未读' },
        ]}
        onChange={(value) =>
          void navigate({
            to: '.',
            search: value === 'unread' ? { unread: '1' } : {},
            replace: true,
            resetScroll: false,
          })
        }
      />
    </div>
  );
};

/** The list of notices. It shows new ones when they arrive. */
const useLiveNotices = (reply: Envelope<NoticeData>, isUnread: boolean) => {
  const api = useApi();
  const memberId = useSession(({ userInfo }) => userInfo?.id ?? '');
  const live = useLiveData(reply, () => loadNotices(api, isUnread));
  const { failure, reload } = live;
  const data = live.data?.notices;
  const patchNotices = (change: (now: Notices) => Notices): void =>
    live.patch((now) => ({ ...now, notices: change(now.notices) }));
  const setDigest = (digest: Digest): void => live.patch((now) => ({ ...now, digest }));
  const unread = data?.unread;
  const shownCount = data?.list.length ?? 0;
  // New notices appear at the top. Do not reload when the member has loaded further pages.
  usePrintEvents((event) => {
    if (event.type !== 'notice' || unread === undefined || event.unread === unread) return;
    if (event.unread > unread && shownCount <= PAGE_SIZE) void reload();
    else patchNotices((now) => ({ ...now, unread: event.unread }));
  });
  useEffect(() => {
    if (memberId && unread !== undefined) setUnreadCount(memberId, unread);
  }, [memberId, unread]);
  return {
    memberId,
    data,
    digest: live.data?.digest,
    failure,
    reload,
    patch: patchNotices,
    setDigest,
  };
};

/** The list of notices, with the changes of the member's actions applied. */
const useNotices = (initialReply: Envelope<NoticeData>, isUnread: boolean) => {
  const api = useApi();
  const { memberId, patch, ...live } = useLiveNotices(initialReply, isUnread);
  const { data } = live;
  const [busy, setBusy] = useState(false);
  const [statusText, setStatusText] = useState('');

  const markNoticeRead = async (notice: Notice | null): Promise<void> => {
    if (notice?.read) return;
    const reply = await api.call('noticeRead', notice ? { id: notice.id } : {});
    if (reply.state === 'fail') return showFailure(reply);
    patch((now) => ({ ...setNoticesRead(now, notice?.id ?? null), unread: reply.data.unread }));
    if (memberId) setUnreadCount(memberId, reply.data.unread);
    if (!notice) setStatusText('全部已读');
  };
  const loadMoreNotices = async (): Promise<void> => {
    if (!data?.nextId || busy) return;
    setBusy(true);
    const reply = await api.call('noticeList', {
      ...buildNoticeListInput(isUnread),
      lastId: data.nextId,
    });
    setBusy(false);
    if (reply.state === 'fail') return showFailure(reply);
    // Skip when the list was reloaded in the meantime.
    patch((now) =>
      now.nextId === data.nextId ? { ...reply.data, list: [...now.list, ...reply.data.list] } : now,
    );
    setStatusText(`又列出 ${reply.data.list.length} 条`);
  };
  return { ...live, busy, status: statusText, read: markNoticeRead, more: loadMoreNotices };
};

/** 通知: all notices of the member. */
export const NoticePage = ({
  alias,
  loaded,
  isUnread,
}: {
  alias: string;
  loaded: Envelope<NoticeData>;
  /** Lists only unread notices. */
  isUnread: boolean;
}) => {
  const { data, digest, setDigest, failure, reload, busy, status, read, more } = useNotices(
    loaded,
    isUnread,
  );
  const unread = data?.unread ?? 0;
  return (
    <>
      <div className="page-head">
        <div>
          <h1>通知</h1>
          <p>
            {unread > 0
              ? `${formatCount(unread)} 条未读。`
              : '问答、订单、打印、账户、Webhook 和网站的消息，都记在这里。'}
          </p>
        </div>
        {unread > 0 && (
          <div className="push-end">
            <button type="button" className="button compact" onClick={() => void read(null)}>
              <Icon name="check" />
              全部已读
            </button>
          </div>
        )}
      </div>
      {!data && failure && (
        <LoadError
          title="没有取到通知"
          reason={failure.msg}
          requestId={failure.data?.requestId}
          onRetry={() => void reload()}
        />
      )}
      {data && (data.list.length > 0 || isUnread) && <UnreadSwitch isUnread={isUnread} />}
      {data &&
        data.list.length === 0 &&
        (isUnread ? <NoneUnread /> : <EmptyNoticeList alias={alias} />)}
      {data && data.list.length > 0 && <NoticeRows list={data.list} onRead={read} />}
      {data?.nextId && (
        <p className={css.more}>
          <button type="button" className="button" aria-busy={busy} onClick={() => void more()}>
            {busy ? '正在列出…' : '更多'}
          </button>
        </p>
      )}
      {digest && <DigestSetting alias={alias} digest={digest} onSet={setDigest} />}
      <p className="visually-hidden" role="status">
        {status}
      </p>
    </>
  );
};
