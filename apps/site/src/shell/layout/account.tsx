import { isFocusLost } from '@yunbiao/ui/focus.ts';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createOnDemandComponent } from '../../kit/site/on-demand.ts';
import { LoginLink } from '../../kit/site/login-link.tsx';
import { Menu } from '@yunbiao/ui/overlay/menu.tsx';
import { useSession } from '../../kit/site/site.tsx';

const getInitial = (name: string): string => [...name][0]?.toUpperCase() ?? '';

/**
 * Avatar of the member, or the first letter of the name when there is no image or it fails to load.
 */
const Avatar = ({ name, avatar }: { name: string; avatar: string | null }) => {
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

const importAccountItems = async () => (await import('./account-items.tsx')).AccountItems;
const AccountItems = createOnDemandComponent(importAccountItems);

const AccountMenu = ({ alias }: { alias: string }) => {
  const user = useSession((session) => session.userInfo);
  const name = user?.nickname || user?.username || '';
  useEffect(() => {
    // Before the menu is opened. A failure is tried again then.
    importAccountItems().catch(() => undefined);
  }, []);
  return (
    <Menu
      label={`${name}的菜单`}
      className="drop"
      buttonClass="member-button"
      button={
        <>
          <Avatar name={name} avatar={user?.avatar ?? null} />
          <span>{name}</span>
        </>
      }
    >
      {(close) => <AccountItems alias={alias} name={name} close={close} />}
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
  const wasLogin = useRef(isLogin);
  useLayoutEffect(() => {
    const hasCome = isLogin && !wasLogin.current;
    wasLogin.current = isLogin;
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
