import { RouterClient } from '@tanstack/react-router/ssr/client';
import { createClient } from '@yunbiao/contract/client';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { SiteContext } from './context.ts';
import { ensureDictionary } from './dictionary.ts';
import { createRules } from './rules-client.ts';
import { createSiteRouter, isPreloading } from './router.tsx';
import { createSession } from './session.ts';
import { watchStaleChunks } from './stale-chunk.ts';
import { createStores } from './stores.ts';
import { restoreToken } from './token.ts';

const meta = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

const stores = createStores();
const buildId = meta('build-id');
const baseUrl = meta('api-base');
const rules = createRules(buildId);

const api: SiteContext['api'] = (domain) =>
  createClient({
    baseUrl,
    host: () => location.hostname,
    domain: () => domain,
    token: () => stores.session.get().token,
    onReply: (name, reply, sentToken) => session.onReply(name, reply, sentToken),
  });

const session = createSession({
  stores,
  api: () => api(stores.shared.get().domain),
  // The address that asked to sign in is done with: going back must not ask again.
  navigate: (path) =>
    router.navigate({ href: path, replace: 'login' in router.state.location.search }),
  here: () => router.state.location.href,
});

const context: SiteContext = {
  stores,
  api,
  session,
  origin: location.origin,
  apiBase: baseUrl,
  buildId,
  rules: rules.get,
};
const router = createSiteRouter(context);

// Calls made while hydrating go out with the token this browser holds; the session itself starts afterwards.
stores.session.set((now) => ({ ...now, token: restoreToken() }));
watchStaleChunks(() => router.state.status === 'pending' || !isPreloading());

const whenIdle = (task: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 3000 });
  else setTimeout(task, 300);
};

/** Outside the user area the dictionaries may be fetched at once; there the guard does it, after the token check. */
const loadDictionary = (): void => {
  const segments = router.state.location.pathname.split('/');
  if (!segments.includes('user')) void ensureDictionary(context, stores.shared.get().domain);
};

startTransition(() => {
  hydrateRoot(document, <RouterClient router={router} />);
});
whenIdle(() => {
  session.start();
  void rules.load();
  loadDictionary();
});
