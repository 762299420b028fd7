/**
 * Contract between the server and the site's server bundle: `apps/server/src/pages/site.ts` loads
 * the site's build.
 */
import type { CallName } from './calls.ts';
import type { Envelope } from '../core/envelope.ts';

type RouteFiles = { preloads: string[]; css: string[] };

/** The client build from `dist/build.json`: files per route. */
export type SiteBuild = {
  buildId: string;
  entry: string;
  shared: RouteFiles;
  routes: Record<string, RouteFiles>;
  /** Development only: scripts the bundler needs before the entry. */
  devHead?: string[];
};

export type RenderInput = {
  /** Path and query, reduced to what the route declares. */
  href: string;
  /** Address as shown on the 404 page; untrusted. */
  named: string;
  /** The full page, or only the loader data for `_payload.json`. */
  kind: 'page' | 'payload';
  nonce: string;
  /** Session token from the cookie; '' renders the anonymous page. */
  token: string;
  host: string;
  /** Software of this custom domain; '' on the main host. */
  ownAlias: string;
  origin: string;
  /** Base URL of the API for the browser; '' for the same origin. */
  apiBase: string;
  /** Analytics script the browser loads last; '' for none. */
  statsUrl: string;
  /**
   * Calls the API in this process for this visitor. `domain`: domain or alias of the software; ''
   * outside one.
   */
  callApi: (name: CallName, input: object, domain: string) => Promise<Envelope<unknown>>;
  /** Yields to other requests between two pieces of work. */
  pause: () => Promise<void>;
  build: SiteBuild;
};

export type RenderOutput =
  | { type: 'redirect'; status: number; location: string }
  | {
      type: 'page';
      status: number;
      /**
       * In pieces, because joining them would copy a page of a hundred thousand characters again.
       */
      body: string | readonly string[];
      /** An API call failed on the server side: the page can be sent, but not cached. */
      degraded: boolean;
      /** Cause of a status of 500. */
      error?: unknown;
    };

/** Path pattern (`/{soft}/download/{id}.html`) → caching and redirect rule. */
export type RouteRules = Record<
  string,
  { cache?: { search: readonly string[] }; redirect?: string }
>;

/** Export `site` of the server bundle. */
export type SiteModule = {
  /** Never throws: a failure renders the error page, with the error in `error`. */
  render: (input: RenderInput) => Promise<RenderOutput>;
  /**
   * The query an address is rendered with; cacheable pages keep only what they declare. `ownAlias`:
   * software of the custom domain; '' for the main host.
   */
  getDeclaredSearch: (
    pathname: string,
    search: string,
    ownAlias: string,
  ) => { cacheable: boolean; search: string };
  /** The error page as a standalone document. */
  renderErrorDocument: (build: SiteBuild, status: number) => string;
  /** Sent in place of a page while too many are being rendered; reloads after `waitS` seconds. */
  renderBusyDocument: (build: SiteBuild, waitS: number) => string;
  rules: RouteRules;
};
