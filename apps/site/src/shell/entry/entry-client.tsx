import { RouterClient } from '@tanstack/react-router/ssr/client';
import { createClient, NETWORK_FAILED } from '@yunbiao/contract/client';
import { toast } from '@yunbiao/ui/toast.ts';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createPageMemory } from '../../kit/page/page-memory.ts';
import type { SiteContext } from '../../kit/site/context.ts';
import { sessionOnDemand } from '../session/session-on-demand.ts';
import { createRules } from './rules-client.ts';
import { createSiteRouter, isPreloading } from '../routing/router.tsx';
import { watchStaleChunks } from './stale-chunk.ts';
import { createStores } from '../../kit/site/stores.ts';
import { restoreToken } from '../session/token.ts';

const meta = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

const stores = createStores();
const buildId = meta('build-id');
const baseUrl = meta('api-base');
const statsUrl = meta('stats');
const [ownAlias = '', mainOrigin = ''] = meta('own-host').split(' ');
const rules = createRules(buildId);

const api: SiteContext['api'] = (domain) => {
  const { turn } = stores.handover.get();
  return createClient({
    baseUrl,
    host: () => location.hostname,
    domain: () => domain,
    // What was begun for a member who has given way is nobody's: it must not go on as the next one's.
    token: () => (stores.handover.get().turn === turn ? stores.session.get().token : 'gone'),
    onReply: (name, reply, sentToken) => session.onReply(name, reply, sentToken),
  });
};

const pageMemory = createPageMemory();
const session = sessionOnDemand({
  stores,
  api: () => api(stores.shared.get().domain),
  // The address that asked to sign in is done with: going back must not ask again.
  navigate: (path) =>
    router.navigate({
      href: path,
      replace: 'login' in router.state.location.search,
      // Who signs out is not held up, not even without a network.
      ignoreBlocker: true,
    }),
  here: () => router.state.location.href,
  shown: () => router.state.resolvedLocation?.href ?? '',
  reload: () => router.invalidate({ sync: true }),
  forget: () => {
    router.clearCache();
    pageMemory.keepOnly(router.stores.matches.get());
  },
  onUnavailable: () => void toast.error(NETWORK_FAILED),
});

const context: SiteContext = {
  stores,
  api,
  session,
  // On a software's own host the main one is written in the page.
  origin: mainOrigin || location.origin,
  ownAlias,
  named: '',
  apiBase: baseUrl,
  statsUrl,
  buildId,
  rules: rules.get,
  // What a member who gives way was shown is not held for the next.
  remembered: (part) => (stores.handover.get().isUnderWay ? undefined : pageMemory.get(part)),
};
const router = createSiteRouter(context);

// Calls made while hydrating go out with the token this browser holds; the session itself starts afterwards.
stores.session.set((now) => ({ ...now, token: restoreToken() }));
// That the next page is on its way is shown by layouts.css.
const { documentElement } = document;
router.subscribe('onBeforeLoad', () => documentElement.setAttribute('data-going', ''));
router.subscribe('onResolved', () => {
  documentElement.removeAttribute('data-going');
  pageMemory.keep(router.stores.matches.get());
});
watchStaleChunks({ isGoing: () => router.state.status === 'pending', isPreloading });

const whenIdle = (task: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 3000 });
  else setTimeout(task, 300);
};

/** Not before everything of this site is there. */
const loadStats = (): void =>
  whenIdle(() => {
    void import('./third-party.ts').then(
      ({ loadStats: load }) => load(statsUrl, router),
      () => undefined,
    );
  });

/** Outside the user area the dictionaries may be fetched at once; there the guard does it, after the token check. */
const loadDictionary = (): void => {
  const segments = router.state.location.pathname.split('/');
  if (segments.includes('user')) return;
  void import('../routing/dictionary.ts').then(
    ({ loadShown }) => loadShown(context, router.state.matches),
    // Without it the dictionaries stay empty; the next page that needs them asks again.
    () => undefined,
  );
};

startTransition(() => {
  hydrateRoot(document, <RouterClient router={router} />);
});
if (statsUrl) {
  if (document.readyState === 'complete') loadStats();
  else addEventListener('load', loadStats, { once: true });
}
whenIdle(() => {
  // The page that came with the document.
  pageMemory.keep(router.stores.matches.get());
  session.start();
  void import('./bridge-outages.ts').then(
    ({ bridgeOutages }) => bridgeOutages(router),
    // Without it a page that cannot be loaded again says so.
    () => undefined,
  );
  void rules.load();
  loadDictionary();
});
