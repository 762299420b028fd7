import { RouterClient } from '@tanstack/react-router/ssr/client';
import { NETWORK_FAILED } from '@yunbiao/contract/core/envelope';
import { toast } from '@yunbiao/ui/overlay/toast.ts';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createPageDataCache } from '../../kit/page/page-memory.ts';
import type { SiteContext } from '../../kit/site/context.ts';
import { loadErrorPage } from '../error/error-views.tsx';
import { createLazySession } from '../session/session-on-demand.ts';
import { createLazyClient, loadApiClient } from './lazy-client.ts';
import { createRouteRulesClient } from './rules-client.ts';
import { createSiteRouter, isPreloading } from '../routing/router.tsx';
import { watchStaleChunks } from './stale-chunk.ts';
import { createVisitorStores } from '../../kit/site/stores.ts';
import { restoreToken } from '../session/token.ts';

const readMeta = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

const stores = createVisitorStores();
const buildId = readMeta('build-id');
const baseUrl = readMeta('api-base');
const statsUrl = readMeta('stats');
const [ownAlias = '', mainOrigin = ''] = readMeta('own-host').split(' ');
const rules = createRouteRulesClient(buildId);

const createApi: SiteContext['createApi'] = (domain) => {
  const { turn } = stores.handover.get();
  return createLazyClient({
    baseUrl,
    getHost: () => location.hostname,
    getDomain: () => domain,
    // Requests of a former member must not continue with the session of the next one.
    getToken: () => (stores.handover.get().turn === turn ? stores.session.get().token : 'gone'),
    onReply: (name, reply, sentToken) => session.onReply(name, reply, sentToken),
  });
};

const pageMemory = createPageDataCache();
const session = createLazySession({
  stores,
  getApi: () => createApi(stores.shared.get().domain),
  // An address with the `login` parameter is replaced, so that Back does not open the dialog again.
  navigate: (path) =>
    router.navigate({
      href: path,
      replace: 'login' in router.state.location.search,
      // Nothing must block signing out, even without a network.
      ignoreBlocker: true,
    }),
  getTargetPath: () => router.state.location.href,
  getShownPath: () => router.state.resolvedLocation?.href ?? '',
  reload: () => router.invalidate({ sync: true }),
  clearPageData: () => {
    router.clearCache();
    pageMemory.retainOnly(router.stores.matches.get());
  },
  onUnavailable: () => void toast.error(NETWORK_FAILED),
});

const context: SiteContext = {
  stores,
  createApi: createApi,
  session,
  // On a custom domain, the page contains the origin of the main host.
  origin: mainOrigin || location.origin,
  ownAlias,
  named: '',
  apiBase: baseUrl,
  statsUrl,
  buildId,
  getRules: rules.get,
  // Do not show cached data of the former member.
  getRemembered: (part) => (stores.handover.get().isUnderWay ? undefined : pageMemory.get(part)),
};
const router = createSiteRouter(context);

// Calls during hydration use the stored token; the session itself starts afterwards.
stores.session.set((now) => ({ ...now, token: restoreToken() }));
// layouts.css shows a progress indicator for pending navigation.
const { documentElement } = document;
router.subscribe('onBeforeLoad', () => documentElement.setAttribute('data-going', ''));
router.subscribe('onResolved', () => {
  documentElement.removeAttribute('data-going');
  pageMemory.keep(router.stores.matches.get());
});
watchStaleChunks({
  isGoing: () => router.state.status === 'pending',
  getHref: () => router.state.location.href,
  isPreloading,
  onNavigation: (listener) => {
    router.subscribe('onBeforeLoad', ({ pathChanged }) => pathChanged && listener());
  },
});

const runWhenIdle = (task: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 3000 });
  else setTimeout(task, 300);
};

/** Loads the analytics script after all own code. */
const loadAnalyticsWhenIdle = (): void =>
  runWhenIdle(() => {
    void import('./third-party.ts').then(
      ({ loadAnalyticsScript: load }) => load(statsUrl, router),
      () => undefined,
    );
  });

/**
 * Loads the dictionaries at once outside the user area. Inside it, the guard loads them after the
 * token check.
 */
const loadDictionariesOutsideUserArea = (): void => {
  const segments = router.state.location.pathname.split('/');
  if (segments.includes('user')) return;
  void import('../routing/dictionary.ts').then(
    ({ loadDisplayedDictionary }) => loadDisplayedDictionary(context, router.state.matches),
    // The dictionaries stay empty; the next page that needs them tries again.
    () => undefined,
  );
};

startTransition(() => {
  hydrateRoot(document, <RouterClient router={router} />);
});
if (statsUrl) {
  if (document.readyState === 'complete') loadAnalyticsWhenIdle();
  else addEventListener('load', loadAnalyticsWhenIdle, { once: true });
}
runWhenIdle(() => {
  // The server-rendered page.
  pageMemory.keep(router.stores.matches.get());
  session.start();
  void loadApiClient().catch(() => undefined);
  void loadErrorPage();
  void import('./bridge-outages.ts').then(
    ({ keepPagesDuringOutages }) => keepPagesDuringOutages(router),
    // Without this module, a failed navigation shows an error.
    () => undefined,
  );
  void rules.load();
  loadDictionariesOutsideUserArea();
});
