/** Waits for one frame. */
import type { Template, TemplateElement } from '@yunbiao/label';
import type { CDPSession, Page } from 'playwright-core';
import { waitUntilHydrated, openBrowser, openVisitor } from '../e2e/support/browser.ts';
import { startServer } from '../e2e/support/server.ts';
import { whenQuiet } from './support/quiet.ts';

const FRAME_MS = 16;
const SLOW_DOWN = 4;
const COLUMNS = 10;
const ROWS = 20;
const MOVES = 60;

const elementAt = (n: number): TemplateElement => {
  const place = {
    id: `e${n}`,
    xMm: 1 + (n % COLUMNS) * 9.8,
    yMm: 1 + Math.floor(n / COLUMNS) * 7.4,
    widthMm: 9,
    heightMm: 6,
    rotation: 0 as const,
  };
  if (n % 10 === 0) return { ...place, type: 'qr', content: `A${n}`, level: 'L' };
  if (n % 5 === 0) return { ...place, type: 'rect', lineMm: 0.25 };
  return {
    ...place,
    type: 'text',
    content: `南坡脐橙 ${n}`,
    sizeMm: 2.5,
    weight: 400,
    align: 'left',
    fit: 'shrink',
  };
};

const template: Template = {
  version: 1,
  widthMm: 100,
  heightMm: 150,
  fields: [],
  elements: Array.from({ length: COLUMNS * ROWS }, (_, n) => elementAt(n)),
};

const scriptMs = async (session: CDPSession): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0);
};

/** Scripting time of each action, ms. */
const waitForFrame = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
      ),
  );

const server = await startServer();
const browser = await openBrowser();
try {
  const visitor = await openVisitor(browser, { baseURL: server.url });
  const { page, context } = visitor;
  await page.addInitScript((json) => {
    sessionStorage.setItem('incoming-design', JSON.stringify({ name: '两百个元素', json }));
  }, JSON.stringify(template));
  await page.goto('/yunbiao/tools/design-new.html');
  await waitUntilHydrated(page);
  const label = page.getByRole('img', { name: /^正在设计的 100/ });
  await label.waitFor();
  await page.waitForLoadState('networkidle');
  await whenQuiet(10_000);
  const box = await label.boundingBox();
  if (!box) throw new Error('no label on the canvas');
  const mm = box.width / template.widthMm;
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });

  const measureActs = async (acts: readonly (() => Promise<unknown>)[]): Promise<number[]> => {
    const taken: number[] = [];
    for (const act of acts) {
      const before = await scriptMs(session);
      await act();
      await waitForFrame(page);
      taken.push((await scriptMs(session)) - before);
    }
    return taken.sort((a, b) => a - b);
  };
  const printFigure = (what: string, taken: readonly number[], max: number | null): void => {
    const [middle, worst] = [taken[Math.floor(taken.length / 2)] ?? 0, taken.at(-1) ?? 0];
    const isOver = max !== null && middle > max;
    if (isOver) process.exitCode = 1;
    const verdict = max === null ? '' : isOver ? `OVER ${max}` : 'ok';
    console.log(
      `${what.padEnd(36)}median ${middle.toFixed(1)} ms, worst ${worst.toFixed(1)} ms  ${verdict}`,
    );
  };
  const moveTo = (n: number) => async (): Promise<void> =>
    page.mouse.move(box.x + (14 + n * 0.6) * mm, box.y + (11 + n) * mm);

  await page.mouse.move(box.x + 14 * mm, box.y + 11 * mm);
  await page.mouse.down();
  await moveTo(1)();
  const steps = Array.from({ length: MOVES }, (_, n) => moveTo(2 + n));
  printFigure('drag of one among 200, a frame', await measureActs(steps), FRAME_MS);
  printFigure(
    'its end: the label is drawn again',
    await measureActs([() => page.mouse.up()]),
    null,
  );

  await page.keyboard.press('Escape');
  await page.mouse.move(box.x + 0.2 * mm, box.y + 0.2 * mm);
  await page.mouse.down();
  await moveTo(1)();
  printFigure('marquee over 200, a frame', await measureActs(steps), FRAME_MS);
  await page.mouse.up();

  await page.keyboard.press('ControlOrMeta+a');
  await page.mouse.move(box.x + 14 * mm, box.y + 11 * mm);
  await page.mouse.down();
  await moveTo(1)();
  printFigure('drag of all 200, a frame', await measureActs(steps), FRAME_MS);
  await page.mouse.up();
  const undo = (): Promise<void> => page.keyboard.press('ControlOrMeta+z');
  printFigure('undo', await measureActs([undo, undo]), null);
  await visitor.close();
} finally {
  await browser.close();
  await server.stop();
}
