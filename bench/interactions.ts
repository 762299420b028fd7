/**
 * Response time of each page to scripted interactions at 4 × CPU slow-down, by Event Timing.
 * Arguments select pages by name.
 */
import type { Browser, Page } from 'playwright-core';
import { waitUntilHydrated, openBrowser, openVisitor } from '../e2e/support/browser.ts';
import { type PublicPage, listPublicPages } from '../e2e/support/pages.ts';
import { startServer } from '../e2e/support/server.ts';
import { ACTS, EVERYWHERE } from './support/acts.ts';
import { whenQuiet } from './support/quiet.ts';

/** ms from the input to the next paint, as INP counts. */
const LIMIT_MS = 100;
const SLOW_DOWN = 4;
/**
 * Number of fresh pages per interaction; the median counts, because other load can hit one of them.
 */
const ROUNDS = 3;

type Answer = { ms: number; event: string };

/**
 * Records the slowest event of every interaction. Event Timing reports nothing below 16 ms. Runs in
 * the page.
 */
const observe = (): void => {
  const page = globalThis as typeof globalThis & { __slowest: { ms: number; event: string } };
  page.__slowest = { ms: 0, event: '' };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      const isOfPerson = (entry as PerformanceEventTiming & { interactionId: number })
        .interactionId;
      if (!isOfPerson || entry.duration <= page.__slowest.ms) continue;
      const waited = Math.round(entry.processingStart - entry.startTime);
      const worked = Math.round(entry.processingEnd - entry.processingStart);
      page.__slowest = {
        ms: entry.duration,
        event: `${entry.name}: waited ${waited}, handlers ${worked}`,
      };
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
};

const countInteractions = (page: Page): Promise<number> =>
  page.evaluate(() => (performance as Performance & { interactionCount: number }).interactionCount);

const measureOnce = async (
  browser: Browser,
  url: string,
  path: string,
  act: (page: Page) => Promise<unknown>,
): Promise<Answer> => {
  const visitor = await openVisitor(browser, { baseURL: url, screen: 'phone' });
  const { page } = visitor;
  try {
    await page.addInitScript(observe);
    await page.goto(path);
    await waitUntilHydrated(page);
    await page.waitForLoadState('networkidle');
    await whenQuiet(10_000);
    const session = await visitor.context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
    await act(page);
    await page.waitForTimeout(600);
    if ((await countInteractions(page)) === 0) throw new Error(`nothing was done on ${path}`);
    return await page.evaluate(
      () => (globalThis as typeof globalThis & { __slowest: Answer }).__slowest,
    );
  } finally {
    await visitor.close();
  }
};

const byTime = (answers: Answer[]): Answer[] => answers.toSorted((a, b) => a.ms - b.ms);

const measure = async (browser: Browser, url: string, page: PublicPage): Promise<void> => {
  // The page of a disabled software has no header and no menu, and the designer fills the window.
  const isBare = page.name.endsWith('/denied') || page.name.includes('/design-');
  const acts = { ...(isBare ? {} : EVERYWHERE), ...ACTS[page.name] };
  for (const [name, act] of Object.entries(acts)) {
    const answers: Answer[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      answers.push(await measureOnce(browser, url, page.path, act));
    const middle = byTime(answers)[Math.floor(ROUNDS / 2)] ?? { ms: 0, event: '' };
    const isGood = middle.ms <= LIMIT_MS;
    if (!isGood) process.exitCode = 1;
    const figure = middle.ms === 0 ? '< 16 ms' : `${middle.ms.toFixed(0)} ms`;
    console.log(
      `${page.name.padEnd(28)}${name.padEnd(26)}${figure.padStart(8)}  ${isGood ? 'ok' : `OVER  ${middle.event}`}`,
    );
  }
};

const asked = process.argv.slice(2);
const server = await startServer();
let browser: Browser | undefined;
try {
  browser = await openBrowser();
  const pages = await listPublicPages(server);
  for (const page of pages)
    if (asked.length === 0 || asked.some((item) => page.name.includes(item)))
      await measure(browser, server.url, page);
  console.log(`limit ${LIMIT_MS} ms at ${SLOW_DOWN} × CPU slow-down, 390 px, median of ${ROUNDS}`);
} finally {
  await browser?.close();
  await server.stop();
}
