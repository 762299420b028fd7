import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { Badge, Dialog, Icon } from '@yunbiao/ui';
import { type ReactNode, useEffect, useState } from 'react';
import type { FileRoutesByTo } from '../../routeTree.gen.ts';
import { AccountDeletionBar } from './account-deletion-bar.tsx';
import { cachedUserNav } from './cached-markup.ts';
import { useUnreadCount } from '../../kit/notice/notices.ts';
import { useSite } from '../../kit/site/site.tsx';

type Entry =
  | { to: Extract<keyof FileRoutesByTo, `/$soft/user${string}`>; label: string }
  /** The member's part of a public page. */
  | { to: '/$soft/tools/temp'; search: { own: '1' }; label: string };

/** Pages of the user area by group. */
const GROUPS: { title: string; entries: Entry[] }[] = [
  {
    title: '账户',
    entries: [
      { to: '/$soft/user', label: '概览' },
      { to: '/$soft/user/profile', label: '个人资料' },
    ],
  },
  {
    title: '打印',
    entries: [
      { to: '/$soft/user/print', label: '立即打印' },
      { to: '/$soft/tools/temp', search: { own: '1' }, label: '我的模板' },
      { to: '/$soft/user/picture', label: '图片库' },
      { to: '/$soft/user/printStat', label: '打印统计' },
      { to: '/$soft/user/printStatDetail', label: '标签明细' },
      { to: '/$soft/user/printerCfg', label: '打印机配置' },
      { to: '/$soft/user/auth', label: '授权客户端' },
    ],
  },
  {
    title: '订单与通知',
    entries: [
      { to: '/$soft/user/order', label: '订单' },
      { to: '/$soft/user/notice', label: '通知' },
    ],
  },
  {
    title: '开发者',
    entries: [
      { to: '/$soft/user/apiKey', label: 'API 密钥' },
      { to: '/$soft/user/ipWhiteList', label: 'IP 白名单' },
      { to: '/$soft/user/webhook', label: 'Webhook' },
    ],
  },
];

const Unread = () => <Badge count={useUnreadCount()} />;

const MenuLinks = ({ alias }: { alias: string }) =>
  GROUPS.map((group) => (
    <div key={group.title}>
      <h2>{group.title}</h2>
      {group.entries.map(({ label, ...place }) => (
        <Link
          key={place.to}
          {...place}
          params={{ soft: alias }}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {label}
          {place.to === '/$soft/user/notice' && <Unread />}
        </Link>
      ))}
    </div>
  ));

const UserNav = ({ alias }: { alias: string }) => (
  <nav className="side" aria-label="用户中心">
    <MenuLinks alias={alias} />
  </nav>
);

const findMenuEntry = (pathname: string, alias: string): { group: string; label: string } => {
  for (const { title, entries } of GROUPS) {
    const entry = entries.find(
      ({ to }) => to.replace('$soft', alias) === decodeURIComponent(pathname),
    );
    if (entry) return { group: title, label: entry.label };
  }
  return { group: '用户中心', label: '' };
};

/** Navigation on phones: a sheet that opens from the name of the current page. */
const SheetNav = ({ alias }: { alias: string }) => {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const [open, setOpen] = useState(false);
  const place = findMenuEntry(pathname, alias);
  useEffect(() => setOpen(false), [pathname]);
  return (
    <>
      <button
        type="button"
        className="sheet-nav"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Icon name="menu" />
        <span className="faint">{place.group}</span>
        <b>{place.label}</b>
        <Icon name="down" />
      </button>
      {open && (
        <Dialog title="用户中心" shape="sheet" onClose={() => setOpen(false)}>
          <UserNav alias={alias} />
        </Dialog>
      )}
    </>
  );
};

/** Server version with cached markup: it depends on the address only, without any count. */
const CachedUserNav = ({ alias }: { alias: string }) => {
  const router = useRouter();
  const { ownAlias } = useSite();
  const { pathname } = router.stores.location.get();
  const markup = cachedUserNav.get(router, GROUPS, [ownAlias, alias, pathname].join('\n'));
  return markup === undefined ? (
    <UserNav alias={alias} />
  ) : (
    <nav className="side" aria-label="用户中心" dangerouslySetInnerHTML={{ __html: markup }} />
  );
};

const PageNav = import.meta.env.SSR ? CachedUserNav : UserNav;

/** User area: grouped navigation on the left, page content on the right. */
export const UserFrame = ({ alias, children }: { alias: string; children: ReactNode }) => (
  <main className="wrap">
    <SheetNav alias={alias} />
    <AccountDeletionBar />
    <div className="user">
      <PageNav alias={alias} />
      <div className="user-page">{children}</div>
    </div>
  </main>
);
