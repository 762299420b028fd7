/**
 * Video frames per second of CPU time and of wall time, decoded, scaled and read as pixels: 视频转 GIF
 * in Chromium against ffmpeg.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { openBrowser, openVisitor } from '../e2e/support/browser.ts';
import { openGifPage, findTitle } from '../e2e/support/gif.ts';
import { startServer } from '../e2e/support/server.ts';

const FRAMES = 300;
const [WIDTH, HEIGHT] = [480, 270];
const ROUNDS = 3;

type Pace = { cpu: number; clock: number };

const folder = mkdtempSync(join(tmpdir(), 'bench-gif-video-'));
const film = join(folder, 'film.mp4');

/** Decodes every frame at the given size as RGBA, on one thread and on ffmpeg's default. */
const withFfmpeg = (threads: string): Pace => {
  const scaled = ['-vf', `scale=${WIDTH}:${HEIGHT}`, '-pix_fmt', 'rgba', '-f', 'rawvideo'];
  const args = ['-v', 'error', '-y', '-threads', threads, '-i', film, ...scaled, '/dev/null'];
  const begun = performance.now();
  const { stderr, status } = spawnSync('/usr/bin/time', ['-f', '%U %S', 'ffmpeg', ...args]);
  if (status !== 0) throw new Error(`ffmpeg: ${stderr.toString()}`);
  const [user = 0, system = 0] = stderr.toString().trim().split(' ').map(Number);
  return {
    cpu: FRAMES / (user + system),
    clock: FRAMES / ((performance.now() - begun) / 1000),
  };
};

/** Records when the encoding worker reports a frame as read. Runs in the page. */
const listen = (): void => {
  const page = globalThis as typeof globalThis & { __read: { at: number; frame: number }[] };
  page.__read = [];
  const Original = Worker;
  page.Worker = class extends Original {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      this.addEventListener('message', ({ data }: MessageEvent) => {
        if (data.kind === 'progress' && data.phase === 'read')
          page.__read.push({ at: performance.now(), frame: data.frame });
      });
    }
  };
};

/** CPU time of all browser processes, s. */
const getCpu = async (browser: Browser): Promise<number> => {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
};

const inPage = async (browser: Browser, url: string): Promise<Pace> => {
  const visitor = await openVisitor(browser, { baseURL: url });
  const { page } = visitor;
  try {
    await page.addInitScript(listen);
    await openGifPage(page, '/tools/videoToGif');
    await page.getByLabel('选视频').setInputFiles(film);
    await findTitle(page, '截取片段').waitFor();
    const end = page.getByRole('slider', { name: '到哪里为止' });
    await end.focus();
    for (let second = 0; second < FRAMES / 30; second += 1) await page.keyboard.press('PageUp');
    await page.getByLabel('帧率').fill('30');
    await findTitle(page, `${FRAMES} 帧`).waitFor();
    await page.getByText(/^(?:不压)?大约 /).waitFor({ timeout: 120_000 });
    await page.getByText('正在画', { exact: true }).waitFor({ state: 'detached' });
    const before = await getCpu(browser);
    await page.getByRole('button', { name: '生成 GIF' }).click();
    await page.waitForFunction(
      (frames) =>
        (globalThis as typeof globalThis & { __read: { frame: number }[] }).__read.at(-1)?.frame ===
        frames,
      FRAMES,
      { polling: 50, timeout: 120_000 },
    );
    const cpu = (await getCpu(browser)) - before;
    const ms = await page.evaluate(() => {
      const { __read: read } = globalThis as typeof globalThis & { __read: { at: number }[] };
      return (read.at(-1)?.at ?? 0) - (read[0]?.at ?? 0);
    });
    return { cpu: FRAMES / cpu, clock: (FRAMES - 1) / (ms / 1000) };
  } finally {
    await visitor.close();
  }
};

const chooseBest = (paces: readonly Pace[]): Pace => ({
  cpu: Math.max(...paces.map(({ cpu }) => cpu)),
  clock: Math.max(...paces.map(({ clock }) => clock)),
});
const rounds = Array.from({ length: ROUNDS }, (_, round) => round);
const printPace = (name: string, { cpu, clock }: Pace): void =>
  console.log(
    `${name.padEnd(24)}${cpu.toFixed(0).padStart(6)} a second of CPU${clock.toFixed(0).padStart(8)} by the clock`,
  );

const server = await startServer();
let browser: Browser | undefined;
try {
  const made = 'mandelbrot=size=1280x720:rate=30:maxiter=200';
  const to = ['-frames:v', String(FRAMES), '-pix_fmt', 'yuv420p', film];
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', made, ...to]);
  browser = await openBrowser();
  const paces: Pace[] = [];
  for (const _ of rounds) paces.push(await inPage(browser, server.url));
  console.log(`${FRAMES} frames of 1280 × 720 to ${WIDTH} × ${HEIGHT}, best of ${ROUNDS}`);
  printPace('视频转 GIF', chooseBest(paces));
  printPace('ffmpeg, one thread', chooseBest(rounds.map(() => withFfmpeg('1'))));
  printPace('ffmpeg', chooseBest(rounds.map(() => withFfmpeg('0'))));
} finally {
  await browser?.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
