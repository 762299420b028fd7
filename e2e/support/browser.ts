import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type Axe from 'axe-core';
import {
  type Browser,
  type BrowserContext,
  type Page,
  type Route,
  chromium,
} from 'playwright-core';
import { findChromium } from '../../scripts/lib/programs.mjs';

const require = createRequire(import.meta.url);

const FLAGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--font-render-hinting=none',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Why browser tests cannot run here; null when they can. Pass it to `ctx.skip`. */
export const noBrowser: string | null =
  findChromium() === null ? 'Chromium：没有找到，浏览器测试未运行' : null;

/** Opens the system's Chromium; the caller closes it. Tests share one: `openSharedBrowser`. */
export const openBrowser = async (flags: readonly string[] = []): Promise<Browser> => {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('no Chromium: skip with `noBrowser` first');
  return chromium.launch({ executablePath, args: [...FLAGS, ...flags] });
};

/** The two screen sizes of every journey, px. */
export const SCREENS = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

export type Visitor = {
  context: BrowserContext;
  page: Page;
  /** Errors recorded so far; `quiet` throws when there are any. */
  complaints: readonly string[];
  /** Drops recorded errors and failed requests that the current step expects. */
  forgive: (pattern: RegExp) => void;
  /** Throws with every error of the console, the page and the network. */
  quiet: () => void;
  close: () => Promise<void>;
};

const watchConsole = (page: Page, complaints: string[]): void => {
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    complaints.push(`console.${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complaints.push(`page error: ${error.stack ?? error.message}`));
  page.on('response', (reply) => {
    if (reply.status() >= 500) complaints.push(`${reply.status()} ${reply.url()}`);
  });
};

/** Runs in the page. A page without an address has no storage. */
const dismissTour = (): void => {
  try {
    localStorage.setItem('designer-tour', 'done');
  } catch {
    return;
  }
};

/** A visitor in a new browser context: no shared cookies or storage. */
export const openVisitor = async (
  browser: Browser,
  options: { baseURL: string; screen?: keyof typeof SCREENS; dark?: boolean; tour?: boolean },
): Promise<Visitor> => {
  const { baseURL, screen = 'wide', dark = false, tour = false } = options;
  const context = await browser.newContext({
    baseURL,
    viewport: SCREENS[screen],
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    acceptDownloads: true,
    hasTouch: screen === 'phone',
  });
  context.setDefaultTimeout(30_000);
  // The designer's tour would stand over the canvas; its own test asks for it.
  if (!tour) await context.addInitScript(dismissTour);
  const complaints: string[] = [];
  context.on('page', (page) => watchConsole(page, complaints));
  const page = await context.newPage();
  return {
    context,
    page,
    complaints,
    forgive: (pattern) => {
      const unforgiven = complaints.filter((complaint) => !pattern.test(complaint));
      complaints.splice(0, complaints.length, ...unforgiven);
    },
    quiet: () => {
      if (complaints.length > 0)
        throw new Error(`The browser complained:\n${complaints.join('\n')}`);
    },
    close: () => context.close(),
  };
};

/**
 * Waits until the page is hydrated, not only shows the server's HTML. Everything in `#page` is one
 * Suspense boundary, which React hydrates after the document around it. Listeners set in effects
 * follow in later tasks, before any task of the lowest priority. (An idle callback would never run
 * where a test freezes the clock.)
 */
export const waitUntilHydrated = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => {
    // A window opened by another page has no body until its document arrives.
    const last = document.querySelector('#page > :last-child') ?? document.querySelector('body');
    return last !== null && Object.keys(last).some((key) => key.startsWith('__reactFiber$'));
  });
  await page.evaluate(() => scheduler.postTask(() => undefined, { priority: 'background' }));
};

/**
 * Blocks scripts until the returned function is called. Open the page with `waitUntil: 'commit'`.
 */
export const holdScripts = async (page: Page): Promise<() => Promise<void>> => {
  const held: Route[] = [];
  let isOpen = false;
  await page.route('**/assets/*.js', (route) => {
    if (isOpen) return route.continue();
    held.push(route);
  });
  return async () => {
    isOpen = true;
    for (const route of held) await route.continue();
  };
};

/** Resize handlers measure in the next frames. */
export const waitForTwoFrames = (page: Page): Promise<unknown> =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );

/**
 * Opens a page and waits until it is ready for offline use. The offline code is a separate script
 * that loads when the page is idle. Tests that cut the network or the scripts start here. The
 * arrival of the script is not enough, because a busy machine runs it later; the page itself
 * reports that it has run.
 */
export const openWhole = async (page: Page, path: string): Promise<void> => {
  const rules = page.waitForResponse(/\/builds\/meta\//).then((reply) => reply.finished());
  await page.goto(path);
  await rules;
  await page.waitForFunction(() => performance.getEntriesByName('outages-bridged').length > 0);
  await waitUntilHydrated(page);
};

/**
 * axe's script. The Playwright package evaluates it twice per check, which costs more than the
 * check itself.
 */
const readAxeScript = (): string =>
  (axeSource ??= readFileSync(
    createRequire(require.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
    'utf8',
  ));
let axeSource: string | undefined;

const AA: readonly string[] = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Rule sets for axe: by tag, by name, or every rule. */
const ASKED = {
  'WCAG 2.2 AA': { runOnly: { type: 'tag', values: [...AA] } },
  'every rule': {},
  /** The only rules whose result can change when nothing but colours changes. */
  colours: { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
} satisfies Record<string, Axe.RunOptions>;

/**
 * Findings of axe, one line each; an empty list is a pass. Only violations are computed in full.
 * Frames are not checked.
 */
export const checkAccessibility = async (
  page: Page,
  rules: keyof typeof ASKED = 'WCAG 2.2 AA',
): Promise<string[]> => {
  if (page.frames().length > 1) throw new Error('axe looks at pages without frames only');
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(readAxeScript());
  return page.evaluate(async (asked: Axe.RunOptions) => {
    const { axe } = globalThis as unknown as { axe: typeof Axe };
    const { violations } = await axe.run(document, {
      resultTypes: ['violations'],
      // Only an experimental rule that is not in this set reads style sheets again.
      preload: { assets: ['media'] },
      ...asked,
    });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id}: ${help} – ${node.target.join(' ')} – ${node.html.slice(0, 200)}`),
    );
  }, ASKED[rules]);
};

/** Horizontal overflow in px. Pages must not scroll sideways. */
export const measureOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/**
 * Saves the full page and its first screen to the folder SHOTS_DIR; does nothing when it is unset.
 */
export const takeShot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.SHOTS_DIR;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: join(folder, `${name}-screen.png`) });
};
