import type { CallOutput } from '@yunbiao/contract';
import { useRouter } from '@tanstack/react-router';
import { Status, type StatusKind } from '@yunbiao/ui/status.tsx';
import { Time } from '@yunbiao/ui/time.tsx';
import type { MouseEvent, ReactNode } from 'react';
import { toCustomDomainPath } from '../page/custom-domain.ts';
import { useSite } from '../site/site.tsx';
import css from './notice-rows.module.css';

export type Notice = CallOutput<'noticeList'>['list'][number];

const KINDS: Record<Notice['kind'], StatusKind> = {
  reply: 'sent',
  accepted: 'ok',
  review: 'running',
  hidden: 'failed',
  order: 'ok',
  webhook: 'failed',
  account: 'uncertain',
  print: 'uncertain',
  site: 'running',
};

const NoticeText = ({ notice }: { notice: Notice }) => (
  <>
    <Status kind={KINDS[notice.kind]} />
    <span className={css.words}>
      <b>
        {!notice.read && <span className="visually-hidden">未读：</span>}
        {notice.title}
      </b>
      {notice.text && <span className={css.text}>{notice.text}</span>}
    </span>
    <Time at={notice.createdAt} className={css.time ?? ''} />
  </>
);

/**
 * Notices, newest first. Opening the subject of a notice marks it as read. A notice without a
 * subject has a button for it.
 */
export const NoticeRows = ({
  list,
  onRead,
}: {
  list: readonly Notice[];
  onRead: (notice: Notice) => Promise<void>;
}) => {
  const router = useRouter();
  const { ownAlias, origin } = useSite();
  const renderNoticeRow = (notice: Notice): ReactNode => {
    const className = notice.read ? css.row : `${css.row} ${css.unread}`;
    if (!notice.path)
      return (
        <button type="button" className={className} onClick={() => void onRead(notice)}>
          <NoticeText notice={notice} />
        </button>
      );
    // On a custom domain, a notice may concern another software, which is on the main host.
    const ownPath = ownAlias
      ? toCustomDomainPath(encodeURIComponent(ownAlias), notice.path)
      : notice.path;
    const href = ownPath ?? origin + notice.path;
    const openNotice = (event: MouseEvent): void => {
      const read = onRead(notice);
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      // Leaving the page would cancel a running request.
      if (ownPath === null) void read.finally(() => window.location.assign(href));
      else void router.navigate({ href: notice.path });
    };
    return (
      <a className={className} href={href} onClick={openNotice}>
        <NoticeText notice={notice} />
      </a>
    );
  };
  return (
    <ul className={css.list}>
      {list.map((notice) => (
        <li key={notice.id}>{renderNoticeRow(notice)}</li>
      ))}
    </ul>
  );
};
