import { describe, expect, it } from 'vitest';
import { createGifEncoder, decodeGifFrames } from './index.ts';
import type { EncoderOptions, Frame } from './index.ts';
import { createDriftingClip, createRandom, createTexturedClip } from './testing/clips.ts';
import { runFfmpeg, runGifsicle, hasFfmpeg, hasGifsicle } from './testing/programs.ts';

const WIDTH = 61;
const HEIGHT = 43;
const SIZE = { width: WIDTH, height: HEIGHT };

/** Discs that appear and disappear on a transparent ground: the previous frame must be cleared. */
function createStickers(): Frame[] {
  return Array.from({ length: 5 }, (_, index) => {
    const data = new Uint8ClampedArray(WIDTH * HEIGHT * 4);
    for (let at = 0; at < WIDTH * HEIGHT; at += 1) {
      const x = (at % WIDTH) - 10 - index * 9;
      const y = Math.floor(at / WIDTH) - 20;
      if (x * x + y * y < 80) data.set([200, 20 * index, x * 9 + 100, 255], at * 4);
    }
    return { data, delay: 80 };
  });
}

/** Nothing repeats: the code table fills up and is reset. */
function createNoise(): Frame[] {
  const random = createRandom(3);
  return Array.from({ length: 3 }, () => ({
    data: Uint8ClampedArray.from({ length: WIDTH * HEIGHT * 4 }, (_, at) =>
      at % 4 === 3 ? 255 : random() * 256,
    ),
    delay: 1000 / 30,
  }));
}

type Case = readonly [string, Partial<EncoderOptions>, readonly Frame[], readonly number[], string];

const drifting = createDriftingClip(WIDTH, HEIGHT, 4, 45);
const still = drifting.slice(0, 1);
const COLORS = {
  palette: { rgb: Uint8Array.from({ length: 192 }, (_, at) => (at * 89) % 256), size: 64 },
};
const CASES: readonly Case[] = [
  ['a shared palette, lossy', { ...COLORS, lossiness: 20 }, drifting, [50, 40, 50, 40], 'forever'],
  ['own palettes', {}, drifting, [50, 40, 50, 40], 'forever'],
  ['two colours, three times', { colors: 2, plays: 3 }, drifting, [50, 40, 50, 40], 'count 2'],
  [
    'a shared palette, dithered, once',
    {
      palette: { rgb: Uint8Array.from({ length: 21 }, (_, at) => at * 12), size: 7 },
      dither: { kind: 'diffusion', strength: 1 },
      plays: 1,
    },
    drifting,
    [50, 40, 50, 40],
    'once',
  ],
  ['best and lossy', { effort: 'best', lossiness: 40 }, drifting, [50, 40, 50, 40], 'forever'],
  ['frames with nothing in places', {}, createStickers(), [80, 80, 80, 80, 80], 'forever'],
  ['noise', { effort: 'best' }, createNoise(), [30, 40, 30], 'forever'],
  ['detail', { lossiness: 10 }, createTexturedClip(WIDTH, HEIGHT, 3), [50, 50, 50], 'forever'],
  ['one frame', {}, still, [50], 'forever'],
];

function encode(options: Partial<EncoderOptions>, frames: readonly Frame[]): Uint8Array {
  const encoder = createGifEncoder({ ...SIZE, ...options });
  const chunks = frames.map((frame) => encoder.add(frame));
  return new Uint8Array(Buffer.concat([...chunks, encoder.finish()]));
}

/** Colours of opaque pixels, zeros for transparent ones. */
function getSeenPixels(data: Uint8Array | Uint8ClampedArray): Buffer {
  const copy = Buffer.from(data);
  for (let at = 0; at < copy.length; at += 4) if (copy[at + 3] === 0) copy.fill(0, at, at + 4);
  return copy;
}

describe.each(CASES)('a file of %s', (_, options, frames, delays, loop) => {
  const bytes = encode(options, frames);

  it('is, for gifsicle, of the size, delays and loop asked for', (ctx) => {
    if (!hasGifsicle) ctx.skip('gifsicle：没有找到');
    expect(runGifsicle(bytes)).toEqual({ ...SIZE, delays, loop });
  });

  it('is shown by ffmpeg as our decoder shows it, for as long', (ctx) => {
    if (!hasFfmpeg) ctx.skip('ffmpeg：没有找到');
    const { frames: theirs, ...told } = runFfmpeg(bytes);
    expect(told).toEqual({ ...SIZE, delays });
    const ours = [...decodeGifFrames(bytes)];
    expect(theirs.length).toBe(ours.length);
    for (const [at, { data }] of ours.entries()) {
      expect(getSeenPixels(theirs[at] ?? Buffer.alloc(0)).equals(getSeenPixels(data))).toBe(true);
    }
  });
});
