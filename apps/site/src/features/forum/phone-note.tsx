import { Link } from '@tanstack/react-router';
import { useAlias, useSession } from '../../kit/site/site.tsx';
import { useSwitches } from '../../kit/site/use-switches.ts';

/** Said before one types, where only members with a telephone may post: what is missing, and the way to it. */
export const PhoneNote = () => {
  const alias = useAlias();
  const { phoneToPost } = useSwitches();
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
