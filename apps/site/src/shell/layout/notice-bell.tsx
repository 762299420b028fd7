import { Link } from '@tanstack/react-router';
import { Badge, badgeText, Icon } from '@yunbiao/ui';
import { useUnread } from '../../kit/notice/notices.ts';
import { useLiveUnread } from '../../kit/notice/use-live-unread.ts';
import { useAlias } from '../../kit/site/site.tsx';

/** The way to the notices, with how many are unread: live on every page, as it is in every page's header. */
export const NoticeBell = () => {
  useLiveUnread();
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
    </Link>
  );
};
