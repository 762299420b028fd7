import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hydrated, noBrowser, rested, SCREENS, type Visitor, visit } from './support/browser.ts';
import { inPieces } from './support/pieces.ts';
import { MEMBER_PAGES, publicPages } from './support/pages.ts';
import { freePort } from './support/process.ts';
import { type TestServer, startServer } from './support/server.ts';
import { openSharedBrowser } from './support/shared-browser.ts';
import { CLS, shifts } from './support/shifts.ts';
import { lengthenNames } from './overflow/long-names.ts';
import { misfits } from './overflow/sweep.ts';

/** A phone at 400 % zoom or a very small one, a phone, a tablet, an office PC, a desk, px. */
const WIDTHS = [320, 390, 768, 1366, 1440] as const;

let browser: Browser;
let server: TestServer;
let visitor: Visitor | undefined;

beforeAll(async () => {
  if (!noBrowser) browser = await openSharedBrowser();
});
afterEach(async () => {
  await visitor?.close();
  visitor = undefined;
});

/** A browser in which the demo member, or a new one, is signed in. */
const signedIn = async (
  path: '/np/login' | '/np/register',
  form: Record<string, string>,
  baseURL: string,
): Promise<Page> => {
  visitor = await visit(browser, { baseURL });
  const { context, page } = visitor;
  const reply = await context.request.post(server.url + path, {
    form,
    headers: { 'X-Domain': 'yunbiao' },
  });
  const { data } = (await reply.json()) as { data: { token: string } };
  await context.addCookies([{ name: 'auto-token', value: data.token, url: baseURL }]);
  return page;
};

/** Every misfit of these pages at every width, `390 /yunbiao: …`, and those that fail, move or complain when they arrive. */
const sweep = async (
  page: Page,
  pages: readonly string[],
  arrival: { width: number; height: number },
): Promise<string[]> => {
  const found: string[] = [];
  for (const path of pages) {
    const note = (width: number, what: string): void =>
      void found.push(`${width} ${path}: ${what}`);
    await page.setViewportSize(arrival);
    const reply = await page.goto(path);
    if (reply?.status() !== 200) note(arrival.width, `answers ${reply?.status()}`);
    await hydrated(page);
    const cls = await shifts(page);
    if (cls > CLS) note(arrival.width, `moves by ${cls.toFixed(3)}`);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await rested(page);
      for (const one of await misfits(page)) note(width, one);
    }
    for (const one of visitor?.complaints ?? []) note(arrival.width, one);
    visitor?.forgive(/./);
  }
  return found;
};

describe('the sweep', () => {
  it('finds what does not fit', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    visitor = await visit(browser, { baseURL: 'about:blank' });
    const { page } = visitor;
    await page.setViewportSize({ width: 320, height: 600 });
    await page.setContent(`<meta charset="utf-8"><body style="margin:0">
      <div style="width:600px">a line that is much wider than this window is, and so leaves it</div>
      <div style="width:40px;overflow:hidden;white-space:nowrap">cut without a word</div>
      <div style="width:40px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">this is told</div>
      <div style="width:40px;overflow-x:auto;white-space:nowrap">this can be scrolled</div>
      <p style="width:42px;font-size:20px">共 12345 <small>张</small></p>
      <p style="width:20px;font-size:16px">客户端不在线</p>
      <p style="width:90px;font-size:16px">20261127-0002</p></body>`);
    const found = (await misfits(page)).join('\n');
    expect(found).toMatch('scrolls 280 px sideways');
    expect(found).toMatch('“a line that is much wide” lies beyond the window');
    expect(found).toMatch('“cut without a word” is cut off');
    expect(found).toMatch('“12345 张” is parted');
    expect(found).toMatch('“客户端不在线” is squeezed to 6 lines');
    expect(found).toMatch('“20261127-0002” is parted');
    expect(found.split('\n')).toHaveLength(6);
  });
});

describe('nothing overflows', () => {
  /** The site as over a slow line: what comes late must not push anything. */
  let pieces: Awaited<ReturnType<typeof inPieces>>;
  beforeAll(async () => {
    if (noBrowser) return;
    const port = await freePort();
    server = await startServer({ DEMO_HISTORY: '1', PUBLIC_URL: `http://127.0.0.1:${port}` });
    pieces = await inPieces(server.url, port);
  });
  afterAll(async () => {
    pieces?.close();
    await server?.stop();
  });

  const demo = (): Promise<Page> =>
    signedIn(
      '/np/login',
      { username: server.demo?.username ?? '', password: server.demo?.password ?? '' },
      pieces.url,
    );

  it('on the pages of somebody new', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const form = { username: 'newcomer', password: 'correct horse 9' };
    const page = await signedIn('/np/register', form, pieces.url);
    expect(await sweep(page, MEMBER_PAGES, { width: 320, height: 800 })).toEqual([]);
  });

  it('nor moves, on pages with what the demo has, on a phone first', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const pages = (await publicPages(server)).map(({ path }) => path);
    expect(await sweep(await demo(), [...pages, ...MEMBER_PAGES], SCREENS.phone)).toEqual([]);
  });

  it('nor moves, when every name is as long as it may be, on a wide screen first', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const pages = (await publicPages(server)).map(({ path }) => path);
    await lengthenNames(server.dataDir);
    expect(await sweep(await demo(), [...pages, ...MEMBER_PAGES], SCREENS.wide)).toEqual([]);
  });
});
