import type { CallOutput } from '@yunbiao/contract';
import { useRouter } from '@tanstack/react-router';
import { Status, type StatusKind } from '@yunbiao/ui/status.tsx';
import { Time } from '@yunbiao/ui/time.tsx';
import type { MouseEvent, ReactNode } from 'react';
import { toOwn } from '../page/own-host.ts';
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

const Words = ({ notice }: { notice: Notice }) => (
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

/** Notices, newest first. Opening what one is about reads it; one about nothing is read by a press. */
export const NoticeRows = ({
  list,
  onRead,
}: {
  list: readonly Notice[];
  onRead: (notice: Notice) => Promise<void>;
}) => {
  const router = useRouter();
  const { ownAlias, origin } = useSite();
  const row = (notice: Notice): ReactNode => {
    const className = notice.read ? css.row : `${css.row} ${css.unread}`;
    if (!notice.path)
      return (
        <button type="button" className={className} onClick={() => void onRead(notice)}>
          <Words notice={notice} />
        </button>
      );
    // On a software's own host a notice may be about another software, which is the main host's.
    const own = ownAlias ? toOwn(encodeURIComponent(ownAlias), notice.path) : notice.path;
    const href = own ?? origin + notice.path;
    const open = (event: MouseEvent): void => {
      const read = onRead(notice);
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      // Leaving the page would take back a call that is on its way.
      if (own === null) void read.finally(() => window.location.assign(href));
      else void router.navigate({ href: notice.path });
    };
    return (
      <a className={className} href={href} onClick={open}>
        <Words notice={notice} />
      </a>
    );
  };
  return (
    <ul className={css.list}>
      {list.map((notice) => (
        <li key={notice.id}>{row(notice)}</li>
      ))}
    </ul>
  );
};
