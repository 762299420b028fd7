import { describe, expect, it } from 'vitest';
import { createAnimatedGif, createPng } from '../testing-images.ts';
import { BusyError, createImageConverter, NoWorkerError } from './convert.ts';
import { decodeFirstFrame } from './gif-frame.ts';
import { probeImage } from '@yunbiao/contract/image/probe';
import { computeCenterSquare, shrinkPixels, rotateUpright } from './scale.ts';

const createPicture = (width: number, height: number, rgba: number[]) => ({
  width,
  height,
  data: Uint8ClampedArray.from(rgba),
});

describe('making smaller', () => {
  it('averages what lies under a pixel, colours by their opacity', () => {
    const two = createPicture(2, 1, [200, 0, 0, 255, 0, 100, 0, 0]);
    const { data } = shrinkPixels(two, { x: 0, y: 0, width: 2, height: 1 }, 1, 1);
    expect(Array.from(data)).toEqual([200, 0, 0, 128]);
  });

  it('cuts the middle out', () => {
    expect(computeCenterSquare(10, 4)).toEqual({ x: 3, y: 0, width: 4, height: 4 });
  });
});

describe('orientation', () => {
  // 1 2 3
  // 4 5 6
  const picture = createPicture(
    3,
    2,
    [1, 2, 3, 4, 5, 6].flatMap((value) => [value, 0, 0, 255]),
  );
  it.each([
    [1, '123456'],
    [2, '321654'],
    [3, '654321'],
    [4, '456123'],
    [5, '142536'],
    [6, '415263'],
    [7, '635241'],
    [8, '362514'],
  ])('%d', (orientation, expected) => {
    const { data, width } = rotateUpright(picture, orientation);
    expect(width).toBe(orientation >= 5 ? 2 : 3);
    expect(Array.from(data.filter((_, i) => i % 4 === 0)).join('')).toBe(expected);
  });
});

describe('a GIF', () => {
  it('ends with an error wherever it is cut off before its first frame does', () => {
    const whole = createAnimatedGif();
    for (let length = 13; length < 35; length++)
      expect(() => decodeFirstFrame(whole.subarray(0, length))).toThrow();
    expect(Array.from(decodeFirstFrame(whole).data.subarray(0, 4))).toEqual([255, 0, 0, 255]);
  });

  it('survives any data in place of its codes', () => {
    const whole = createAnimatedGif();
    for (let byte = 0; byte < 256; byte++)
      for (const at of [30, 31, 32]) {
        const spoilt = Buffer.from(whole);
        spoilt[at] = byte;
        try {
          expect(decodeFirstFrame(spoilt).data.length).toBe(16);
        } catch (error) {
          expect(error).toMatchObject({ message: 'broken GIF' });
        }
      }
  });
});

describe('converting', () => {
  const createConversion = async (side: number) => {
    const bytes = await createPng(side, side);
    const found = probeImage(bytes);
    if (!found) throw new Error('no picture');
    return { bytes, probe: found, usage: 'post' as const };
  };

  it('gives up on a picture that takes too long', async () => {
    const convert = createImageConverter({ atOnce: 1, waiting: 1, timeMs: 1 });
    await expect(convert(await createConversion(8))).rejects.toThrow('took too long');
    await expect(convert(await createConversion(8))).rejects.toThrow('took too long');
  });

  it('says nothing of a picture where no thread can be started', async () => {
    const convert = createImageConverter(undefined, () => {
      throw new Error('no more threads');
    });
    const refused = convert(await createConversion(8));
    await expect(refused).rejects.toBeInstanceOf(NoWorkerError);
    await expect(refused).rejects.toMatchObject({ cause: { message: 'no more threads' } });
  });

  it('lets few wait, and refuses the rest at once', async () => {
    const convert = createImageConverter({ atOnce: 1, waiting: 1, timeMs: 20_000 });
    const conversion = await createConversion(8);
    const results = await Promise.allSettled([
      convert(conversion),
      convert(conversion),
      convert(conversion),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(results[2]).toMatchObject({ reason: expect.any(BusyError) });
    expect(await convert(conversion)).toMatchObject({ width: 8, height: 8 });
  });
});
