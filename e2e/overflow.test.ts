import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hydrated, noBrowser, openBrowser } from './support/browser.ts';
import { MEMBER_PAGES, publicPages } from './support/pages.ts';
import { type TestServer, startServer } from './support/server.ts';
import { lengthenNames } from './overflow/long-names.ts';
import { misfits } from './overflow/sweep.ts';

/** A phone at 400 % zoom or a very small one, a phone, a tablet, an office PC, a desk, px. */
const WIDTHS = [320, 390, 768, 1366, 1440] as const;

let browser: Browser;
let server: TestServer;
let context: BrowserContext | undefined;

beforeAll(async () => {
  if (!noBrowser) browser = await openBrowser();
});
afterAll(() => browser?.close());
afterEach(async () => {
  await context?.close();
  context = undefined;
});

/** A browser in which the demo member, or a new one, is signed in. */
const signedIn = async (path: '/np/login' | '/np/register', form: Record<string, string>) => {
  context = await browser.newContext({ locale: 'zh-CN', reducedMotion: 'reduce' });
  const reply = await context.request.post(server.url + path, {
    form,
    headers: { 'X-Domain': 'yunbiao' },
  });
  const { data } = (await reply.json()) as { data: { token: string } };
  await context.addCookies([{ name: 'auto-token', value: data.token, url: server.url }]);
  return context;
};

/** Every misfit of these pages at every width: `390 /yunbiao: …`. */
const sweep = async (pages: readonly string[]): Promise<string[]> => {
  const found: string[] = [];
  const page = await context?.newPage();
  if (!page) return ['no browser'];
  for (const path of pages) {
    await page.setViewportSize({ width: WIDTHS[0], height: 800 });
    await page.goto(server.url + path);
    await hydrated(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      // What measures its room does so in the next frames.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      for (const one of await misfits(page)) found.push(`${width} ${path}: ${one}`);
    }
  }
  return found;
};

describe('the sweep', () => {
  it('finds what does not fit', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    context = await browser.newContext({ viewport: { width: 320, height: 600 } });
    const page = await context.newPage();
    await page.setContent(`<meta charset="utf-8"><body style="margin:0">
      <div style="width:600px">a line that is much wider than this window is, and so leaves it</div>
      <div style="width:40px;overflow:hidden;white-space:nowrap">cut without a word</div>
      <div style="width:40px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">this is told</div>
      <div style="width:40px;overflow-x:auto;white-space:nowrap">this can be scrolled</div>
      <p style="width:42px;font-size:20px">共 12345 <small>张</small></p></body>`);
    const found = (await misfits(page)).join('\n');
    expect(found).toMatch('scrolls 280 px sideways');
    expect(found).toMatch('“a line that is much wide” lies beyond the window');
    expect(found).toMatch('“cut without a word” is cut off');
    expect(found).toMatch('“12345 张” is parted');
    expect(found.split('\n')).toHaveLength(4);
  });
});

describe('nothing overflows', () => {
  beforeAll(async () => {
    if (!noBrowser) server = await startServer({ DEMO_HISTORY: '1' });
  });
  afterAll(() => server?.stop());

  const demo = () =>
    signedIn('/np/login', {
      username: server.demo?.username ?? '',
      password: server.demo?.password ?? '',
    });

  it('on the pages of somebody new', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    await signedIn('/np/register', { username: 'newcomer', password: 'correct horse 9' });
    expect(await sweep(MEMBER_PAGES)).toEqual([]);
  });

  it('on pages with what the demo has', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const pages = (await publicPages(server)).map(({ path }) => path);
    await demo();
    expect(await sweep([...pages, ...MEMBER_PAGES])).toEqual([]);
  });

  it('when every name is as long as it may be', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const pages = (await publicPages(server)).map(({ path }) => path);
    await lengthenNames(server.dataDir);
    await demo();
    expect(await sweep([...pages, ...MEMBER_PAGES])).toEqual([]);
  });
});
