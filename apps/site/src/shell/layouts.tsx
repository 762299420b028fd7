import type { ReactNode } from 'react';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import type { Common } from './stores.ts';

type DefaultLayoutProps = {
  common: Common;
  software: { alias: string; name: string } | null;
  children: ReactNode;
};

/** Header, page, footer. */
export const DefaultLayout = ({ common, software, children }: DefaultLayoutProps) => (
  <>
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
