import { Link } from '@tanstack/react-router';
import { Badge, badgeText, Icon } from '@yunbiao/ui';
import { useUnread } from '../../kit/notice/notices.ts';
import { useAlias } from '../../kit/site/site.tsx';

/** The way to the notices, with how many are unread. */
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
    </Link>
  );
};
