import { Link } from '@tanstack/react-router';
import { useSoftwareAlias, useSession } from '../../kit/site/site.tsx';
import { useFeatureSwitches } from '../../kit/site/use-switches.ts';

/**
 * Shown before typing on sites where a phone number is required to post: explains it, and links to
 * where the number is added.
 */
export const PhoneNote = () => {
  const alias = useSoftwareAlias();
  const { phoneToPost } = useFeatureSwitches();
  const isLogin = useSession((session) => session.isLogin);
  const hasPhone = useSession(({ userInfo }) => Boolean(userInfo?.phone));
  if (!phoneToPost || hasPhone) return null;
  if (!isLogin) return <p className="medium quiet">发布要登录，账号要绑定过手机号。</p>;
  return (
    <p className="medium" role="note">
      发布前要先绑定手机号，写的会留着。{' '}
      <Link className="link" to="/$soft/user/profile" params={{ soft: alias }} hash="contact">
        去绑定
      </Link>
    </p>
  );
};
