import { Link, useNavigate } from '@tanstack/react-router';
import type { Envelope } from '@yunbiao/contract/envelope';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { formatCount } from '@yunbiao/ui/format.ts';
import { Segmented } from '@yunbiao/ui/segmented.tsx';
import { Trouble } from '@yunbiao/ui/trouble.tsx';
import { useEffect, useState } from 'react';
import { usePrintEvents } from '../../kit/live/live-print.ts';
import { useLiveData } from '../../kit/live/live-data.ts';
import { type Notice, NoticeRows } from '../../kit/notice/notice-rows.tsx';
import { setUnread } from '../../kit/notice/notices.ts';
import { sayFailure } from '../../kit/page/say-failure.ts';
import { useApi, useSession } from '../../kit/site/site.tsx';
import { DigestWish } from './digest-wish.tsx';
import { type Digest, toListInput, loadNotices, type NoticeData, type Notices } from './load.ts';
import css from './notice.module.css';

/** One page of the list. */
const MAX_LIVE = 20;

const asRead = (notices: Notices, id: string | null): Notices => ({
  ...notices,
  list: notices.list.map((notice) =>
    id === null || notice.id === id ? { ...notice, read: true } : notice,
  ),
});

const Empty = ({ alias }: { alias: string }) => (
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

/** 全部 or 未读, in the address. */
const Which = ({ isUnread }: { isUnread: boolean }) => {
  const navigate = useNavigate();
  return (
    <div className="filters">
      <Segmented
        legend="看哪些"
        quiet
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

/** The list with what the member's acts change in it. */
const useNotices = (loaded: Envelope<NoticeData>, isUnread: boolean) => {
  const api = useApi();
  const memberId = useSession(({ userInfo }) => userInfo?.id ?? '');
  const live = useLiveData(loaded, () => loadNotices(api, isUnread));
  const { failure, reload } = live;
  const data = live.data?.notices;
  const patch = (change: (now: Notices) => Notices): void =>
    live.patch((now) => ({ ...now, notices: change(now.notices) }));
  const setDigest = (digest: Digest): void => live.patch((now) => ({ ...now, digest }));
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  const unread = data?.unread;
  const shown = data?.list.length ?? 0;
  // What is new comes to the top of the list; whoever has gone further down is not taken back up.
  usePrintEvents((event) => {
    if (event.type !== 'notice' || unread === undefined || event.unread === unread) return;
    if (event.unread > unread && shown <= MAX_LIVE) void reload();
    else patch((now) => ({ ...now, unread: event.unread }));
  });
  useEffect(() => {
    if (memberId && unread !== undefined) setUnread(memberId, unread);
  }, [memberId, unread]);

  const read = async (notice: Notice | null): Promise<void> => {
    if (notice?.read) return;
    const reply = await api.call('noticeRead', notice ? { id: notice.id } : {});
    if (reply.state === 'fail') return sayFailure(reply);
    patch((now) => ({ ...asRead(now, notice?.id ?? null), unread: reply.data.unread }));
    if (memberId) setUnread(memberId, reply.data.unread);
    if (!notice) setSaid('全部已读');
  };
  const more = async (): Promise<void> => {
    if (!data?.nextId || busy) return;
    setBusy(true);
    const reply = await api.call('noticeList', {
      ...toListInput(isUnread),
      lastId: data.nextId,
    });
    setBusy(false);
    if (reply.state === 'fail') return sayFailure(reply);
    // Unless it was read again meanwhile, and ends elsewhere.
    patch((now) =>
      now.nextId === data.nextId ? { ...reply.data, list: [...now.list, ...reply.data.list] } : now,
    );
    setSaid(`又列出 ${reply.data.list.length} 条`);
  };
  return { data, digest: live.data?.digest, setDigest, failure, reload, busy, said, read, more };
};

/** 通知: what the member is told of, whatever its kind. */
export const NoticePage = ({
  alias,
  loaded,
  isUnread,
}: {
  alias: string;
  loaded: Envelope<NoticeData>;
  /** Only unread notices are listed. */
  isUnread: boolean;
}) => {
  const { data, digest, setDigest, failure, reload, busy, said, read, more } = useNotices(
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
        <Trouble
          what="没有取到通知"
          why={failure.msg}
          requestId={failure.data?.requestId}
          onRetry={() => void reload()}
        />
      )}
      {data && (data.list.length > 0 || isUnread) && <Which isUnread={isUnread} />}
      {data && data.list.length === 0 && (isUnread ? <NoneUnread /> : <Empty alias={alias} />)}
      {data && data.list.length > 0 && <NoticeRows list={data.list} onRead={read} />}
      {data?.nextId && (
        <p className={css.more}>
          <button type="button" className="button" aria-busy={busy} onClick={() => void more()}>
            {busy ? '正在列出…' : '更多'}
          </button>
        </p>
      )}
      {digest && <DigestWish alias={alias} digest={digest} onSet={setDigest} />}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
};
