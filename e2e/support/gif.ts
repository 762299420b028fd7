import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { hydrated } from './browser.ts';

/** A small picture or film of `fixtures/clips`. */
export const clip = (name: string): string =>
  join(import.meta.dirname, '../../fixtures/clips', name);
export const PICTURES = ['red.png', 'green.jpg', 'blue.webp', 'yellow.avif'].map(clip);

/** Opens a tool by its address. */
export const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await hydrated(page);
};

/** Presses a button that saves a file, in this folder. */
export const saved = async (page: Page, name: string, folder: string): Promise<string> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ]);
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return path;
};

/** Makes the GIF and saves it. */
export const made = async (page: Page, folder: string): Promise<string> => {
  await page.getByRole('button', { name: '生成 GIF' }).click();
  // Fitting a size makes the file several times.
  await page.getByText('做好了').waitFor({ timeout: 120_000 });
  return saved(page, '保存 GIF', folder);
};

export const frame = (page: Page, place: number) =>
  page.getByRole('button', { name: `第 ${place} 帧`, exact: true });
export const title = (page: Page, name: string) =>
  page.getByRole('heading', { level: 2, name, exact: true });

/** Nothing of what somebody opens leaves the browser: no request has a body. */
export const watchSent = (page: Page): string[] => {
  const sent: string[] = [];
  page.on('request', (one) => {
    if (one.postDataBuffer()) sent.push(one.url());
  });
  return sent;
};

/** What comes of a colour on the way through a palette is near, not the same. */
export const isNear = (pixel: readonly number[], colour: readonly number[]): boolean =>
  colour.every((value, index) => Math.abs(value - (pixel[index] ?? -99)) < 12);

/** The colours of {@link PICTURES}. */
export const NAMED = {
  red: [253, 0, 0],
  green: [0, 128, 0],
  blue: [0, 0, 254],
  yellow: [255, 255, 0],
} as const;

export const nameOf = (pixel: readonly number[]): string =>
  Object.entries(NAMED).find(([, colour]) => isNear(pixel, colour))?.[0] ?? pixel.join();
