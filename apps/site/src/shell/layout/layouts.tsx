import { useStore } from '@yunbiao/ui/store.ts';
import { Fragment, type ReactNode } from 'react';
import { FocusKeeper } from './focus-keeper.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { onDemand } from '../../kit/site/on-demand.ts';
import { useSession, useSite } from '../../kit/site/site.tsx';
import type { Common } from '../../kit/site/stores.ts';

type DefaultLayoutProps = {
  common: Common;
  software: { alias: string; name: string } | null;
  children: ReactNode;
};

/** Nothing an anonymous visitor needs. */
const Standing = onDemand(async () => (await import('../session/standing.tsx')).Standing);

/** A page is one member's, or a visitor's who may become one: nothing on it lives on when that member gives way. */
const OneMembers = ({ children }: { children: ReactNode }) => {
  const { turn, isUnderWay } = useStore(useSite().stores.handover);
  return isUnderWay ? (
    <p className="wrap handover" role="status">
      登录的账号变了，正在更新…
    </p>
  ) : (
    <Fragment key={turn}>{children}</Fragment>
  );
};

/** Header, page, footer. */
export const DefaultLayout = ({ common, software, children }: DefaultLayoutProps) => (
  <>
    {useSession((session) => session.isLogin) && software && <Standing />}
    <a className="button skip" href="#main">
      跳到正文
    </a>
    <Header
      key={useStore(useSite().stores.handover, ({ turn }) => turn)}
      common={common}
      software={software}
    />
    <div id="main" className="page-body">
      <OneMembers>{children}</OneMembers>
    </div>
    <Footer common={common} software={software} />
    <FocusKeeper />
  </>
);

/** The page alone. */
export const EmptyLayout = ({ children }: { children: ReactNode }) => (
  <div className="plain">
    <OneMembers>{children}</OneMembers>
    <FocusKeeper />
  </div>
);
