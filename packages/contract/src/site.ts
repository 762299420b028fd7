/** What the server and the site's server bundle agree on: `apps/server/src/pages/site.ts` loads what the site builds. */
import type { CallName } from './calls.ts';
import type { Envelope } from './envelope.ts';

type RouteFiles = { preloads: string[]; css: string[] };

/** The client build, as `dist/build.json` has it: which files belong to which route. */
export type SiteBuild = {
  buildId: string;
  entry: string;
  shared: RouteFiles;
  routes: Record<string, RouteFiles>;
  /** Development only: scripts the bundler wants before the entry. */
  devHead?: string[];
};

export type RenderInput = {
  /** Path and search, already reduced to what the route declares. */
  href: string;
  /** The address as the 404 page names it, of any content. */
  named: string;
  /** Whole page, or only its loaders' data for `_payload.json`. */
  kind: 'page' | 'payload';
  nonce: string;
  /** The visitor's token from the cookie; '' renders the anonymous page. */
  token: string;
  host: string;
  /** The software whose own host this is; '' on the main host. */
  ownAlias: string;
  origin: string;
  /** Base address of the API for the browser; '' for the own origin. */
  apiBase: string;
  /** Statistics script the browser loads last; '' for none. */
  statsUrl: string;
  /** The API in this process, asked for this visitor in a software (alias or domain; '' outside one). */
  api: (name: CallName, input: object, domain: string) => Promise<Envelope<unknown>>;
  /** Lets others have their turn between two pieces of work. */
  pause: () => Promise<void>;
  build: SiteBuild;
};

export type RenderOutput =
  | { type: 'redirect'; status: number; location: string }
  | {
      type: 'page';
      status: number;
      /** In pieces, one behind the other: to join them is to copy a page of a hundred thousand letters once more. */
      body: string | readonly string[];
      /** A call of the API failed on our side: fit for this visitor, not for keeping. */
      degraded: boolean;
      /** The failure behind a status of 500. */
      error?: unknown;
    };

/** A path pattern (`/{soft}/download/{id}.html`) → what the server does there. */
export type RouteRules = Record<
  string,
  { cache?: { search: readonly string[] }; redirect?: string }
>;

/** What the bundle exports as `site`. */
export type SiteModule = {
  /** Never throws: what fails becomes the error page, with the error beside it. */
  render: (input: RenderInput) => Promise<RenderOutput>;
  /**
   * The search an address is rendered with: on cacheable pages only what the page declares. `ownAlias`: the software whose
   * own host the path was asked of; '' for the main host.
   */
  declaredSearch: (
    pathname: string,
    search: string,
    ownAlias: string,
  ) => { cacheable: boolean; search: string };
  /** The error page as a document of its own. */
  errorDocument: (build: SiteBuild, status: number) => string;
  /** What is sent in place of a page while too many are being made; asks again after so many seconds. */
  busyDocument: (build: SiteBuild, waitS: number) => string;
  rules: RouteRules;
};
