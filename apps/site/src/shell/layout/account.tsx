import { Link } from '@tanstack/react-router';
import { Icon } from '@yunbiao/ui';
import { isFocusLost } from '@yunbiao/ui/focus.ts';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { createOnDemandComponent } from '../../kit/site/on-demand.ts';
import { LoginLink } from '../../kit/site/login-link.tsx';
import { Menu } from '@yunbiao/ui/overlay/menu.tsx';
import { useSession, useSite } from '../../kit/site/site.tsx';

const WHOLE = { exact: true, includeSearch: false } as const;

const getInitial = (name: string): string => [...name][0]?.toUpperCase() ?? '';

/**
 * Avatar of the member, or the first letter of the name when there is no image or it fails to load.
 */
const Face = ({ name, avatar }: { name: string; avatar: string | null }) => {
  const [broken, setBroken] = useState<string | null>(null);
  const detectBrokenAvatar = useCallback(
    (image: HTMLImageElement | null) => {
      // The image may have failed before hydration.
      if (image?.complete && image.naturalWidth === 0) setBroken(avatar);
    },
    [avatar],
  );
  return (
    <i data-initial={getInitial(name)} aria-hidden="true">
      {avatar !== null && avatar !== '' && avatar !== broken && (
        <img
          ref={detectBrokenAvatar}
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

/** Loaded when the menu is opened. */
const OwnPlan = createOnDemandComponent(async () => (await import('./own-plan.tsx')).OwnPlan);

const AccountMenu = ({ alias }: { alias: string }) => {
  const user = useSession((session) => session.userInfo);
  const { session } = useSite();
  const name = user?.nickname || user?.username || '';
  return (
    <Menu
      label={`${name}的菜单`}
      className="drop"
      buttonClass="member-button"
      button={
        <>
          <Face name={name} avatar={user?.avatar ?? null} />
          <span>{name}</span>
        </>
      }
    >
      {(close) => (
        <>
          <div className="menu-member">
            <b>{name}</b>
            {alias && (
              <span aria-live="polite">
                <OwnPlan />
              </span>
            )}
          </div>
          <hr />
          {alias && (
            <Link to="/$soft/user" params={{ soft: alias }} activeOptions={WHOLE} onClick={close}>
              <Icon name="user" />
              用户中心
            </Link>
          )}
          {alias && (
            <Link to="/$soft/user/print" params={{ soft: alias }} onClick={close}>
              <Icon name="print" />
              立即打印
            </Link>
          )}
          {alias && (
            <Link
              to="/$soft/tools/temp"
              params={{ soft: alias }}
              search={{ own: '1' }}
              onClick={close}
            >
              <Icon name="edit" />
              我的模板
            </Link>
          )}
          {alias && (
            <Link to="/$soft/user/order" params={{ soft: alias }} onClick={close}>
              <Icon name="file" />
              订单
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

const NoticeBell = createOnDemandComponent(
  async () => (await import('./notice-bell.tsx')).NoticeBell,
);

/** Menu of the signed-in member, or the sign-in link. */
export const Account = ({ alias }: { alias: string }) => {
  const isLogin = useSession((session) => session.isLogin);
  const root = useRef<HTMLDivElement>(null);
  const was = useRef(isLogin);
  useLayoutEffect(() => {
    const hasCome = isLogin && !was.current;
    was.current = isLogin;
    // The sign-in link was removed, so move the focus to the member button.
    if (hasCome && isFocusLost())
      root.current?.querySelector<HTMLElement>('.member-button')?.focus();
  }, [isLogin]);
  return isLogin ? (
    <div className="account" ref={root}>
      {alias && (
        <span className="bell">
          <NoticeBell />
        </span>
      )}
      <AccountMenu alias={alias} />
    </div>
  ) : (
    <LoginLink className="button compact" {...(alias ? { to: `/${alias}/user` } : {})}>
      登录
    </LoginLink>
  );
};
