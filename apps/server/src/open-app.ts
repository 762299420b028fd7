import type { Context } from '@yunbiao/services';
import { createApi, type ApiApp } from './api/api.ts';
import { computeStreamLimits } from './api/live-streams.ts';
import { type App, createApp } from './app.ts';
import { watchContentChanges } from './background/content-watch.ts';
import { type Admission, createAdmissionQueue } from './http/admission.ts';
import { watchCustomDomains } from './pages/custom-domains.ts';
import { createGaugeReader } from './metrics/gauges.ts';
import { sampleOwnNode } from './metrics/node-samples.ts';
import { countCall } from './metrics/metrics.ts';
import { createReadinessCheck } from './http/readiness.ts';
import type { SiteServices } from './open-services.ts';
import { createStoredBuilds } from './pages/builds/stored-builds.ts';
import { createDrawingFindersByKind } from './pages/drawings.ts';
import { buildSecurityHeaders } from './pages/security-headers.ts';
import { createSeoRoutes, type SeoRoutes } from './pages/seo-routes.ts';
import { loadBuiltSite, loadDevSite } from './pages/site.ts';
import type { Cluster } from './nodes/cluster.ts';
import type { StartState } from './start-state.ts';
import type { WorkBudget } from './budget/work-budget.ts';

type AppOptions = {
  cluster: Cluster;
  budget: WorkBudget;
  siteDir: string;
  dev: boolean;
  /** Whether this server still holds the database. */
  isLocked: () => boolean;
};

/** Caches of content. The watch that invalidates them starts before the app opens. */
type Caches = {
  hosts: Awaited<ReturnType<typeof watchCustomDomains>>;
  api: ApiApp;
  seo: SeoRoutes;
  app: App | null;
};

/** Invalidates caches when content changes. Returns a function that stops the watch. */
const invalidateCachesOnContentChange = (ctx: Context, caches: Caches) =>
  watchContentChanges(ctx, (tags) => {
    caches.hosts.invalidate(tags);
    caches.api.invalidate(tags);
    caches.app?.pages.invalidate(tags);
    caches.seo.invalidate(tags);
  });

type ApiParts = Pick<AppOptions, 'cluster' | 'budget'> & { admission: Admission };

const openApi = (
  { config, claimedPort, metrics }: StartState,
  { ctx, sandbox, wechat }: SiteServices,
  { cluster, budget, admission }: ApiParts,
): ApiApp =>
  createApi(ctx, {
    admission,
    budget,
    sandbox,
    countServers: cluster.countNodes,
    countCall: (name, result, seconds) => countCall(metrics, name, { result, seconds }),
    trustProxy: config.trustProxy,
    streams: computeStreamLimits(config),
    siteOrigin: config.apiBaseUrl ? config.publicUrl : null,
    wechatPush: wechat.push,
    isCatchingUp: claimedPort.isCatchingUp,
  });

/** Opens API, pages and routes on the claimed port. */
export const openApp = async (
  state: StartState,
  services: SiteServices,
  { cluster, budget, siteDir, dev, isLocked }: AppOptions,
): Promise<App> => {
  const { ctx, wechat } = services;
  const { config, log, claimedPort, closers, metrics } = state;
  const hosts = await watchCustomDomains(ctx);
  const seo = createSeoRoutes(ctx, config, hosts.getAlias);
  const admission = createAdmissionQueue();
  const api = openApi(state, services, { cluster, budget, admission });
  const caches: Caches = { hosts, api, seo, app: null };
  closers.push(await invalidateCachesOnContentChange(ctx, caches));
  const app = await createApp({
    getAlias: hosts.getAlias,
    config,
    log,
    server: claimedPort.server,
    metrics,
    readGauges: createGaugeReader({
      ctx,
      dataDir: config.dataDir,
      admission,
      readNode: () => sampleOwnNode(cluster, { nodeId: ctx.presence.nodeId, build: state.build }),
    }),
    admission,
    budget,
    api,
    openSite: (server) =>
      dev ? loadDevSite(siteDir, server) : loadBuiltSite(siteDir, buildSecurityHeaders(config)),
    checkReadiness: createReadinessCheck({
      ctx,
      dataDir: config.dataDir,
      isStopping: () => state.isStopping,
      isLocked,
    }),
    storedBuilds: createStoredBuilds(ctx, buildSecurityHeaders(config)),
    seo,
    drawn: createDrawingFindersByKind(ctx),
    wechatSimulator: wechat.standIn,
    ...(dev ? { dev } : {}),
  });
  caches.app = app;
  state.build = app.site.build.buildId;
  closers.push(app.stop);
  return app;
};
