import { Link, useRouter } from '@tanstack/react-router';
import { FirstIcon, Logo } from '@yunbiao/ui/first-icon.tsx';
import { useEffect, useRef } from 'react';
import { Account } from './account.tsx';
import { cachedSoftwareNav } from './cached-markup.ts';
import { createOnDemandComponent } from '../../kit/site/on-demand.ts';
import { useSite } from '../../kit/site/site.tsx';
import { Menu } from '@yunbiao/ui/overlay/menu.tsx';
import type { Common } from '../../kit/site/stores.ts';
import { FindForm } from '../../kit/software/find-form.tsx';

const importThemeItems = async () => (await import('./theme-items.tsx')).ThemeItems;
const ThemeItems = createOnDemandComponent(importThemeItems);

const ThemeMenu = () => {
  useEffect(() => {
    // Before the menu is opened. A failure is tried again then.
    importThemeItems().catch(() => undefined);
  }, []);
  return (
    <Menu
      label="外观"
      className="drop"
      buttonClass="icon-button"
      button={<FirstIcon name="half" />}
    >
      {(close) => <ThemeItems close={close} />}
    </Menu>
  );
};

const SoftwareSwitcher = ({
  common,
  alias,
  name,
}: {
  common: Common;
  alias: string;
  name: string;
}) => (
  <Menu
    label={`切换软件，现在是${name}`}
    className="switch"
    buttonClass=""
    button={
      <>
        <span className="ellipsis" title={name}>
          {name}
        </span>{' '}
        <FirstIcon name="down" />
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
          onClick={close}
        >
          {software.name}
        </Link>
      ))
    }
  </Menu>
);

const WHOLE = { exact: true, includeSearch: false } as const;
const PART = { includeSearch: false } as const;

/** Pages of a software in navigation order. */
const PAGES = [
  ['', '首页'],
  ['/tools/design-new.html', '设计'],
  ['/download', '下载'],
  ['/qa', '问答'],
  ['/tools', '工具'],
  ['/updateLog', '更新日志'],
  ['/vip', 'VIP'],
] as const;

const SoftwareNav = ({ alias }: { alias: string }) => (
  <nav className="nav" aria-label="主导航">
    {PAGES.map(([path, label]) => (
      <Link
        key={path}
        to={`/$soft${path}` as '/$soft'}
        params={{ soft: alias }}
        activeOptions={path ? PART : WHOLE}
      >
        {label}
      </Link>
    ))}
  </nav>
);

/** Server version with cached markup: it depends on the address only. */
const CachedSoftwareNav = ({ alias }: { alias: string }) => {
  const router = useRouter();
  const { ownAlias } = useSite();
  const { pathname } = router.stores.location.get();
  const markup = cachedSoftwareNav.get(router, PAGES, [ownAlias, alias, pathname].join('\n'));
  return markup === undefined ? (
    <SoftwareNav alias={alias} />
  ) : (
    <nav className="nav" aria-label="主导航" dangerouslySetInnerHTML={{ __html: markup }} />
  );
};

const PageNav = import.meta.env.SSR ? CachedSoftwareNav : SoftwareNav;

/** The key `/` moves the focus to the search input. */
const HeaderSearch = ({ alias }: { alias: string }) => {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focusSearchOnSlash = (event: KeyboardEvent): void => {
      const at = event.target as HTMLElement;
      if (event.key !== '/' || at.closest('input,textarea,select,dialog,[contenteditable]')) return;
      if (event.ctrlKey || event.metaKey || event.altKey || !input.current?.offsetParent) return;
      event.preventDefault();
      input.current.select();
    };
    document.addEventListener('keydown', focusSearchOnSlash);
    return () => document.removeEventListener('keydown', focusSearchOnSlash);
  }, []);
  return (
    <>
      <FindForm
        alias={alias}
        className="find"
        name="搜索这款软件"
        label="搜索问答、文档"
        ref={input}
      >
        <kbd aria-hidden="true">/</kbd>
      </FindForm>
      <Link
        className="icon-button to-find"
        to="/$soft/search"
        params={{ soft: alias }}
        aria-label="搜索"
      >
        <FirstIcon name="search" />
      </Link>
    </>
  );
};

const SiteNav = ({ common }: { common: Common }) => (
  <nav className="nav" aria-label="主导航">
    <Link to="/" activeOptions={WHOLE}>
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

/** Brand, software switcher, navigation, search, theme and account. */
export const Header = ({ common, software }: HeaderProps) => (
  <header className="site-header">
    <div className="wrap">
      <Link className="brand" to="/">
        <Logo />
        云标
      </Link>
      {software && <SoftwareSwitcher common={common} alias={software.alias} name={software.name} />}
      {software ? <PageNav alias={software.alias} /> : <SiteNav common={common} />}
      <div className="tools">
        {software && <HeaderSearch alias={software.alias} />}
        <ThemeMenu />
        <Account alias={software?.alias ?? ''} />
      </div>
    </div>
  </header>
);
