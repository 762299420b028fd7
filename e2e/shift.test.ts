import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  hydrated,
  noBrowser,
  openBrowser,
  SCREENS,
  type Visitor,
  visit,
} from './support/browser.ts';
import { inPieces } from './support/pieces.ts';
import { MEMBER_PAGES, publicPages } from './support/public-pages.ts';
import { type TestServer, startServer } from './support/server.ts';
import { CLS, shifts } from './support/shifts.ts';

let server: TestServer;
let pieces: Awaited<ReturnType<typeof inPieces>>;
let browser: Browser;
let token: string;
let visitor: Visitor | undefined;

beforeAll(async () => {
  if (noBrowser) return;
  server = await startServer();
  pieces = await inPieces(server.url);
  browser = await openBrowser();
  const reply = await fetch(`${server.url}/np/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(server.demo),
  });
  ({ token } = ((await reply.json()) as { data: { token: string } }).data);
});
afterAll(async () => {
  await browser?.close();
  pieces?.close();
  await server?.stop();
});
afterEach(async () => {
  await visitor?.close();
  visitor = undefined;
});

const enter = async (baseURL: string, screen: keyof typeof SCREENS): Promise<Visitor> => {
  visitor = await visit(browser, { baseURL, screen });
  await visitor.context.addCookies([{ name: 'auto-token', value: token, url: baseURL }]);
  return visitor;
};

describe.each(Object.keys(SCREENS) as (keyof typeof SCREENS)[])('on a %s screen', (screen) => {
  it('no page moves while it arrives piece by piece', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page } = await enter(pieces.url, screen);
    const moved: Record<string, number> = {};
    for (const path of [...MEMBER_PAGES, ...(await publicPages(server)).map((one) => one.path)]) {
      await page.goto(path);
      await hydrated(page);
      const cls = await shifts(page);
      if (cls > CLS) moved[path] = Number(cls.toFixed(3));
    }
    expect(moved).toEqual({});
  });
});
