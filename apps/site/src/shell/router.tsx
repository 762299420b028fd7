import { createRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { routeTree } from '../routeTree.gen.ts';
import type { SiteContext } from './context.ts';
import { ErrorView, NotFoundView } from './error-page.tsx';
import { createLimiter } from './preload-limit.ts';
import { parseSearch, stringifySearch } from './search.ts';
import { SiteReact } from './site.tsx';
import type { Dictionary, Session } from './stores.ts';

/** Specification §9: routes preloaded in parallel; a route's chunk and data count as one. */
export const PRELOADS_IN_PARALLEL = 4;

/** What crosses from the rendering server to the browser beside loader data. Never the token. */
export type Dehydrated = {
  session: Pick<Session, 'isLogin' | 'userInfo'> | null;
  dictionary: Dictionary | null;
};

export const createSiteRouter = (context: SiteContext) => {
  const { session, dictionary } = context.stores;
  const router = createRouter({
    routeTree,
    context,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadDelay: 60,
    defaultErrorComponent: ErrorView,
    defaultNotFoundComponent: NotFoundView,
    notFoundMode: 'root',
    scrollRestoration: typeof window !== 'undefined',
    InnerWrap: ({ children }: { children: ReactNode }) => (
      <SiteReact value={context}>{children}</SiteReact>
    ),
    dehydrate: (): Dehydrated => {
      const { isLogin, userInfo } = session.get();
      const { dict, bizDict } = dictionary.get();
      const known = Object.keys(dict).length > 0 || Object.keys(bizDict).length > 0;
      return {
        session: isLogin ? { isLogin, userInfo } : null,
        dictionary: known ? { dict, bizDict } : null,
      };
    },
    hydrate: (state: Dehydrated) => {
      if (state.session) session.set((now) => ({ ...now, ...state.session }));
      if (state.dictionary) dictionary.set(state.dictionary);
    },
  });
  const limit = createLimiter(PRELOADS_IN_PARALLEL);
  const preload = router.preloadRoute;
  router.preloadRoute = ((...args: Parameters<typeof preload>) =>
    limit(() => preload(...args))) as typeof preload;
  return router;
};

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createSiteRouter>;
  }
  interface StaticDataRouteOption {
    /** The page is the same for everyone: kept in the page cache, under these search keys only. */
    cache?: { search: readonly string[] };
    /** The address only sends on. */
    redirect?: string;
  }
}
