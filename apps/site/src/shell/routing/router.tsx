import { type AnySerializationAdapter, createRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { routeTree } from '../../routeTree.gen.ts';
import type { SiteContext } from '../../kit/site/context.ts';
import { adoptServerDictionary, getDictionaryProduct } from './dictionary-fetches.ts';
import { ErrorView, NotFoundView } from '../error/error-views.tsx';
import { inPageAdapter } from '../../kit/page/in-page-adapter.ts';
import { createCustomDomainRewrite } from '../../kit/page/custom-domain.ts';
import { createConcurrencyLimiter } from '../../kit/site/limiter.ts';
import { parseSearch, stringifySearch } from '../../kit/site/search.ts';
import { recordAccessCheck } from './access-checks.ts';
import { SiteReact } from '../../kit/site/site.tsx';
import type { Dictionary, Session } from '../../kit/site/stores.ts';

/**
 * Maximum number of parallel preloads (docs/promises.md). Chunk and data of a route count as one.
 */
export const PRELOADS_IN_PARALLEL = 4;

/**
 * State passed from the server to the browser in addition to loader data. Never contains the token.
 */
export type Dehydrated = {
  session: Pick<Session, 'isLogin' | 'userInfo'> | null;
  dictionary: (Dictionary & { product: string }) | null;
};

let preloads = 0;

/** True while a page is preloaded because of link hover. Browser only. */
export const isPreloading = (): boolean => preloads > 0;

export const createSiteRouter = (context: SiteContext) => {
  const { session, dictionary } = context.stores;
  const router = createRouter({
    routeTree,
    context,
    parseSearch,
    stringifySearch,
    ...(context.ownAlias
      ? { rewrite: createCustomDomainRewrite(context.ownAlias, context.origin) }
      : {}),
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
      const isDictionaryKnown = Object.keys(dictionary.get().dict).length > 0;
      const product = getDictionaryProduct(dictionary);
      return {
        session: isLogin ? { isLogin, userInfo } : null,
        dictionary: isDictionaryKnown ? { ...dictionary.get(), product } : null,
      };
    },
    hydrate: (state: Dehydrated) => {
      if (state.session) {
        session.set((now) => ({ ...now, ...state.session }));
        // The server redirects members who cannot use the software, so the status is known.
        recordAccessCheck(context.stores, router.latestLocation.pathname);
      }
      session.markServed();
      if (!state.dictionary) return;
      const { product, ...held } = state.dictionary;
      adoptServerDictionary(dictionary, held, product);
    },
  });
  router.options.serializationAdapters = [inPageAdapter as unknown as AnySerializationAdapter];
  const limit = createConcurrencyLimiter(PRELOADS_IN_PARALLEL);
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
    /** The page is the same for everyone. The page cache uses only these search keys. */
    cache?: { search: readonly string[] };
    /** Painted when the part up to the element `fold` has arrived, before the complete page. */
    isLong?: true;
    /** The page has no header and footer. */
    isBare?: true;
    /** Target of a route that only redirects. */
    redirect?: string;
  }
}
