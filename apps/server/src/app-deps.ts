import type { Config } from './config/config.ts';
import type { Log } from './log.ts';
import type { RequestListener, Server } from 'node:http';
import type { Site } from './pages/site.ts';
import type { Admission } from './http/admission.ts';
import type { WorkBudget } from './budget/work-budget.ts';
import type { ReaderLimits } from './http/slow-readers.ts';
import type { SeoRoutes } from './pages/seo-routes.ts';
import type { StoredBuilds } from './pages/builds/stored-builds.ts';
import type { DrawingKinds } from './pages/drawings.ts';
import type { FindCustomDomain } from './pages/hosts.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Sample } from './metrics/samples.ts';
import type { HttpBindings } from '@hono/node-server';
import type { Visit, Visitor } from './api/visit.ts';

export type AppDeps = {
  config: Config;
  log: Log;
  api: Api;
  /** Server that already listens. Omitted: a new one. */
  server?: Server;
  /** Opens the site on the server, which hot reload shares in development. */
  openSite: (server: Server) => Promise<Site>;
  /** Returns the reason why the site cannot serve, '' when it can. */
  checkReadiness: () => Promise<string>;
  /** Counters shared with the database and the API. Omitted: the app creates its own. */
  metrics?: Metrics;
  /** Metrics read from other parts; never throws. Omitted: none. */
  readGauges?: () => Promise<Sample[]>;
  /** Queue for pages and heavy calls. */
  admission?: Admission;
  /** Work budget per member. Omitted: not shared with the API and print clients. */
  budget?: WorkBudget;
  /** Limits for slow readers. Omitted: the defaults of `slow-readers.ts`. */
  readers?: ReaderLimits;
  /** Earlier builds in the file store. Omitted: none. */
  storedBuilds?: StoredBuilds;
  seo?: SeoRoutes;
  /** Label drawings the site serves. Omitted: none. */
  drawn?: DrawingKinds;
  /** Custom domains of softwares. Omitted: none. */
  getAlias?: FindCustomDomain;
  /** WeChat simulator of the demo. Null or omitted: none. */
  wechatSimulator?: RequestListener | null;
  dev?: boolean;
};

/** API handlers for network requests and for rendering in this process. */
export type Api = {
  /** `bindings` holds the connection data of Node's adapter. Absent for in-process calls. */
  fetch: (request: Request, bindings?: HttpBindings) => Response | Promise<Response>;
  openVisit: (visitor: Visitor) => Visit;
  /** Closes live streams, whose readers reconnect. Absent: there are none. */
  closeStreams?: () => Promise<void>;
};
