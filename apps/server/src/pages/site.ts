import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SiteBuild, SiteModule } from '@yunbiao/contract/api/site';
import { type Asset, loadAssets, type ServeAsset } from './assets.ts';

export type Site = {
  build: SiteBuild;
  /** Loads the current bundle. In development it changes with the source. */
  loadModule: () => Promise<SiteModule>;
  /** Built assets by their path below `/assets/`. Absent in development. */
  assets?: ReadonlyMap<string, Asset>;
  serveAsset: ServeAsset;
  /** Development: middleware of the bundler. */
  middleware?: (req: unknown, res: unknown, next: () => void) => void;
  close: () => Promise<void>;
};

/**
 * The bundle is built JavaScript without types. Its export `site` is type-checked in the site's
 * source.
 */
const getSiteModule = (bundle: unknown): SiteModule => (bundle as { site: SiteModule }).site;

/** Loads the built site. */
export const loadBuiltSite = async (
  siteDir: string,
  assetHeaders: readonly (readonly [string, string])[],
): Promise<Site> => {
  const dist = join(siteDir, 'dist');
  const build = JSON.parse(await readFile(join(dist, 'build.json'), 'utf8')) as SiteBuild;
  const module = getSiteModule(
    await import(pathToFileURL(join(dist, 'server/entry-server.js')).href),
  );
  return {
    build,
    loadModule: () => Promise.resolve(module),
    ...loadAssets(join(dist, 'client'), assetHeaders),
    close: () => Promise.resolve(),
  };
};

const REFRESH_PREAMBLE = `import RefreshRuntime from '/@react-refresh';
RefreshRuntime.injectIntoGlobalHook(window);
window.$RefreshReg$ = () => {};
window.$RefreshSig$ = () => (type) => type;
window.__vite_plugin_react_preamble_installed__ = true;`;

/** Serves the site from source, with hot reload over the same server. */
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
    entry: '/src/shell/entry/entry-client.tsx',
    shared: {
      preloads: [],
      css: [
        `/@fs${ui}?direct`,
        '/src/shell/layout/layouts.css?direct',
        '/src/shell/error/error-page.css?direct',
      ],
    },
    routes: {},
    devHead: [REFRESH_PREAMBLE, `import '/@vite/client';`],
  };
  return {
    build,
    loadModule: async () =>
      getSiteModule(await vite.ssrLoadModule('/src/shell/entry/entry-server.tsx')),
    serveAsset: () => false,
    middleware: (req, res, next) => vite.middlewares(req as never, res as never, next),
    close: () => vite.close(),
  };
};
