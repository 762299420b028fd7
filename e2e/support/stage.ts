import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { noBrowser, type Visitor, visit } from './browser.ts';
import { startServer, type TestServer } from './server.ts';
import { openSharedBrowser } from './shared-browser.ts';

type Entrance = Omit<Parameters<typeof visit>[1], 'baseURL'>;

/** What the tests of a file share. */
export type Stage = {
  /** With the demo's content; once the tests have begun. */
  readonly server: TestServer;
  /** Not there where there is no Chromium: skip with `noBrowser` first. */
  readonly browser: Browser;
  /** A new visitor, who leaves when the test is over. */
  enter: (entrance?: Entrance) => Promise<Visitor>;
  /** Signs the demo member in where these cookies are. */
  signIn: (context: BrowserContext) => Promise<void>;
  /** Throws when a browser of this test complained about anything. */
  quiet: () => void;
};

/** What a visitor whose test failed had before their eyes. */
const lastSeen = async ({ page, complaints }: Visitor): Promise<string> => {
  const text = await page
    .evaluate(() => document.body.innerText.slice(0, 4000))
    .catch((error: unknown) => String(error));
  return [`A failed test leaves ${page.url()}`, ...complaints, text].join('\n');
};

/** A server for all tests of the file (or block) that calls it, the worker's browser, and visitors for each of them. */
export const setStage = (env: Parameters<typeof startServer>[0] = {}): Stage => {
  let server: TestServer;
  let browser: Browser;
  let visitors: Visitor[] = [];
  beforeAll(async () => {
    server = await startServer(env);
    if (!noBrowser) browser = await openSharedBrowser();
  });
  afterAll(() => server?.stop());
  afterEach(async ({ task }) => {
    for (const visitor of visitors) {
      if (task.result?.state === 'fail') process.stderr.write(`${await lastSeen(visitor)}\n`);
      await visitor.close();
    }
    visitors = [];
  });
  return {
    get server() {
      return server;
    },
    get browser() {
      return browser;
    },
    enter: async (entrance = {}) => {
      const visitor = await visit(browser, { baseURL: server.url, ...entrance });
      visitors.push(visitor);
      return visitor;
    },
    signIn: async (context) => {
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
