import type { Client } from '@yunbiao/contract/client';
import type { RouteRules } from '@yunbiao/contract/site';
import type { SessionActions } from './session-actions.ts';
import type { SiteStores } from './stores.ts';

/** A part of a page: a route with what its loader depends on. */
export type PagePart = { routeId: string; params: Record<string, unknown>; deps: unknown };

/** What every loader and guard is given. There is no other way to data. */
export type SiteContext = {
  stores: SiteStores;
  /** The API, speaking for one software (alias or domain); '' outside a software. */
  api: (domain: string) => Client;
  session: SessionActions;
  /** Address of the main host without a trailing slash, for canonical links. */
  origin: string;
  /** The software whose own host this is; '' on the main host. */
  ownAlias: string;
  /** The address as it was written, on the server; '' in the browser, which has it. */
  named: string;
  buildId: string;
  /** Base address of the API for the browser; '' for the own origin. */
  apiBase: string;
  /** Statistics script of somebody else's; '' for none. */
  statsUrl: string;
  /** Route rules of this build; empty while unknown or when they could not be fetched. */
  rules: () => RouteRules;
  /** What this route's part of the page under way was loaded with before, if it is in memory. */
  remembered: (part: PagePart) => unknown;
};
