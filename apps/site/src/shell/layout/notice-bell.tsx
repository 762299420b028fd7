import { Link } from '@tanstack/react-router';
import { Badge, badgeText, Icon } from '@yunbiao/ui';
import { useUnread } from '../../kit/notice/notices.ts';
import { onDemand } from '../../kit/site/on-demand.ts';
import { useAlias } from '../../kit/site/site.tsx';

/** Of its own, so that the page's first scripts do not list what the stream needs. */
const LiveUnread = onDemand(
  async () => (await import('../../kit/notice/live-unread.tsx')).LiveUnread,
);

/** The way to the notices, with how many are unread: live on every page, as it is in every page's header. */
export const NoticeBell = () => {
  const count = useUnread();
  return (
    <Link
      className="icon-button"
      to={'/$soft/user/notice'}
      params={{ soft: useAlias() }}
      aria-label={count > 0 ? `通知，${badgeText(count)} 条未读` : '通知'}
    >
      <Icon name="bell" />
      <Badge count={count} />
      <LiveUnread />
    </Link>
  );
};
