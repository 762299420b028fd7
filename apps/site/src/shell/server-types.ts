import type { CallName } from '@yunbiao/contract';
import type { Envelope } from '@yunbiao/contract/envelope';

/** The contract with `apps/server/src/pages/site.ts`, which loads the built bundle and cannot import from here. */
type Assets = { preloads: string[]; css: string[] };

export type SiteBuild = {
  buildId: string;
  entry: string;
  shared: Assets;
  routes: Record<string, Assets>;
  /** Development only: scripts the bundler wants before the entry. */
  devHead?: string[];
};

export type RenderInput = {
  /** Path and search, already reduced to what the route declares. */
  href: string;
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
      body: string;
      /** A call of the API failed on our side: fit for this visitor, not for keeping. */
      degraded: boolean;
      /** The failure behind a status of 500. */
      error?: unknown;
    };
