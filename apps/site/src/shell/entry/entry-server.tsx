import { createMemoryHistory } from '@tanstack/react-router';
import {
  attachRouterServerSsrUtils,
  getSsrStatus,
  RouterServer,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server';
import { renderToPipeableStream, renderToStaticMarkup, renderToString } from 'react-dom/server';
import type { RenderInput, RenderOutput, SiteBuild, SiteModule } from '@yunbiao/contract/api/site';
import { BusyDocument } from '../error/busy-document.tsx';
import { StaticErrorDocument } from '../error/error-document.tsx';
import { replaceOriginHost } from '../../kit/page/custom-domain.ts';
import { PageError } from '../../kit/page/page-errors.ts';
import { ErrorView, NotFoundView } from '../error/error-views.tsx';
import { FooterContent } from '../layout/footer.tsx';
import { recordCachedMarkup } from '../layout/cached-markup.ts';
import { createSiteRouter } from '../routing/router.tsx';
import { cacheLinkLocations } from './link-location-cache.ts';
import { insertPreloadLinks } from './module-preloads.ts';
import { createReplySerializer, type Replies } from './reply-data.ts';
import { createServerContext, resolveSession } from './server-context.ts';
import { filterDeclaredSearch, rules } from './server-rules.ts';

/** Builds the router's manifest without preloads, which `insertPreloadLinks` adds. */
const buildManifest = (build: SiteBuild) => ({
  routes: {
    ...Object.fromEntries(Object.entries(build.routes).map(([id, { css }]) => [id, { css }])),
    __root__: {
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

const described = new WeakMap<SiteBuild, ReturnType<typeof buildManifest>>();

/** Cached per build, because it contains all routes and the router caches derived data. */
const getManifest = (build: SiteBuild): ReturnType<typeof buildManifest> => {
  const manifest = described.get(build) ?? buildManifest(build);
  described.set(build, manifest);
  return manifest;
};

// Marker of React for a failed boundary. Page text cannot contain it, because `<` is escaped.
const FAILED_BOUNDARY = '<!--$!-->';

/** Error page as a static document without dependencies. */
const renderStaticErrorDocument: SiteModule['renderErrorDocument'] = (build, status) =>
  `<!doctype html>${renderToStaticMarkup(<StaticErrorDocument status={status} css={build.shared.css} />)}`;

/** Page for an overloaded server. */
const renderStaticBusyDocument: SiteModule['renderBusyDocument'] = (build, waitS) =>
  `<!doctype html>${renderToStaticMarkup(<BusyDocument waitS={waitS} css={build.shared.css} />)}`;

const buildErrorPageOutput = (build: SiteBuild, status: number, error: unknown): RenderOutput => ({
  type: 'page',
  status,
  body: renderStaticErrorDocument(build, status),
  degraded: true,
  error,
});

type SiteRouter = ReturnType<typeof createSiteRouter>;

/** Returns the error of a failed boundary. Only the streaming renderer reports it. */
const findRenderError = (router: SiteRouter): Promise<unknown> =>
  new Promise((resolve) => {
    let first: unknown;
    renderToPipeableStream(<RouterServer router={router} />, {
      onError: (error) => void (first ??= error),
      onShellError: resolve,
      onAllReady: () =>
        resolve(first ?? new Error('a component waits for something while rendering')),
    });
  });

const serializePagePayload = (router: SiteRouter, buildId: string): string => {
  const routes: Record<string, unknown> = {};
  for (const match of router.stores.matches.get())
    if (match.loaderData !== undefined) routes[match.routeId] = match.loaderData;
  return JSON.stringify({ buildId, routes });
};

const renderPageOutput = async (
  router: SiteRouter,
  input: RenderInput,
  replies: Replies,
  isDegraded: () => boolean,
): Promise<RenderOutput> => {
  const failed = router.stores.matches.get().find((match) => match.status === 'error');
  const status = failed?.error instanceof PageError ? failed.error.status : getSsrStatus(router);
  const error = failed ? { error: failed.error } : {};
  if (input.kind === 'payload') {
    return {
      type: 'page',
      status,
      body: serializePagePayload(router, input.build.buildId),
      degraded: isDegraded(),
      ...error,
    };
  }
  await input.pause();
  await router.serverSsr?.dehydrate();
  const html = await transformHtmlStringWithRouter(
    router,
    renderToString(<RouterServer router={router} />),
  );
  if (html.includes(FAILED_BOUNDARY))
    return buildErrorPageOutput(input.build, 500, await findRenderError(router));
  recordCachedMarkup(router, html);
  const routeIds = router.stores.matches.get().map(({ routeId }) => routeId);
  const body = replies.write(insertPreloadLinks(html, input.build, routeIds));
  return { type: 'page', status, body, degraded: isDegraded(), ...error };
};

/**
 * Creates a router with the address loaded. Sets the nonce first, because attaching the hydration
 * scripts reads it.
 */
const openLoadedRouter = async (
  input: RenderInput,
  replies: Replies,
  onFailure: () => void,
): Promise<SiteRouter> => {
  const context = createServerContext({ ...input, buildId: input.build.buildId }, onFailure);
  const router = createSiteRouter(context);
  router.update({
    history: createMemoryHistory({ initialEntries: [input.href] }),
    origin: input.ownAlias ? replaceOriginHost(input.origin, input.host) : input.origin,
    ssr: { nonce: input.nonce },
  } as Parameters<typeof router.update>[0]);
  cacheLinkLocations(router);
  router.options.serializationAdapters = [
    ...(router.options.serializationAdapters ?? []),
    replies.adapter,
  ];
  attachRouterServerSsrUtils({ router, manifest: getManifest(input.build) });
  await resolveSession(context);
  await router.load();
  return router;
};

/** Renders an address. Never throws: failures become the error page, with the error for the log. */
const renderPage: SiteModule['render'] = async (input) => {
  let degraded = false;
  let router: SiteRouter | undefined;
  try {
    const replies = createReplySerializer();
    router = await openLoadedRouter(input, replies, () => (degraded = true));
    const result = router._serverResult;
    if (result?.type === 'redirect') {
      const { options, headers, status } = result.redirect;
      return { type: 'redirect', status, location: headers.get('Location') ?? options.href ?? '/' };
    }
    return await renderPageOutput(router, input, replies, () => degraded);
  } catch (error) {
    return buildErrorPageOutput(input.build, 500, error);
  } finally {
    router?.serverSsr?.cleanup();
  }
};

/** Creates a function for benchmarks that repeatedly renders a loaded page with React only. */
export const createBareRenderer = async (input: RenderInput): Promise<() => string> => {
  const router = await openLoadedRouter(input, createReplySerializer(), () => undefined);
  return () => renderToString(<RouterServer router={router} />);
};

// The markup of the server is complete: nothing may be missing when the first page is rendered.
await Promise.all([ErrorView.preload(), NotFoundView.preload(), FooterContent.preload?.()]);

/** Entry point of this bundle for the server. */
export const site: SiteModule = {
  render: renderPage,
  getDeclaredSearch: filterDeclaredSearch,
  renderErrorDocument: renderStaticErrorDocument,
  renderBusyDocument: renderStaticBusyDocument,
  rules,
};
