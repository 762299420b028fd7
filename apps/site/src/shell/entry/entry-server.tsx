import { createMemoryHistory } from '@tanstack/react-router';
import {
  attachRouterServerSsrUtils,
  getSsrStatus,
  RouterServer,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server';
import { renderToPipeableStream, renderToStaticMarkup, renderToString } from 'react-dom/server';
import type { RenderInput, RenderOutput, SiteBuild, SiteModule } from '@yunbiao/contract/site';
import { BusyDocument } from '../error/busy-document.tsx';
import { StaticErrorDocument } from '../error/error-document.tsx';
import { originAt } from '../../kit/page/own-host.ts';
import { PageError } from '../../kit/page/page-errors.ts';
import { keptFooter } from '../layout/kept-markup.ts';
import { createSiteRouter } from '../routing/router.tsx';
import { rememberPlaces } from './link-places.ts';
import { withPreloads } from './module-preloads.ts';
import { createReplies, type Replies } from './reply-data.ts';
import { createServerContext, settleSession } from './server-context.ts';
import { declaredSearch, rules } from './server-rules.ts';

/** Preloads are not React's: `withPreloads`. */
const describe = (build: SiteBuild) => ({
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

const described = new WeakMap<SiteBuild, ReturnType<typeof describe>>();

/** Made once for a build: it has all routes, and the router keeps what it works out of it. */
const getManifest = (build: SiteBuild): ReturnType<typeof describe> => {
  const known = described.get(build) ?? describe(build);
  described.set(build, known);
  return known;
};

// What React leaves where a boundary could not be rendered. Text of a page cannot contain it: `<` is escaped there.
const FAILED_BOUNDARY = '<!--$!-->';

/** The error page as a document of its own, for when nothing else can be relied on. */
const errorDocument: SiteModule['errorDocument'] = (build, status) =>
  `<!doctype html>${renderToStaticMarkup(<StaticErrorDocument status={status} css={build.shared.css} />)}`;

/** A page for when there is no time to make one. */
const busyDocument: SiteModule['busyDocument'] = (build, waitS) =>
  `<!doctype html>${renderToStaticMarkup(<BusyDocument waitS={waitS} css={build.shared.css} />)}`;

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

const getPayload = (router: SiteRouter, buildId: string): string => {
  const routes: Record<string, unknown> = {};
  for (const match of router.stores.matches.get())
    if (match.loaderData !== undefined) routes[match.routeId] = match.loaderData;
  return JSON.stringify({ buildId, routes });
};

const finish = async (
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
      body: getPayload(router, input.build.buildId),
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
  if (html.includes(FAILED_BOUNDARY)) return errorPage(input.build, 500, await renderError(router));
  keptFooter.learn(router, html);
  const routeIds = router.stores.matches.get().map(({ routeId }) => routeId);
  const body = replies.write(withPreloads(html, input.build, routeIds));
  return { type: 'page', status, body, degraded: isDegraded(), ...error };
};

/** A router with the address loaded. The nonce first: the hydration scripts take it when they are attached. */
const openRouter = async (
  input: RenderInput,
  replies: Replies,
  onFailure: () => void,
): Promise<SiteRouter> => {
  const context = createServerContext({ ...input, buildId: input.build.buildId }, onFailure);
  const router = createSiteRouter(context);
  router.update({
    history: createMemoryHistory({ initialEntries: [input.href] }),
    origin: input.ownAlias ? originAt(input.origin, input.host) : input.origin,
    ssr: { nonce: input.nonce },
  } as Parameters<typeof router.update>[0]);
  rememberPlaces(router);
  router.options.serializationAdapters = [
    ...(router.options.serializationAdapters ?? []),
    replies.adapter,
  ];
  attachRouterServerSsrUtils({ router, manifest: getManifest(input.build) });
  await settleSession(context);
  await router.load();
  return router;
};

/** Renders one address. Never throws: what fails becomes the error page, with the error beside it for the log. */
const render: SiteModule['render'] = async (input) => {
  let degraded = false;
  let router: SiteRouter | undefined;
  try {
    const replies = createReplies();
    router = await openRouter(input, replies, () => (degraded = true));
    const result = router._serverResult;
    if (result?.type === 'redirect') {
      const { options, headers, status } = result.redirect;
      return { type: 'redirect', status, location: headers.get('Location') ?? options.href ?? '/' };
    }
    return await finish(router, input, replies, () => degraded);
  } catch (error) {
    return errorPage(input.build, 500, error);
  } finally {
    router?.serverSsr?.cleanup();
  }
};

/** For measuring: draws the element of a loaded page with React alone, again and again. */
export const bareRenderer = async (input: RenderInput): Promise<() => string> => {
  const router = await openRouter(input, createReplies(), () => undefined);
  return () => renderToString(<RouterServer router={router} />);
};

/** What the server uses of this bundle. */
export const site: SiteModule = { render, declaredSearch, errorDocument, busyDocument, rules };
