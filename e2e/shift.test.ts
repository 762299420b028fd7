import type { Browser, Page } from 'playwright-core';
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
import { MEMBER_PAGES, publicPages } from './support/pages.ts';
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

describe('the preview of a label', () => {
  const WIDTHS = [390, 820, 1100, 1440];
  const RATIOS = [1, 1.25, 1.5, 2, 2.625, 3];
  const shown = (page: Page): Promise<string> =>
    page.locator('.bench .stage, .bench .placed').evaluateAll((parts) =>
      parts
        .map((part) => part.getBoundingClientRect())
        .map(({ width, height }) => `${width.toFixed(1)} × ${height.toFixed(1)}`)
        .join(', '),
    );

  it.each(RATIOS)('is as large before the scripts as after them at %s pixels', async (ratio) => {
    if (noBrowser) return;
    const context = await browser.newContext({ baseURL: server.url, deviceScaleFactor: ratio });
    try {
      await context.addCookies([{ name: 'auto-token', value: token, url: server.url }]);
      const page = await context.newPage();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        let deliver = (): void => undefined;
        const delivery = new Promise<void>((resolve) => (deliver = resolve));
        await page.route('**/assets/*.js', async (route) => {
          await delivery;
          await route.continue();
        });
        await page.goto('/yunbiao/user/print', { waitUntil: 'commit' });
        await page.locator('.foot').waitFor();
        const before = await shown(page);
        deliver();
        await hydrated(page);
        expect(await shown(page), `${width} px wide`).toBe(before);
        await page.unrouteAll({ behavior: 'wait' });
      }
    } finally {
      await context.close();
    }
  });
});
