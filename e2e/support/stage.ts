import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { noBrowser, type Visitor, openVisitor } from './browser.ts';
import { startChunkedProxy } from './chunked-proxy.ts';
import { findFreePort } from './process.ts';
import { startServer, type TestServer } from './server.ts';
import { openSharedBrowser } from './shared-browser.ts';
import { closeAtWorkerEnd } from './worker-end.ts';

type Env = Parameters<typeof startServer>[0];
type Entrance = Omit<Parameters<typeof openVisitor>[1], 'baseURL'>;

/** What the tests of a file share. */
export type Stage = {
  /** With the demo content; available once the tests run. */
  readonly server: TestServer;
  /** Origin that visitors open. */
  readonly url: string;
  /** Unavailable without Chromium: skip with `noBrowser` first. */
  readonly browser: Browser;
  /** A new visitor, closed when the test ends. */
  enter: (entrance?: Entrance) => Promise<Visitor>;
  /** Signs the demo member in to this browser context. */
  signIn: (context: BrowserContext) => Promise<void>;
  /** Throws when a browser of this test recorded an error. */
  quiet: () => void;
};

/** The page of a visitor at the time the test failed. */
const findLastSeen = async ({ page, complaints }: Visitor): Promise<string> => {
  const text = await page
    .evaluate(() => document.body.innerText.slice(0, 4000))
    .catch((error: unknown) => String(error));
  return [`A failed test leaves ${page.url()}`, ...complaints, text].join('\n');
};

type Site = { server: TestServer; url: string; close: () => Promise<void> };

const openSite = async (env: Env): Promise<Site> => {
  const server = await startServer(env);
  return { server, url: server.url, close: server.stop };
};

/** Pages come in pieces: what arrives late must not move what is there. */
const openSlowSite = async (env: Env): Promise<Site> => {
  const port = await findFreePort();
  const server = await startServer({ ...env, PUBLIC_URL: `http://127.0.0.1:${port}` });
  const line = await startChunkedProxy(server.url, port);
  const closeStage = (): Promise<void> => {
    line.close();
    return server.stop();
  };
  return { server, url: line.url, close: closeStage };
};

let shared: Promise<Site> | undefined;

/** The server of this worker: the first file that needs it starts it. */
const openSharedSite = async (): Promise<Site> => {
  if (!shared) {
    shared = openSite({});
    closeAtWorkerEnd('server', async () => {
      const opened = await shared;
      shared = undefined;
      await opened?.close();
    });
  }
  return { ...(await shared), close: () => Promise.resolve() };
};

const setSite = (open: () => Promise<Site>): Stage => {
  let site: Site | undefined;
  const getSite = (): Site => {
    if (!site) throw new Error('the stage is set once the tests run');
    return site;
  };
  let browser: Browser;
  let visitors: Visitor[] = [];
  beforeAll(async () => {
    site = await open();
    if (!noBrowser) browser = await openSharedBrowser();
  });
  afterAll(() => site?.close());
  afterEach(async ({ task }) => {
    for (const visitor of visitors) {
      if (task.result?.state === 'fail') process.stderr.write(`${await findLastSeen(visitor)}\n`);
      await visitor.close();
    }
    visitors = [];
  });
  return {
    get server() {
      return getSite().server;
    },
    get url() {
      return getSite().url;
    },
    get browser() {
      return browser;
    },
    enter: async (entrance = {}) => {
      const visitor = await openVisitor(browser, { baseURL: getSite().url, ...entrance });
      visitors.push(visitor);
      return visitor;
    },
    signIn: async (context) => {
      const { server } = getSite();
      const reply = await fetch(`${server.url}/np/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(server.demo),
      });
      const { data } = (await reply.json()) as { data: { token: string } };
      await context.addCookies([{ name: 'auto-token', value: data.token, url: server.url }]);
    },
    quiet: () => {
      for (const visitor of visitors) visitor.quiet();
    },
  };
};

/**
 * A server for all tests of the calling file (or block), the worker's browser, and visitors per
 * test. `isSlow`: visitors open it over a slow line.
 */
export const setStage = (env: Env = {}, { isSlow = false } = {}): Stage =>
  setSite(() => (isSlow ? openSlowSite(env) : openSite(env)));

/**
 * The same with a server that files of the worker share, for tests that read what the demo has and
 * write only as members of their own, under names of their own.
 */
export const useSharedStage = (): Stage => setSite(openSharedSite);
