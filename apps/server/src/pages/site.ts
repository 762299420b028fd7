import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CallName } from '@yunbiao/contract';
import type { Envelope } from '@yunbiao/contract/envelope';
import { type Assets, loadAssets } from './assets.ts';

/** What the site's server bundle offers; written by `apps/site/src/shell/entry-server.tsx`. */
export type SiteModule = {
  render: (input: RenderInput) => Promise<RenderOutput>;
  /** `ownAlias`: the software whose own host the path was asked of; '' for the main host. */
  declaredSearch: (
    pathname: string,
    search: string,
    ownAlias: string,
  ) => { cacheable: boolean; search: string };
  /** The error page as a document of its own. */
  errorDocument: (build: SiteBuild, status: number) => string;
  /** What is sent in place of a page while too many are being made; asks again after so many seconds. */
  busyDocument: (build: SiteBuild, waitS: number) => string;
  /** Path patterns and what the server does there. */
  rules: Record<string, unknown>;
};

type RouteFiles = { preloads: string[]; css: string[] };

export type SiteBuild = {
  buildId: string;
  entry: string;
  shared: RouteFiles;
  routes: Record<string, RouteFiles>;
  devHead?: string[];
};

export type RenderInput = {
  href: string;
  kind: 'page' | 'payload';
  nonce: string;
  token: string;
  host: string;
  ownAlias: string;
  origin: string;
  apiBase: string;
  statsUrl: string;
  api: (name: CallName, input: object, domain: string) => Promise<Envelope<unknown>>;
  pause: () => Promise<void>;
  build: SiteBuild;
};

export type RenderOutput =
  | { type: 'redirect'; status: number; location: string }
  | { type: 'page'; status: number; body: string; degraded: boolean; error?: unknown };

export type Site = {
  build: SiteBuild;
  /** The current bundle; in development it changes with the source. */
  module: () => Promise<SiteModule>;
  assets: Assets;
  /** Development: requests the bundler answers. */
  middleware?: (req: unknown, res: unknown, next: () => void) => void;
  close: () => Promise<void>;
};

/** The bundle is built JavaScript without types: this names the contract between the two packages. */
const asSiteModule = (module: unknown): SiteModule => module as SiteModule;

/** Opens the built site. */
export const loadBuiltSite = async (
  siteDir: string,
  assetHeaders: readonly (readonly [string, string])[],
): Promise<Site> => {
  const dist = join(siteDir, 'dist');
  const build = JSON.parse(await readFile(join(dist, 'build.json'), 'utf8')) as SiteBuild;
  const module = asSiteModule(
    await import(pathToFileURL(join(dist, 'server/entry-server.js')).href),
  );
  const assets = await loadAssets(join(dist, 'client'), assetHeaders);
  return { build, module: () => Promise.resolve(module), assets, close: () => Promise.resolve() };
};

const REFRESH_PREAMBLE = `import RefreshRuntime from '/@react-refresh';
RefreshRuntime.injectIntoGlobalHook(window);
window.$RefreshReg$ = () => {};
window.$RefreshSig$ = () => (type) => type;
window.__vite_plugin_react_preamble_installed__ = true;`;

/** Serves the site from its source, with hot reload over the same server. */
export const loadDevSite = async (siteDir: string, server: Server): Promise<Site> => {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: siteDir,
    mode: 'development',
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server } },
  });
  const ui = join(siteDir, '../../packages/ui/src/base.css');
  const build: SiteBuild = {
    buildId: 'development',
    entry: '/src/shell/entry-client.tsx',
    shared: {
      preloads: [],
      css: [
        `/@fs${ui}?direct`,
        '/src/shell/layouts.css?direct',
        '/src/shell/error-page.css?direct',
      ],
    },
    routes: {},
    devHead: [REFRESH_PREAMBLE, `import '/@vite/client';`],
  };
  return {
    build,
    module: async () => asSiteModule(await vite.ssrLoadModule('/src/shell/entry-server.tsx')),
    assets: (_req, res) => {
      res.writeHead(404).end();
      return 404;
    },
    middleware: (req, res, next) => vite.middlewares(req as never, res as never, next),
    close: () => vite.close(),
  };
};
