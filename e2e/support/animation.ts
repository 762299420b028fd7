import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

export type Animation = {
  width: number;
  height: number;
  /** Number of repeats; Infinity: endless. */
  repeats: number;
  /** ms. */
  delays: readonly number[];
  /** RGB of the centre pixel of each frame. */
  pixels: readonly (readonly number[])[];
};

/** Reads a file with Chromium's own decoder, which shares no code with ours. */
export const readAnimation = async (page: Page, path: string, type: string): Promise<Animation> => {
  const data = (await readFile(path)).toString('base64');
  return page.evaluate(
    async ([base64, mime]) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const decoder = new ImageDecoder({ data: bytes, type: mime });
      await decoder.tracks.ready;
      await decoder.completed;
      const track = decoder.tracks.selectedTrack;
      const out = { width: 0, height: 0, delays: [] as number[], pixels: [] as number[][] };
      for (let frameIndex = 0; frameIndex < (track?.frameCount ?? 0); frameIndex += 1) {
        const { image } = await decoder.decode({ frameIndex });
        out.width = image.displayWidth;
        out.height = image.displayHeight;
        out.delays.push(Math.round((image.duration ?? 0) / 1000));
        const canvas = new OffscreenCanvas(out.width, out.height);
        const ctx = canvas.getContext('2d');
        ctx?.drawImage(image, 0, 0);
        const middle = ctx?.getImageData(out.width >> 1, out.height >> 1, 1, 1).data;
        out.pixels.push([...(middle ?? [])].slice(0, 3));
        image.close();
      }
      return { ...out, repeats: track?.repetitionCount ?? 0 };
    },
    [data, type] as const,
  );
};

/** Distinct colours (RGBA) of the first frame. */
export const listColours = async (page: Page, path: string): Promise<number[][]> => {
  const data = (await readFile(path)).toString('base64');
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const ctx = canvas.getContext('2d');
    ctx?.drawImage(image, 0, 0);
    const pixels = ctx?.getImageData(0, 0, image.width, image.height).data ?? [];
    const seen = new Set<string>();
    for (let at = 0; at < pixels.length; at += 4) seen.add(pixels.slice(at, at + 4).join());
    return [...seen].map((item) => item.split(',').map(Number));
  }, data);
};

/** Colours (RGB) of the first frame's corners: top left, top right, bottom left, bottom right. */
export const listCorners = async (page: Page, path: string): Promise<number[][]> => {
  const data = (await readFile(path)).toString('base64');
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const ctx = canvas.getContext('2d', { willReadFrequently: true });
    ctx?.drawImage(image, 0, 0);
    const [right, bottom] = [image.width - 2, image.height - 2];
    return [
      [1, 1],
      [right, 1],
      [1, bottom],
      [right, bottom],
    ].map(([x = 0, y = 0]) => [...(ctx?.getImageData(x, y, 1, 1).data ?? [])].slice(0, 3));
  }, data);
};

/** The visible text of the page. */
export const readPageText = (page: Page): Promise<string> =>
  page.evaluate(() => document.body.innerText);
