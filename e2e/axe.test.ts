import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  checkAccessibility,
  waitUntilHydrated,
  noBrowser,
  waitForTwoFrames,
  SCREENS,
  takeShot,
  type Visitor,
} from './support/browser.ts';
import { type Head, getHead, listJsonLdFaults } from './support/head.ts';
import { MEMBER_PAGES, type PublicPage, listPublicPages } from './support/pages.ts';
import { setStage } from './support/stage.ts';
import { CLS, sumLayoutShifts } from './support/shifts.ts';
import { checkThemes, isAsBefore } from './support/themes.ts';
import { findMisfits, WIDTHS } from './overflow/sweep.ts';

const stage = setStage({ DEMO_HISTORY: '1' }, { isSlow: true });
let pages: PublicPage[];
/** The head of each public page, loaded by its address: name → head. */
const heads = new Map<string, Head>();

beforeAll(async () => {
  if (noBrowser) return;
  pages = await listPublicPages(stage.server);
});

/**
 * Whether a route pattern matches a path: `/$soft/qa/{$id}.html` is any question of any software.
 */
const matchesRoute = (route: string, path: string): boolean =>
  new RegExp(`^${route.replace('.', '\\.').replace(/\{?\$\w+\}?/g, '[^/]+')}$`).test(path);

const LEADING_ON = [
  '/tools',
  '/tools/index',
  '/$soft/tools/index',
  '/$soft/user/index',
  '/$soft/user/template',
];

/** Routes with a page of their own: the others redirect. */
const listRoutes = async (): Promise<string[]> => {
  const folder = join(import.meta.dirname, '../apps/site/src');
  const tree = await readFile(join(folder, 'routeTree.gen.ts'), 'utf8');
  const byPath = tree.split('interface FileRoutesByTo {')[1]?.split('\n}')[0] ?? '';
  return [...byPath.matchAll(/^  '([^']+)'/gm)]
    .map(([, route = '']) => route)
    .filter((route) => !LEADING_ON.includes(route));
};

type Screen = keyof typeof SCREENS;

const enter = (screen: Screen): Promise<Visitor> => stage.enter({ screen });

const waitUntilSettled = async (page: Page): Promise<void> => {
  await waitUntilHydrated(page);
  await page.evaluate(() => document.fonts.ready);
  // Content after the first paint, such as the session's state, must not shift the layout either.
  await page.waitForTimeout(250);
};

/** What axe finds on this screen, in light and dark. */
const checkScreen = async (page: Page, name: string, screen: Screen): Promise<string[]> => {
  const shotName = `${name.replaceAll(/[^\w]+/g, '-')}-${SCREENS[screen].width}`;
  const faults = await checkThemes(page, 'every rule', (theme) =>
    takeShot(page, `${shotName}-${theme}`),
  );
  const unstyled = await page.locator('.undefined').count();
  if (unstyled > 0) faults.push(`${unstyled} elements have the class undefined`);
  return faults;
};

/** Faults of the rendered page at this width. */
const checkWidth = async (page: Page, name: string, width: number): Promise<string[]> => {
  const screen = (['wide', 'phone'] as const).find((item) => SCREENS[item].width === width);
  await page.setViewportSize(screen ? SCREENS[screen] : { width, height: 800 });
  await waitForTwoFrames(page);
  const faults = await findMisfits(page);
  if (screen) faults.push(...(await checkScreen(page, name, screen)));
  return faults.map((fault) => `${width} px: ${fault}`);
};

/**
 * All faults of a page in one visit. It loads on a phone here; overflow.test.ts loads it on a wide
 * screen.
 */
const checkPage = async ({ page, complaints, forgive }: Visitor, name: string, path: string) => {
  await page.setViewportSize(SCREENS.phone);
  const reply = await page.goto(path);
  heads.set(name, await getHead(page));
  const faults = reply?.status() === 200 ? [] : [`answers ${reply?.status()}`];
  await waitUntilSettled(page);
  const cls = await sumLayoutShifts(page);
  if (cls > CLS) faults.push(`shifts by ${cls.toFixed(3)}`);
  for (const width of WIDTHS) faults.push(...(await checkWidth(page, name, width)));
  faults.push(...complaints);
  forgive(/./);
  return faults;
};

describe('on a wide screen and a phone', () => {
  const walk = async (
    here: Visitor,
    list: readonly { name: string; path: string }[],
  ): Promise<Record<string, string[]>> => {
    const faults: Record<string, string[]> = {};
    for (const { name, path } of list) {
      const found = await checkPage(here, name, path);
      if (found.length > 0) faults[name] = found;
    }
    return faults;
  };

  it('every public page passes axe in light and dark, stays where it is, fits and is quiet', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    expect(await walk(await enter('wide'), pages)).toEqual({});
  });

  it("so does every page of a member's", async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const here = await enter('wide');
    await stage.signIn(here.context);
    const list = MEMBER_PAGES.map((path) => ({ name: path, path }));
    expect(await walk(here, list)).toEqual({});
  });
});

describe('the check', () => {
  it('finds what shuts people out, in the words of axe, and again', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page } = await enter('wide');
    await page.setContent('<main><h1>一</h1><img src="data:,"></main>');
    for (const rules of ['WCAG 2.2 AA', 'every rule'] as const)
      expect((await checkAccessibility(page, rules)).join('\n')).toMatch(
        'image-alt: Images must have alternative text – img – <img src="data:,">',
      );
  });

  it('asks about colours where only those differ, and tells that from what moves or goes', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page } = await enter('wide');
    const buildDarkPage = (style: string): string =>
      `<style>@media (prefers-color-scheme: dark) { p { ${style} } }</style><main><h1>一行标题</h1><p>看得清的一行字</p></main>`;
    for (const [style, same] of [
      ['color: #eee', true],
      ['margin: 99px', false],
      ['visibility: hidden', false],
      ['opacity: 0', false],
    ] as const) {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setContent(buildDarkPage(style));
      expect(await isAsBefore(page)).toBe(false);
      expect(await checkAccessibility(page, 'colours')).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await isAsBefore(page), style).toBe(same);
      if (same)
        expect((await checkAccessibility(page, 'colours')).join('\n')).toMatch(/^color-contrast: /);
    }
  });
});

describe('the list of pages', () => {
  it('has a page of every route', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const listed = [...pages.map(({ path }) => path), ...MEMBER_PAGES].map(
      (path) => path.split('?', 1)[0] ?? path,
    );
    const routes = await listRoutes();
    expect(routes.length).toBeGreaterThan(20);
    expect(routes.filter((route) => !listed.some((path) => matchesRoute(route, path)))).toEqual([]);
  });
});

describe('a public page', () => {
  const headFaults = (head: Head, { path, isIndexed, jsonLd }: PublicPage): string[] => {
    const { title, description, canonical, robots, og, h1, jsonLd: blocks } = head;
    const faults: string[] = [];
    const claim = (holds: boolean, what: string): void => void (holds || faults.push(what));
    claim(/^.{2,70}$/.test(title), `title: ${title}`);
    claim(h1.length === 1 && h1[0] !== '', `h1: ${JSON.stringify(h1)}`);
    claim(isIndexed === !robots.includes('noindex'), `robots: ${robots}`);
    faults.push(...listJsonLdFaults(blocks, jsonLd));
    if (!isIndexed) return faults;
    claim(description.length >= 10 && description.length <= 200, `description: ${description}`);
    claim(
      canonical === stage.url + path.split('?')[0] || canonical === stage.url + path,
      `canonical: ${canonical}`,
    );
    claim(og['og:title'] === title, `og:title: ${og['og:title']}`);
    claim(og['og:description'] === description, `og:description: ${og['og:description']}`);
    claim(og['og:url'] === canonical, `og:url: ${og['og:url']}`);
    claim(/^(?:website|article|profile)$/.test(og['og:type'] ?? ''), `og:type: ${og['og:type']}`);
    return faults;
  };

  it('says what it is by itself, and says the same when it is reached from inside', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, forgive, quiet } = await enter('wide');
    const faults: Record<string, string[]> = {};
    const titles = new Map<string, string>();
    for (const one of pages) {
      // Visited by the walks, unless this test runs alone.
      if (!heads.has(one.name)) await page.goto(one.path);
      const head = heads.get(one.name) ?? (await getHead(page));
      const found = headFaults(head, one);
      const { title } = head;
      const twin = titles.get(title);
      if (twin) found.push(`the same title as ${twin}: ${title}`);
      titles.set(title, one.name);
      if (found.length > 0) faults[one.name] = found;
    }
    await page.goto('/yunbiao');
    await waitUntilHydrated(page);
    const byTitle = [...titles].map(([title, name]) => ({ title, name }));
    for (const { path, name } of pages) {
      await page.evaluate((to) => history.pushState({}, '', to), path);
      const title = byTitle.find((entry) => entry.name === name)?.title;
      try {
        await page.waitForFunction((wanted) => document.title === wanted, title, { timeout: 5000 });
      } catch {
        (faults[name] ??= []).push(`from inside the title is ${await page.title()}`);
      }
      const canonical = (await getHead(page)).canonical;
      const { isIndexed } = pages.find((entry) => entry.name === name) ?? { isIndexed: false };
      if (isIndexed && ![path, path.split('?')[0]].includes(canonical.replace(stage.url, '')))
        (faults[name] ??= []).push(`from inside the canonical is ${canonical}`);
    }
    forgive(/404/);
    expect(faults).toEqual({});
    quiet();
  });
});
