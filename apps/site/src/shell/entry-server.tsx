import { createMemoryHistory } from '@tanstack/react-router';
import {
  attachRouterServerSsrUtils,
  getSsrStatus,
  RouterServer,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server';
import { createClient } from '@yunbiao/contract/client';
import { renderToPipeableStream, renderToStaticMarkup, renderToString } from 'react-dom/server';
import type { SiteContext } from './context.ts';
import { StaticErrorDocument } from './error-document.tsx';
import { createSiteRouter } from './router.tsx';
import type { RouteRules } from './route-rules.ts';
import { matchRule } from './route-rules.ts';
import { serverSession } from './session.ts';
import { createStores } from './stores.ts';
import { parseSearch, stringifySearch } from './search.ts';

type Assets = { preloads: string[]; css: string[] };

export type SiteBuild = {
  buildId: string;
  entry: string;
  shared: Assets;
  routes: Record<string, Assets>;
  /** Development only: scripts the bundler wants before the entry. */
  devHead?: string[];
};

export type RenderInput = {
  /** Path and search, already reduced to what the route declares. */
  href: string;
  /** Whole page, or only its loaders' data for `_payload.json`. */
  kind: 'page' | 'payload';
  nonce: string;
  /** The visitor's token from the cookie; '' renders the anonymous page. */
  token: string;
  host: string;
  origin: string;
  /** Base address of the API for the browser; '' for the own origin. */
  apiBase: string;
  /** The API in this process. */
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  build: SiteBuild;
};

export type RenderOutput =
  | { type: 'redirect'; status: number; location: string }
  | {
      type: 'page';
      status: number;
      body: string;
      /** A call of the API failed on our side: fit for this visitor, not for keeping. */
      degraded: boolean;
      /** The failure behind a status of 500. */
      error?: unknown;
    };

type Visit = Pick<RenderInput, 'token' | 'host' | 'origin' | 'apiBase' | 'fetch'> & {
  buildId: string;
};

const createServerContext = (input: Visit, onFailure: () => void): SiteContext => {
  const stores = createStores();
  stores.session.set((now) => ({ ...now, token: input.token }));
  return {
    stores,
    session: serverSession(stores),
    origin: input.origin,
    buildId: input.buildId,
    apiBase: input.apiBase,
    rules: () => ({}),
    api: (domain) =>
      createClient({
        baseUrl: '',
        host: () => input.host,
        domain: () => domain,
        token: () => input.token,
        fetch: input.fetch,
        onReply: (_name, reply) => {
          if (reply.code === 500 || reply.code === 503 || reply.code === 429) onFailure();
        },
      }),
  };
};

/** The session of a signed-in visitor is settled before the first guard runs. */
const settleSession = async (context: SiteContext): Promise<void> => {
  if (!context.stores.session.get().token) return;
  const reply = await context.api('').call('getInfo', {});
  context.stores.session.set((now) =>
    reply.state === 'ok' ? { ...now, isLogin: true, userInfo: reply.data } : { ...now, token: '' },
  );
};

const manifestOf = (build: SiteBuild) => ({
  routes: {
    ...Object.fromEntries(
      Object.entries(build.routes).map(([id, assets]) => [
        id,
        { preloads: assets.preloads, css: assets.css },
      ]),
    ),
    __root__: {
      preloads: build.shared.preloads,
      css: build.shared.css,
      scripts: [
        ...(build.devHead ?? []).map((children) => ({
          attrs: { type: 'module' },
          children,
        })),
        { attrs: { type: 'module', async: true, src: build.entry } },
      ],
    },
  },
});

// What React leaves where a boundary could not be rendered. Text of a page cannot contain it: `<` is escaped there.
const FAILED_BOUNDARY = '<!--$!-->';

/** The error page as a document of its own, for when nothing else can be relied on. */
export const errorDocument = (build: SiteBuild, status: number): string =>
  `<!doctype html>${renderToStaticMarkup(<StaticErrorDocument status={status} css={build.shared.css} />)}`;

const errorPage = (build: SiteBuild, status: number, error: unknown): RenderOutput => ({
  type: 'page',
  status,
  body: errorDocument(build, status),
  degraded: true,
  error,
});

type SiteRouter = ReturnType<typeof createSiteRouter>;

/** Why a boundary failed: the string renderer swallows it, the streaming one tells. */
const renderError = (router: SiteRouter): Promise<unknown> =>
  new Promise((resolve) => {
    let first: unknown;
    renderToPipeableStream(<RouterServer router={router} />, {
      onError: (error) => void (first ??= error),
      onShellError: resolve,
      onAllReady: () =>
        resolve(first ?? new Error('a component waits for something while rendering')),
    });
  });

const payloadOf = (router: SiteRouter, buildId: string): string => {
  const routes: Record<string, unknown> = {};
  for (const match of router.stores.matches.get())
    if (match.loaderData !== undefined) routes[match.routeId] = match.loaderData;
  return JSON.stringify({ buildId, routes });
};

const finish = async (
  router: SiteRouter,
  input: RenderInput,
  isDegraded: () => boolean,
): Promise<RenderOutput> => {
  const status = getSsrStatus(router);
  const failed = router.stores.matches.get().find((match) => match.status === 'error');
  const error = failed ? { error: failed.error } : {};
  if (input.kind === 'payload') {
    return {
      type: 'page',
      status,
      body: payloadOf(router, input.build.buildId),
      degraded: isDegraded(),
      ...error,
    };
  }
  await router.serverSsr?.dehydrate();
  const html = await transformHtmlStringWithRouter(
    router,
    renderToString(<RouterServer router={router} />),
  );
  if (html.includes(FAILED_BOUNDARY)) return errorPage(input.build, 500, await renderError(router));
  return { type: 'page', status, body: html, degraded: isDegraded(), ...error };
};

/** Renders one address. Never throws: what fails becomes the error page, with the error beside it for the log. */
export const render = async (input: RenderInput): Promise<RenderOutput> => {
  let degraded = false;
  const context = createServerContext(
    { ...input, buildId: input.build.buildId },
    () => (degraded = true),
  );
  const router = createSiteRouter(context);
  try {
    // The nonce first: the hydration scripts take it when they are attached.
    router.update({
      history: createMemoryHistory({ initialEntries: [input.href] }),
      origin: input.origin,
      ssr: { nonce: input.nonce },
    } as Parameters<typeof router.update>[0]);
    attachRouterServerSsrUtils({ router, manifest: manifestOf(input.build) });
    await settleSession(context);
    await router.load();
    const result = router._serverResult;
    if (result?.type === 'redirect') {
      const { options, headers, status } = result.redirect;
      return { type: 'redirect', status, location: headers.get('Location') ?? options.href ?? '/' };
    }
    return await finish(router, input, () => degraded);
  } catch (error) {
    return errorPage(input.build, 500, error);
  } finally {
    router.serverSsr?.cleanup();
  }
};

/** Path patterns and what the server does there, read from the routes themselves. */
const readRules = (): RouteRules => {
  const nobody: Visit = {
    token: '',
    host: '',
    origin: '',
    apiBase: '',
    buildId: '',
    fetch: () => Promise.reject(new Error('no calls here')),
  };
  const router = createSiteRouter(createServerContext(nobody, () => undefined));
  const rules: RouteRules = {};
  for (const route of Object.values(router.routesById)) {
    const { cache, redirect } = route.options.staticData ?? {};
    if (!cache && !redirect) continue;
    const pattern = route.fullPath
      .replace(/\{\$(\w+)\}/g, '{$1}')
      .replace(/\$(\w+)/g, '{$1}')
      .replace(/(.)\/$/, '$1');
    rules[pattern] = { ...(cache ? { cache } : {}), ...(redirect ? { redirect } : {}) };
  }
  return rules;
};

export const rules: RouteRules = readRules();

/** The search an address is rendered with: on cacheable pages only what the page declares, in its order. */
export const declaredSearch = (
  pathname: string,
  search: string,
): { cacheable: boolean; search: string } => {
  const cache = matchRule(rules, pathname)?.cache;
  if (!search) return { cacheable: cache !== undefined, search: '' };
  const given = parseSearch(search);
  const kept = cache
    ? Object.fromEntries(cache.search.filter((key) => key in given).map((key) => [key, given[key]]))
    : given;
  return { cacheable: cache !== undefined, search: stringifySearch(kept) };
};
