/**
 * The GIF tools: the page's longest task while files are opened, a GIF is created or fitted, and
 * sliders are dragged. `--why` lists the parts of that task.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openVisitor } from '../e2e/support/browser.ts';
import { openGifPage, findTitle } from '../e2e/support/gif.ts';
import { startServer } from '../e2e/support/server.ts';
import { whenQuiet } from './support/quiet.ts';
import { longestTask, type Longest } from './support/tasks.ts';

const LIMIT_MS = 50;
const PICTURES = 100;
/** Number of fresh pages per action; the median counts, because other load can hit any of them. */
const ROUNDS = 3;
const MOVES = 40;

const { values } = parseArgs({
  options: { why: { type: 'boolean' }, only: { type: 'string' }, slow: { type: 'string' } },
});
const slowDown = Number(values.slow ?? 1);

const folder = mkdtempSync(join(tmpdir(), 'bench-gif-page-'));
const film = join(folder, 'film.mp4');
const make = (...args: string[]): void => {
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args]);
};
const buildSourceArguments = (size: string, rate: number, seconds: number): string[] => [
  '-f',
  'lavfi',
  '-i',
  `testsrc2=size=${size}:rate=${rate}:duration=${seconds}`,
];

const openFilm = async (page: Page): Promise<void> => {
  await page.getByLabel('选视频').setInputFiles(film);
  await findTitle(page, '截取片段').waitFor();
  await waitUntilDrawn(page);
};
const listPictures = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jpg'))
    .map((name) => join(folder, name));
const openPictures = async (page: Page): Promise<void> => {
  await page.getByLabel('选图片').setInputFiles(listPictures());
  await findTitle(page, `${PICTURES} 帧`).waitFor();
  await waitUntilDrawn(page);
};

/** All pictures of the frames and the estimate are on screen. */
const waitUntilDrawn = async (page: Page): Promise<void> => {
  await page.getByText(/^(?:不压)?大约 /).waitFor();
  await page.getByText('正在画', { exact: true }).waitFor({ state: 'detached' });
};

const makeGif = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: '生成 GIF' }).click();
  await page.getByText('做好了').waitFor({ timeout: 240_000 });
};

const drag = async (page: Page, what: string, by: number): Promise<void> => {
  const slider = page.getByRole('slider', { name: what });
  await slider.scrollIntoViewIfNeeded();
  const box = await slider.boundingBox();
  if (!box) throw new Error(`${what} is not in view`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let at = 1; at <= MOVES; at += 1) await page.mouse.move(x + (by * at) / MOVES, y);
  await page.mouse.up();
  await waitUntilDrawn(page);
};

type Act = {
  path: '/tools/videoToGif' | '/tools/gifGenerator';
  before?: (page: Page) => Promise<void>;
  act: (page: Page) => Promise<void>;
};

const ACTS: Record<string, Act> = {
  'opening a video': { path: '/tools/videoToGif', act: openFilm },
  'opening 100 pictures': { path: '/tools/gifGenerator', act: openPictures },
  'dragging an end of the film': {
    path: '/tools/videoToGif',
    before: openFilm,
    act: (page) => drag(page, '到哪里为止', -120),
  },
  'dragging the loss': {
    path: '/tools/gifGenerator',
    before: openPictures,
    act: (page) => drag(page, '有损', 100),
  },
  'making the GIF': { path: '/tools/videoToGif', before: openFilm, act: makeGif },
  'fitting 500 KB': {
    path: '/tools/videoToGif',
    before: async (page) => {
      await openFilm(page);
      await page.getByRole('button', { name: '微信表情 500 KB' }).click();
      await waitUntilDrawn(page);
    },
    act: makeGif,
  },
};

const measureOnce = async (
  browser: Browser,
  url: string,
  { path, before, act }: Act,
): Promise<Longest> => {
  const visitor = await openVisitor(browser, { baseURL: url });
  const { page, context } = visitor;
  try {
    await openGifPage(page, path);
    await page.waitForLoadState('networkidle');
    await before?.(page);
    await whenQuiet(5_000);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
    return await longestTask(browser, page, () => act(page));
  } finally {
    await visitor.close();
  }
};

const server = await startServer();
let browser: Browser | undefined;
try {
  make(...buildSourceArguments('1280x720', 30, 8), '-pix_fmt', 'yuv420p', film);
  make(
    ...buildSourceArguments('1200x900', 25, PICTURES / 25),
    '-q:v',
    '4',
    join(folder, '%03d.jpg'),
  );
  browser = await openBrowser();
  for (const [name, act] of Object.entries(ACTS)) {
    if (values.only !== undefined && !name.includes(values.only)) continue;
    const tasks: Longest[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      tasks.push(await measureOnce(browser, server.url, act));
    const [middle] = tasks.toSorted((a, b) => a.cpu - b.cpu).slice(Math.floor(ROUNDS / 2));
    if (!middle) continue;
    const isGood = middle.cpu <= LIMIT_MS;
    if (!isGood) process.exitCode = 1;
    const min = Math.min(...tasks.map(({ wall }) => wall));
    console.log(
      `${name.padEnd(30)}${middle.cpu.toFixed(1).padStart(7)} ms of CPU, ${min.toFixed(0)} ms by the clock  ${isGood ? 'ok' : 'OVER'}`,
    );
    if (values.why === true) console.log(middle.inside.map((item) => `    ${item}`).join('\n'));
  }
  console.log(
    `limit ${LIMIT_MS} ms at ${slowDown} × CPU slow-down; CPU: median of ${ROUNDS}, by the clock: the least of them`,
  );
} finally {
  await browser?.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
