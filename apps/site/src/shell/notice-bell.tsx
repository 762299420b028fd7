import { Link } from '@tanstack/react-router';
import { Badge, badgeText, Icon } from '@yunbiao/ui';
import { useUnread } from './notices.ts';
import { useAlias } from './site.tsx';

/** The way to the notices, with how many are unread. */
export const NoticeBell = () => {
  const count = useUnread();
  return (
    <Link
      className="ib"
      to={'/$soft/user/notice' as '/$soft/user'}
      params={{ soft: useAlias() }}
      aria-label={count > 0 ? `通知，${badgeText(count)} 条未读` : '通知'}
    >
      <Icon name="bell" />
      <Badge count={count} />
    </Link>
  );
};
