import { Link } from '@tanstack/react-router';
import { applyTheme, Icon, Mark, readTheme, type Theme } from '@yunbiao/ui';
import { Menu } from './menu.tsx';
import { useSession, useSite } from './site.tsx';
import type { Common } from './stores.ts';

const THEMES: { value: Theme; label: string; icon: 'half' | 'sun' | 'moon' }[] = [
  { value: 'system', label: '跟随系统', icon: 'half' },
  { value: 'light', label: '浅色', icon: 'sun' },
  { value: 'dark', label: '深色', icon: 'moon' },
];

const ThemeMenu = () => {
  return (
    <Menu label="外观" className="drop" buttonClass="ib" button={<Icon name="half" />}>
      {(close) => {
        const now = readTheme();
        return THEMES.map(({ value, label, icon }) => (
          <button
            key={value}
            type="button"
            aria-current={value === now ? 'true' : undefined}
            onClick={() => {
              applyTheme(value);
              close();
            }}
          >
            <Icon name={icon} />
            {label}
          </button>
        ));
      }}
    </Menu>
  );
};

const Switcher = ({ common, alias, name }: { common: Common; alias: string; name: string }) => (
  <Menu
    label={`切换软件，现在是${name}`}
    className="switch"
    buttonClass=""
    button={
      <>
        {name} <Icon name="down" />
      </>
    }
  >
    {(close) =>
      common.softwares.map((software) => (
        <Link
          key={software.alias}
          to="/$soft"
          params={{ soft: software.alias }}
          aria-current={software.alias === alias ? 'true' : undefined}
          activeProps={{}}
          onClick={close}
        >
          {software.name}
        </Link>
      ))
    }
  </Menu>
);

const NAV_ACTIVE = { exact: true, includeSearch: false } as const;

const initial = (name: string): string => [...name][0]?.toUpperCase() ?? '';

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
          <i data-initial={initial(name)} aria-hidden="true" />
          <span>{name}</span>
        </>
      }
    >
      {(close) => (
        <>
          {alias && (
            <Link
              to="/$soft/user"
              params={{ soft: alias }}
              activeOptions={NAV_ACTIVE}
              onClick={close}
            >
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

const Account = ({ alias }: { alias: string }) => {
  const isLogin = useSession((session) => session.isLogin);
  const { session } = useSite();
  return isLogin ? (
    <Who alias={alias} />
  ) : (
    <button type="button" className="btn sm" onClick={() => session.openLogin()}>
      登录
    </button>
  );
};

const SoftwareNav = ({ alias }: { alias: string }) => (
  <nav className="nav" aria-label="主导航">
    <Link to="/$soft" params={{ soft: alias }} activeOptions={NAV_ACTIVE}>
      首页
    </Link>
    <Link to="/$soft/download" params={{ soft: alias }} activeOptions={{ includeSearch: false }}>
      下载
    </Link>
  </nav>
);

const SiteNav = ({ common }: { common: Common }) => (
  <nav className="nav" aria-label="主导航">
    <Link to="/" activeOptions={NAV_ACTIVE}>
      首页
    </Link>
    {common.softwares.map((software) => (
      <Link key={software.alias} to="/$soft" params={{ soft: software.alias }}>
        {software.name}
      </Link>
    ))}
  </nav>
);

type HeaderProps = { common: Common; software: { alias: string; name: string } | null };

/** Brand, software switcher, the pages that exist, theme, and who is here. */
export const Header = ({ common, software }: HeaderProps) => (
  <header className="top">
    <div className="wrap">
      <Link className="brand" to="/" activeProps={{}}>
        <Mark />
        云标
      </Link>
      {software && <Switcher common={common} alias={software.alias} name={software.name} />}
      {software ? <SoftwareNav alias={software.alias} /> : <SiteNav common={common} />}
      <div className="tools">
        <ThemeMenu />
        <Account alias={software?.alias ?? ''} />
      </div>
    </div>
  </header>
);
