import { type AnySerializationAdapter, createRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { routeTree } from '../../routeTree.gen.ts';
import type { SiteContext } from '../../kit/site/context.ts';
import { adoptDictionary, dictionaryProduct } from './dictionary-fetches.ts';
import { ErrorView, NotFoundView } from '../error/error-page.tsx';
import { inPageAdapter } from '../../kit/page/in-page-adapter.ts';
import { ownHostRewrite } from '../../kit/page/own-host.ts';
import { createLimiter } from '../../kit/site/limiter.ts';
import { parseSearch, stringifySearch } from '../../kit/site/search.ts';
import { noteStanding } from './standings.ts';
import { SiteReact } from '../../kit/site/site.tsx';
import type { Dictionary, Session } from '../../kit/site/stores.ts';

/** Routes preloaded in parallel (docs/promises.md); a route's chunk and data count as one. */
export const PRELOADS_IN_PARALLEL = 4;

/** What crosses from the rendering server to the browser beside loader data. Never the token. */
export type Dehydrated = {
  session: Pick<Session, 'isLogin' | 'userInfo'> | null;
  dictionary: (Dictionary & { product: string }) | null;
};

let preloads = 0;

/** Whether a page is being fetched ahead, because somebody merely points at its link. Browser only. */
export const isPreloading = (): boolean => preloads > 0;

export const createSiteRouter = (context: SiteContext) => {
  const { session, dictionary } = context.stores;
  const router = createRouter({
    routeTree,
    context,
    parseSearch,
    stringifySearch,
    ...(context.ownAlias ? { rewrite: ownHostRewrite(context.ownAlias, context.origin) } : {}),
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
      const known = Object.keys(dictionary.get().dict).length > 0;
      const product = dictionaryProduct(dictionary);
      return {
        session: isLogin ? { isLogin, userInfo } : null,
        dictionary: known ? { ...dictionary.get(), product } : null,
      };
    },
    hydrate: (state: Dehydrated) => {
      if (state.session) {
        session.set((now) => ({ ...now, ...state.session }));
        // The server sent a member who may not use the software elsewhere.
        noteStanding(context.stores, router.latestLocation.pathname);
      }
      session.markServed();
      if (!state.dictionary) return;
      const { product, ...held } = state.dictionary;
      adoptDictionary(dictionary, held, product);
    },
  });
  router.options.serializationAdapters = [inPageAdapter as unknown as AnySerializationAdapter];
  const limit = createLimiter(PRELOADS_IN_PARALLEL);
  const preload = router.preloadRoute;
  router.preloadRoute = ((...args: Parameters<typeof preload>) =>
    limit(() => {
      preloads++;
      return preload(...args).finally(() => preloads--);
    })) as typeof preload;
  return router;
};

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createSiteRouter>;
  }
  interface StaticDataRouteOption {
    /** The page is the same for everyone: kept in the page cache, under these search keys only. */
    cache?: { search: readonly string[] };
    /** Painted as soon as its first screen is there, which ends with the element `fold`, and not only when it is whole. */
    isLong?: true;
    /** The page has the window to itself: no header, no footer. */
    isBare?: true;
    /** The address only sends on. */
    redirect?: string;
  }
}
