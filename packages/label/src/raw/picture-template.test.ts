import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { layoutLabel } from '../layout/layout.ts';
import type { Deflate } from '../output/deflate.ts';
import { bitmapToPng, grayToPng } from '../output/png.ts';
import { type Bitmap, createBitmap, isBlackDot } from '../raster/bitmap.ts';
import { rasterizeScene } from '../raster/rasterize.ts';
import type { Dpi, Rotation } from '../template.ts';
import { testFonts } from '../testing/fixtures.ts';
import { createPictureTemplate } from './picture-template.ts';

const deflate: Deflate = (bytes, level) => deflateSync(bytes, { level });
const MOST = { images: 4, characters: 100_000 };

/** A pattern that shows each shift, rotation and scale, as irregular as `isBlack` makes it. */
const createDots = (
  width: number,
  height: number,
  isBlack: (x: number, y: number) => boolean,
): Bitmap => {
  const bitmap = createBitmap(width, height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (isBlack(x, y)) {
        const at = y * bitmap.stride + (x >> 3);
        bitmap.data[at] = (bitmap.data[at] ?? 0) | (0x80 >> (x & 7));
      }
  return bitmap;
};
const isLineDot = (x: number, y: number): boolean => (x * 7 + y * 13 + ((x * y) % 5)) % 3 === 0;
/** Pseudo-random and incompressible. */
const isNoiseDot = (x: number, y: number): boolean => {
  let hash = Math.imul(x + 1, 0x85ebca6b) ^ Math.imul(y + 1, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) & 1) === 1;
};

const readPrinted = (
  bytes: Uint8Array,
  { dpi, rotation = 0, side = 50 }: { dpi: Dpi; rotation?: Rotation; side?: number },
) => {
  const stock = { widthMm: side, heightMm: side, dpi, rotation, most: MOST };
  const { template } = createPictureTemplate(bytes, stock, deflate);
  const scene = layoutLabel({ template, data: {}, media: { dpi, rotation }, fonts: testFonts() });
  return { template, bitmap: rasterizeScene(scene) };
};

describe('a picture that is a label', () => {
  it.each([203, 300, 600] as const)('comes out a dot a pixel at %i dpi', (dpi) => {
    const picture = createDots(301, 173, isLineDot);
    const { bitmap } = readPrinted(bitmapToPng(picture, deflate), { dpi });
    for (let y = 0; y < bitmap.height; y += 1)
      for (let x = 0; x < bitmap.width; x += 1)
        if (isBlackDot(bitmap, x, y) !== isBlackDot(picture, x, y))
          expect([x, y]).toEqual('as in the picture');
  });

  it('is turned with its label, and still a dot a pixel', () => {
    const picture = createDots(120, 90, isLineDot);
    const { bitmap } = readPrinted(bitmapToPng(picture, deflate), { dpi: 203, rotation: 90 });
    for (let y = 0; y < 90; y += 1)
      for (let x = 0; x < 120; x += 1)
        if (isBlackDot(bitmap, bitmap.width - 1 - y, x) !== isBlackDot(picture, x, y))
          expect([x, y]).toEqual('as in the picture');
  });

  it('is kept in bands where one would be too large, and refused where four are', () => {
    const picture = createDots(1_000, 900, isNoiseDot);
    const { template, bitmap } = readPrinted(bitmapToPng(picture, deflate), { dpi: 600 });
    expect(template.images?.length).toBeGreaterThan(1);
    for (let y = 0; y < 900; y += 7)
      for (let x = 0; x < 1_000; x += 3)
        if (isBlackDot(bitmap, x, y) !== isBlackDot(picture, x, y))
          expect([x, y]).toEqual('as in the picture');
    const wild = bitmapToPng(createDots(2_000, 1_900, isNoiseDot), deflate);
    expect(() => readPrinted(wild, { dpi: 600, side: 100 })).toThrow('存不下');
  });

  it('is black where it is darker than the middle', () => {
    const gray = Uint8Array.from([0, 127, 128, 255]);
    const bytes = grayToPng({ width: 4, height: 1, gray }, deflate);
    const { bitmap } = readPrinted(bytes, { dpi: 203 });
    expect([0, 1, 2, 3].map((x) => isBlackDot(bitmap, x, 0))).toEqual([true, true, false, false]);
  });

  it('is refused by its header when it is larger than the label', () => {
    const bytes = bitmapToPng(createDots(401, 10, isLineDot), deflate);
    // Only the header is read.
    expect(() => readPrinted(bytes.subarray(0, 40), { dpi: 203 })).toThrow('401 × 10 点');
  });
});
