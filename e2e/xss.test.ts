import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { renderMarkdown } from '@yunbiao/services';
import { runAdmin } from './support/admin.ts';
import { waitUntilHydrated, noBrowser } from './support/browser.ts';
import { MEMBER_PAGES } from './support/pages.ts';
import { type TestServer, startServer } from './support/server.ts';
import { openSharedBrowser } from './support/shared-browser.ts';
import { detectExecution, type Findings, stirPage } from './xss/detector.ts';
import { NAMED, poisonSite, POISONED } from './xss/poison.ts';
import { poisonProse } from './xss/poison-prose.ts';
import { WORD } from './xss/poison-texts.ts';
import {
  listDrafts,
  listLines,
  getMark,
  PLAIN_STRINGS,
  STRINGS,
  TEMPLATES,
} from './xss/strings.ts';

const HOOK = join(import.meta.dirname, 'xss/without-sanitiser.mjs');

/**
 * Number of texts the strings are split into, so that each fits into a URL: headers are limited to
 * 16 kB, and percent-encoding takes three bytes per byte.
 */
const IN_ADDRESS = 15;

/** The smallest page to go on from. */
const EMPTY_SEARCH = '/yunbiao/search';

/** The editor accepts a question of 10,000 characters. */
const IN_DRAFT = 10_000;

describe('the collection', () => {
  it('has at least 500 strings, no two alike but for their number', () => {
    expect(PLAIN_STRINGS.length).toBeGreaterThanOrEqual(500);
    expect(new Set(TEMPLATES).size).toBe(TEMPLATES.length);
    expect(new Set(STRINGS).size).toBe(STRINGS.length);
  });
});

let browser: Browser;
beforeAll(async () => {
  if (!noBrowser) browser = await openSharedBrowser();
});

type World = { server: TestServer; postId: string; articleId: string; downloadId: string };

/** Ids of the poisoned software's content, from its own API. */
const listIds = async (url: string): Promise<Omit<World, 'server' | 'postId'>> => {
  const fetchData = async (path: string): Promise<unknown> =>
    ((await (await fetch(`${url}${path}alias=${POISONED}`)).json()) as { data: unknown }).data;
  const articles = (await fetchData('/np/api/article/list?artType=help&')) as {
    list: { id: string }[];
  };
  const downloads = (await fetchData('/np/api/download/list?')) as {
    versions: { files: { id: string }[] }[];
  };
  return {
    articleId: articles.list[0]?.id ?? '',
    downloadId: downloads.versions[0]?.files[0]?.id ?? '',
  };
};

const open = async (): Promise<World> => {
  const server = await startServer();
  const { postId } = await poisonSite(server.dataDir, server.demo?.username ?? '');
  await runAdmin(server, ['search', 'rebuild']);
  return { server, postId, ...(await listIds(server.url)) };
};

/** Public pages of the poisoned software with Markdown that the server renders to HTML. */
const getProse = ({ postId, articleId }: World): string[] => [
  `/${POISONED}/qa/${postId}.html`,
  `/${POISONED}/article/${articleId}.html`,
  `/${POISONED}/updateLog`,
];

const listPages = ({ downloadId }: World): string[] => [
  '/',
  `/${NAMED}`,
  `/${NAMED}/qa`,
  `/${NAMED}/vip`,
  `/${POISONED}`,
  `/${POISONED}/download`,
  `/${POISONED}/download/${downloadId}.html`,
  `/${POISONED}/qa`,
  `/${POISONED}/qa/ask`,
  `/${POISONED}/article`,
  `/${NAMED}/tools`,
  `/${POISONED}/search?q=${encodeURIComponent(WORD)}`,
];

/** Searches that together contain every string and have few results: the page repeats the query. */
const listSearchPaths = (): string[] =>
  listLines(IN_ADDRESS).map((text) => `/${NAMED}/search?q=${encodeURIComponent(text)}`);

type Visit = { context: BrowserContext; page: Page; found: Findings; complaints: string[] };
const visits: Visit[] = [];
afterEach(async () => {
  for (const { context } of visits.splice(0)) await context.close();
});

const enter = async (url: string, bypassCSP: boolean): Promise<Visit> => {
  const context = await browser.newContext({
    baseURL: url,
    bypassCSP,
    locale: 'zh-CN',
    viewport: { width: 1440, height: 900 },
  });
  context.setDefaultTimeout(60_000);
  const execution = await detectExecution(context, url);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  const visit = { context, page, found: execution, complaints };
  visits.push(visit);
  return visit;
};

/** Strings that did not reach the page in any form. */
const findAbsentStrings = async (page: Page, strings: readonly string[]): Promise<number[]> => {
  const here = await page.evaluate(() => [
    ...new Set(document.documentElement.outerHTML.match(/第\d+串。/g)),
  ]);
  const there = new Set(here);
  return strings.map((_, n) => n).filter((n) => !there.has(getMark(n)));
};

/**
 * Navigates as a link in the page does: no new document, data from the payload. Every page has its
 * own title.
 */
const goInside = async (page: Page, path: string): Promise<void> => {
  const before = await page.title();
  await page.evaluate((to) => history.pushState({}, '', to), path);
  await page.waitForFunction((title) => document.title !== title, before);
};

const signIn = async ({ page, context }: Visit, { server }: World): Promise<void> => {
  const reply = await fetch(`${server.url}/np/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(server.demo),
  });
  const { data } = (await reply.json()) as { data: { token: string } };
  await context.addCookies([{ name: 'auto-token', value: data.token, url: server.url }]);
  await page.goto('about:blank');
};

/**
 * Expects that nothing ran, nothing executable was in the page, and no other host was contacted.
 */
const expectClean = (found: Findings, where: string): void => {
  expect({ ...found, violations: [] }, where).toEqual({
    executions: [],
    strangers: [],
    violations: [],
    dangers: [],
  });
};

describe('with the sanitiser alone (no content security policy)', () => {
  let world: World;
  beforeAll(async () => {
    if (!noBrowser) world = await open();
  });
  afterAll(() => world?.server.stop());

  it('the detector sees what it is there for', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, found } = await enter(world.server.url, true);
    await page.goto('/yunbiao');
    await waitUntilHydrated(page);
    expectClean(found, 'before');
    await page.evaluate(() => {
      document.body.insertAdjacentHTML(
        'beforeend',
        '<img src=x onerror=__xss(1)><svg onload=alert(2)></svg><a href="javascript:__xss(3)">x</a>' +
          '<iframe srcdoc="<script>__xss(4)</script>"></iframe><img src="https://canary.invalid/5">',
      );
      const code = '__xss(6)';
      // oxlint-disable-next-line typescript/no-implied-eval -- the detector has to hear it
      Function(code)();
    });
    await stirPage(page);
    await expect
      .poll(() => found.executions.toSorted())
      .toEqual(expect.arrayContaining(['1', '3', '4', '6', 'alert(2)', 'Function(__xss(6))']));
    expect(found.strangers).toContain('https://canary.invalid/5');
    expect(found.dangers.join('\n')).toMatch(/onerror[\s\S]*onload[\s\S]*href[\s\S]*iframe/);
  });

  it('the strings run where nothing stops them', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, found } = await enter(world.server.url, true);
    await page.goto('/yunbiao');
    await page.evaluate(
      (parts) => {
        for (const html of parts) document.body.insertAdjacentHTML('beforeend', html);
      },
      PLAIN_STRINGS.slice(0, 100),
    );
    await stirPage(page);
    const countExecutions = () => new Set(found.executions).size;
    await expect.poll(countExecutions).toBeGreaterThan(50);
  });

  it('every string rendered by itself is only text, links and pictures of ours', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, found } = await enter(world.server.url, true);
    await page.goto('/yunbiao');
    const rendered = STRINGS.map(renderMarkdown);
    for (let from = 0; from < rendered.length; from += 100) {
      await page.evaluate(
        (parts) => {
          document.body.replaceChildren(
            ...parts.map((html) => {
              const box = document.createElement('div');
              box.innerHTML = html;
              return box;
            }),
          );
        },
        rendered.slice(from, from + 100),
      );
      await stirPage(page);
    }
    expectClean(found, 'one by one');
  });

  it('no public page runs any, opened by its address or from inside', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, found, complaints } = await enter(world.server.url, true);
    const prose = getProse(world);
    for (const path of [...prose, ...listPages(world)]) {
      const reply = await page.goto(path);
      expect(reply?.status(), path).toBe(200);
      await waitUntilHydrated(page);
      await stirPage(page);
      const strings = prose.includes(path) ? STRINGS : PLAIN_STRINGS;
      expect(await findAbsentStrings(page, strings), path).toEqual([]);
      expectClean(found, path);
    }
    await page.goto('/yunbiao');
    await waitUntilHydrated(page);
    for (const path of [...prose, `/${POISONED}`]) {
      await goInside(page, path);
      await stirPage(page);
      expect(await findAbsentStrings(page, PLAIN_STRINGS), `${path} from inside`).toEqual([]);
      expectClean(found, `${path} from inside`);
    }
    expect(complaints).toEqual([]);
  });

  it('no preview runs what is being written', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, found } = await enter(world.server.url, true);
    await page.goto('/yunbiao/qa/ask');
    await waitUntilHydrated(page);
    await page.getByRole('button', { name: '并排' }).locator('visible=true').click();
    const preview = page.getByRole('region', { name: '预览' });
    for (const { text, lastMark } of listDrafts(IN_DRAFT)) {
      await page.getByRole('main').locator('textarea').fill(text);
      await preview.getByText(lastMark).first().waitFor();
      await stirPage(page);
      expectClean(found, lastMark);
    }
  });

  it('no search runs what was searched for', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, found } = await enter(world.server.url, true);
    for (const path of listSearchPaths()) {
      await page.goto(path);
      await stirPage(page);
      expectClean(found, path);
    }
  });

  it('no page of a member runs any', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const here = await enter(world.server.url, true);
    await signIn(here, world);
    for (const own of MEMBER_PAGES) {
      const path = own.replace(/^\/[^/]+/, `/${POISONED}`);
      await here.page.goto(path);
      await waitUntilHydrated(here.page);
      await stirPage(here.page);
      expectClean(here.found, path);
    }
  });

  it('the feed and the site map stay well-formed', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page } = await enter(world.server.url, true);
    await page.goto('/yunbiao');
    for (const path of ['/sitemap.xml', `/${POISONED}/updateLog/rss.xml`]) {
      const reply = await fetch(world.server.url + path);
      expect(reply.status, path).toBe(200);
      const outline = await page.evaluate(
        (xml) => {
          const made = new DOMParser().parseFromString(xml, 'application/xml');
          const names = [...made.querySelectorAll('*')].map(({ localName }) => localName);
          return { root: made.documentElement.localName, names: [...new Set(names)] };
        },
        await reply.text(),
      );
      expect(['urlset', 'rss', 'feed'], path).toContain(outline.root);
      expect(outline.names, path).not.toContain('parsererror');
      expect(
        outline.names.filter((name) => /^(?:script|img|svg|style)$/.test(name)),
        path,
      ).toEqual([]);
    }
  });
});

describe('with the content security policy alone (the sanitiser taken away)', () => {
  let server: TestServer;
  let paths: string[];
  beforeAll(async () => {
    if (noBrowser) return;
    server = await startServer({ NODE_OPTIONS: `--import=${HOOK}` });
    paths = await poisonProse(server.dataDir);
  });
  afterAll(() => server?.stop());

  const expectHarmless = (found: Findings, where: string): void => {
    // They are present as HTML, otherwise this would prove nothing.
    expect(found.dangers.length, where).toBeGreaterThan(0);
    expect(found.executions, where).toEqual([]);
    found.dangers.length = 0;
  };

  it('no page runs any, opened by its address', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { context, found } = await enter(server.url, false);
    for (const path of paths) {
      // A new page each, closed with all others: such HTML may block a tab, even when it closes.
      const page = await context.newPage();
      // Does not wait for the load event: resources of the strings may never arrive.
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      await stirPage(page);
      expectHarmless(found, path);
    }
    const refused = found.violations.map((violation) => violation.split(' ')[0]);
    for (const directive of ['script-src-attr', 'script-src-elem', 'img-src', 'frame-src'])
      expect(refused).toContain(directive);
  });

  it('nor when it is reached from inside', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { context, found } = await enter(server.url, false);
    for (const path of paths) {
      // A new page each time: such HTML may have destroyed the previous one.
      const page = await context.newPage();
      await page.goto(EMPTY_SEARCH);
      await waitUntilHydrated(page);
      await goInside(page, path);
      await stirPage(page);
      expectHarmless(found, path);
    }
  });
});
