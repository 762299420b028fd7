import type { Page } from 'playwright-core';

/** Runs in a page: share of pixels that differ, 0 to 1; 1 when the sizes differ. */
const comparePixels = async ([before, after]: [string, string]): Promise<number> => {
  const read = async (base64: string): Promise<ImageData> => {
    const reply = await fetch(`data:image/png;base64,${base64}`);
    const bitmap = await createImageBitmap(await reply.blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(bitmap, 0, 0);
    return context.getImageData(0, 0, bitmap.width, bitmap.height);
  };
  const [first, second] = await Promise.all([read(before), read(after)]);
  if (first.width !== second.width || first.height !== second.height) return 1;
  const [a, b] = [new Uint32Array(first.data.buffer), new Uint32Array(second.data.buffer)];
  return a.reduce((differing, pixel, at) => differing + (pixel === b[at] ? 0 : 1), 0) / a.length;
};

/** Share of pixels that differ between two PNG files, 0 to 1. `page` is a blank page to work in. */
export const comparePictures = async (page: Page, before: Buffer, after: Buffer): Promise<number> =>
  before.equals(after)
    ? 0
    : page.evaluate(comparePixels, [before.toString('base64'), after.toString('base64')] as [
        string,
        string,
      ]);
