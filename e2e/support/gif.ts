import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { waitUntilHydrated, measureOverflow } from './browser.ts';

/** Path of a small picture or video in `fixtures/clips`. */
export const getClipPath = (name: string): string =>
  join(import.meta.dirname, '../../fixtures/clips', name);
export const PICTURES = ['red.png', 'green.jpg', 'blue.webp', 'yellow.avif'].map(getClipPath);

export const openGifPage = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await waitUntilHydrated(page);
};

/** Clicks a button that saves a file and saves the file in this folder. */
export const saveDownload = async (page: Page, name: string, folder: string): Promise<string> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ]);
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return path;
};

/** Creates the GIF and saves it. */
export const makeGif = async (page: Page, folder: string): Promise<string> => {
  await page.getByRole('button', { name: '生成 GIF' }).click();
  // Fitting a file size encodes the file several times.
  await page.getByText('做好了').waitFor({ timeout: 120_000 });
  return saveDownload(page, '保存 GIF', folder);
};

export const findFrame = (page: Page, place: number) =>
  page.getByRole('button', { name: `第 ${place} 帧`, exact: true });
export const findTitle = (page: Page, name: string) =>
  page.getByRole('heading', { level: 2, name, exact: true });

/** Records requests with a body: opened files must not leave the browser. */
export const watchSent = (page: Page): string[] => {
  const sent: string[] = [];
  page.on('request', (item) => {
    if (item.postDataBuffer()) sent.push(item.url());
  });
  return sent;
};

/** Palette quantization changes colours slightly. */
export const isNear = (pixel: readonly number[], colour: readonly number[]): boolean =>
  colour.every((value, index) => Math.abs(value - (pixel[index] ?? -99)) < 12);

/** The colours of {@link PICTURES}. */
export const NAMED = {
  red: [253, 0, 0],
  green: [0, 128, 0],
  blue: [0, 0, 254],
  yellow: [255, 255, 0],
} as const;

export const getName = (pixel: readonly number[]): string =>
  Object.entries(NAMED).find(([, colour]) => isNear(pixel, colour))?.[0] ?? pixel.join();

/** Desktop, tablet and phone, px. */
export const WIDTHS = [
  { name: 'wide', width: 1440 },
  { name: 'tablet', width: 768 },
  { name: 'phone', width: 390 },
] as const;

/** Controls of the tool that cannot be tapped at the page's width: outside the page, or covered. */
const listOutOfReach = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = document.querySelectorAll<HTMLElement>(
      'main :is(a, button, input, select, textarea, [role="slider"])',
    );
    const isThere = (item: HTMLElement): boolean =>
      item.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !item.matches(':disabled') &&
      item.getBoundingClientRect().width > 1;
    const isHit = (item: HTMLElement): boolean => {
      item.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, top, width, height } = item.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      const around = item.closest('label');
      return hit !== null && (item.contains(hit) || (around?.contains(hit) ?? false));
    };
    return [...found]
      .filter((item) => isThere(item) && !isHit(item))
      .map((item) => item.getAttribute('aria-label') ?? item.textContent.trim().slice(0, 20));
  });

/**
 * Sets each of {@link WIDTHS} in turn and lists the overflow in px and the unreachable controls.
 */
export const findMisfits = async (page: Page): Promise<string[]> => {
  const all: string[] = [];
  for (const { name, width } of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const overflowPx = await measureOverflow(page);
    if (overflowPx > 0) all.push(`${name}: ${overflowPx} px`);
    for (const fault of await listOutOfReach(page)) all.push(`${name}: ${fault}`);
  }
  return all;
};
