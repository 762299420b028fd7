import { useStore } from '@yunbiao/ui/store.ts';
import { Fragment, type ReactNode } from 'react';
import { FocusKeeper } from './focus-keeper.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { createOnDemandComponent } from '../../kit/site/on-demand.ts';
import { useSession, useSite } from '../../kit/site/site.tsx';
import type { Common } from '../../kit/site/stores.ts';

type DefaultLayoutProps = {
  common: Common;
  software: { alias: string; name: string } | null;
  children: ReactNode;
};

/** Loaded only for signed-in members. */
const Standing = createOnDemandComponent(
  async () => (await import('../session/member-access-check.tsx')).MemberAccessCheck,
);

/**
 * Remounts the page content when the member changes, so that no state of the former member remains.
 */
const MemberScope = ({ children }: { children: ReactNode }) => {
  const { turn, isUnderWay } = useStore(useSite().stores.handover);
  return isUnderWay ? (
    <p className="wrap handover" role="status">
      登录的账号变了，正在更新…
    </p>
  ) : (
    <Fragment key={turn}>{children}</Fragment>
  );
};

/** Layout with header and footer. */
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
      <MemberScope>{children}</MemberScope>
    </div>
    <Footer common={common} alias={software?.alias} />
    <FocusKeeper />
  </>
);

/** Layout without header and footer. */
export const EmptyLayout = ({ children }: { children: ReactNode }) => (
  <div className="plain">
    <MemberScope>{children}</MemberScope>
    <FocusKeeper />
  </div>
);
