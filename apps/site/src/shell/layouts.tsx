import type { ReactNode } from 'react';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { late } from './late.ts';
import { useSession } from './site.tsx';
import type { Common } from './stores.ts';

type DefaultLayoutProps = {
  common: Common;
  software: { alias: string; name: string } | null;
  children: ReactNode;
};

/** Nothing an anonymous visitor needs. */
const Standing = late(
  async () => (await import('./standing.tsx')).Standing,
  () => undefined,
);

/** Header, page, footer. */
export const DefaultLayout = ({ common, software, children }: DefaultLayoutProps) => (
  <>
    {useSession((session) => session.isLogin) && software && <Standing />}
    <a className="btn skip" href="#main">
      跳到正文
    </a>
    <Header common={common} software={software} />
    <div id="main" className="page-body">
      {children}
    </div>
    <Footer common={common} software={software} />
  </>
);

/** The page alone. */
export const EmptyLayout = ({ children }: { children: ReactNode }) => (
  <div className="plain">{children}</div>
);
