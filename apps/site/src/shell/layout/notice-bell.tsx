import { Link } from '@tanstack/react-router';
import { Badge, formatBadge, Icon } from '@yunbiao/ui';
import { useUnreadCount } from '../../kit/notice/notices.ts';
import { createOnDemandComponent } from '../../kit/site/on-demand.ts';
import { useSoftwareAlias } from '../../kit/site/site.tsx';

/** A separate component, so that the initial bundle does not contain the stream code. */
const LiveUnread = createOnDemandComponent(
  async () => (await import('../../kit/notice/live-unread.tsx')).LiveUnread,
);

/** Link to the notices with the live unread count; in the header of all pages. */
export const NoticeBell = () => {
  const count = useUnreadCount();
  return (
    <Link
      className="icon-button"
      to={'/$soft/user/notice'}
      params={{ soft: useSoftwareAlias() }}
      aria-label={count > 0 ? `通知，${formatBadge(count)} 条未读` : '通知'}
    >
      <Icon name="bell" />
      <Badge count={count} />
      <LiveUnread />
    </Link>
  );
};
