import { Link } from '@tanstack/react-router';
import { Icon } from '@yunbiao/ui';
import { useCallback, useState } from 'react';
import { late } from './late.ts';
import { LoginLink } from './login-link.tsx';
import { Menu } from './menu.tsx';
import { useSession, useSite } from './site.tsx';

const WHOLE = { exact: true, includeSearch: false } as const;

const initial = (name: string): string => [...name][0]?.toUpperCase() ?? '';

/** The member's picture, or the first letter of the name where there is none or it does not come. */
const Face = ({ name, avatar }: { name: string; avatar: string | null }) => {
  const [broken, setBroken] = useState<string | null>(null);
  const give = useCallback(
    (image: HTMLImageElement | null) => {
      // It may have failed before this page came alive.
      if (image?.complete && image.naturalWidth === 0) setBroken(avatar);
    },
    [avatar],
  );
  return (
    <i data-initial={initial(name)} aria-hidden="true">
      {avatar !== null && avatar !== '' && avatar !== broken && (
        <img
          ref={give}
          src={avatar}
          alt=""
          width={28}
          height={28}
          onError={() => setBroken(avatar)}
        />
      )}
    </i>
  );
};

const Who = ({ alias }: { alias: string }) => {
  const user = useSession((session) => session.userInfo);
  const { session } = useSite();
  const name = user?.nickname || user?.username || '';
  return (
    <Menu
      label={`${name}的菜单`}
      className="drop"
      buttonClass="who"
      button={
        <>
          <Face name={name} avatar={user?.avatar ?? null} />
          <span>{name}</span>
        </>
      }
    >
      {(close) => (
        <>
          {alias && (
            <Link to="/$soft/user" params={{ soft: alias }} activeOptions={WHOLE} onClick={close}>
              <Icon name="user" />
              用户中心
            </Link>
          )}
          {alias && (
            <Link to="/$soft/user/print" params={{ soft: alias }} activeProps={{}} onClick={close}>
              <Icon name="print" />
              立即打印
            </Link>
          )}
          {alias && <hr />}
          <button
            type="button"
            onClick={() => {
              close();
              void session.logout({ ask: true });
            }}
          >
            <Icon name="exit" />
            退出登录
          </button>
        </>
      )}
    </Menu>
  );
};

const NoticeBell = late(
  async () => (await import('./notice-bell.tsx')).NoticeBell,
  () => undefined,
);

/** Who is here, or the way in. */
export const Account = ({ alias }: { alias: string }) => {
  const isLogin = useSession((session) => session.isLogin);
  return isLogin ? (
    <>
      {alias && (
        <span className="bell">
          <NoticeBell />
        </span>
      )}
      <Who alias={alias} />
    </>
  ) : (
    <LoginLink className="btn sm">登录</LoginLink>
  );
};
