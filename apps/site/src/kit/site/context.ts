import type { Client } from '@yunbiao/contract/api/client';
import type { RouteRules } from '@yunbiao/contract/api/site';
import type { SessionActions } from './session-actions.ts';
import type { SiteStores } from './stores.ts';

/** A part of a page: a route with the dependencies of its loader. */
export type PagePart = { routeId: string; params: Record<string, unknown>; deps: unknown };

/** Context of all loaders and guards. All data access uses it. */
export type SiteContext = {
  stores: SiteStores;
  /** API client for a software (alias or domain); '' outside a software. */
  createApi: (domain: string) => Client;
  session: SessionActions;
  /** Origin of the main host, for canonical links. */
  origin: string;
  /** Alias of the software with this custom domain; '' on the main host. */
  ownAlias: string;
  /** Requested address on the server, unmodified; '' in the browser. */
  named: string;
  buildId: string;
  /** Base URL of the API in the browser; '' for the same origin. */
  apiBase: string;
  /** URL of a third-party analytics script; '' for none. */
  statsUrl: string;
  /** Route rules of this build; empty while unknown or after a failure. */
  getRules: () => RouteRules;
  /** Cached data of this part for the current navigation, if available. */
  getRemembered: (part: PagePart) => unknown;
};
