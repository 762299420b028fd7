import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGifEncoder, decodeGifFrames, readGifInfo } from './index.ts';
import type { EncoderOptions, Frame } from './index.ts';
import { createRandom } from './testing/clips.ts';
import { rounds } from '../../../scripts/vitest/rounds.ts';

const join = (chunks: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(chunks));

/** The file, and each frame as the encoder expects it to be displayed. */
function encode(options: EncoderOptions, frames: readonly Frame[]) {
  const shown: Uint8ClampedArray[] = [];
  const encoder = createGifEncoder({
    ...options,
    onShown: ({ data }) => {
      shown.push(new Uint8ClampedArray(data));
    },
  });
  const chunks = frames.map((frame) => encoder.add(frame));
  chunks.push(encoder.finish());
  return { bytes: join(chunks), shown };
}

/**
 * Frames of up to `most` colours, some pixels transparent when `clear`. All pixels follow from the
 * seed, which is quicker than an arbitrary per pixel.
 */
const animation = fc
  .record({
    width: fc.integer({ min: 1, max: 24 }),
    height: fc.integer({ min: 1, max: 24 }),
    most: fc.integer({ min: 1, max: 300 }),
    clear: fc.boolean(),
    seed: fc.integer(),
    delays: fc.array(fc.double({ min: 0, max: 400, noNaN: true }), { minLength: 1, maxLength: 5 }),
  })
  .map(({ width, height, most, clear, seed, delays }) => {
    const random = createRandom(seed);
    const min = clear ? -most : 0;
    const createChannelValue = (): number => min + Math.floor(random() * (most - min + 1));
    const createData = (): Uint8ClampedArray =>
      listPixels(Array.from({ length: width * height }, () => createChannelValue()));
    return { width, height, frames: delays.map((delay) => ({ data: createData(), delay })) };
  });

/** Negative numbers are transparent pixels. */
function listPixels(colors: readonly number[]): Uint8ClampedArray {
  const data = new Uint8ClampedArray(colors.length * 4);
  for (const [at, color] of colors.entries()) {
    const mixed = Math.imul(color + 1, 0x9e3779b1);
    data.set([mixed & 255, (mixed >> 8) & 255, (mixed >> 16) & 255, color < 0 ? 0 : 255], at * 4);
  }
  return data;
}

const settings = fc.record({
  effort: fc.constantFrom('fast' as const, 'best' as const),
  colors: fc.integer({ min: 2, max: 256 }),
  dither: fc.record({
    kind: fc.constantFrom('none' as const, 'diffusion' as const, 'ordered' as const),
    strength: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  lossiness: fc.constantFrom(0, 0, 20, 100),
  plays: fc.constantFrom('forever' as const, 1, 2, 65_536),
});

describe('a file of ours, read by the decoder', () => {
  it('shows exactly the frames the encoder says are seen', () => {
    fc.assert(
      fc.property(animation, settings, ({ frames, ...size }, chosen) => {
        const { bytes, shown } = encode({ ...size, ...chosen }, frames);
        const read = [...decodeGifFrames(bytes)].map((frame) => frame.data);
        expect(read.length).toBe(shown.length);
        for (const [at, data] of read.entries()) expect(isSame(data, shown[at])).toBe(true);
        expect(readGifInfo(bytes)).toMatchObject({ ...size, plays: chosen.plays, damage: null });
      }),
      { numRuns: rounds(150) },
    );
  });

  it('has every colour as it was when there are few enough', () => {
    const few = animation.filter(({ width, height }) => width * height <= 255);
    fc.assert(
      fc.property(few, ({ frames, ...size }) => {
        const long = frames.map(({ data }) => ({ data, delay: 50 }));
        const read = [...decodeGifFrames(encode({ ...size }, long).bytes)];
        const expected = long.filter(
          ({ data }, at) => at === 0 || !isSame(data, long[at - 1]?.data),
        );
        expect(read.length).toBe(expected.length);
        for (const [at, { data }] of read.entries()) {
          expect(isSame(getVisiblePixels(data), getVisiblePixels(expected[at]?.data))).toBe(true);
        }
      }),
      { numRuns: rounds(100) },
    );
  });

  it('has black in the first frame, not nothing', () => {
    const data = Uint8ClampedArray.of(0, 0, 0, 255, 255, 255, 255, 255, 0, 0, 0, 0);
    for (const effort of ['fast', 'best'] as const) {
      const { bytes } = encode({ width: 3, height: 1, effort }, [{ data, delay: 50 }]);
      expect([...decodeGifFrames(bytes)].map((frame) => frame.data)).toEqual([data]);
    }
  });

  it('lasts as long as the frames handed in, to 5 ms', () => {
    const delays = fc.array(fc.double({ min: 0, max: 120, noNaN: true }), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(delays, (all) => {
        const total = all.reduce((sum, delay) => sum + delay, 0);
        fc.pre(total >= 20);
        const frames = all.map((delay, at) => ({ data: Uint8Array.of(at, 0, 0, 255), delay }));
        const { bytes } = encode({ width: 1, height: 1 }, frames);
        const { delays: written, duration } = readGifInfo(bytes);
        expect(Math.abs(duration - total)).toBeLessThanOrEqual(5 + 1e-6);
        expect(Math.min(...written)).toBeGreaterThanOrEqual(20);
      }),
      { numRuns: rounds(300) },
    );
  });
});

const isSame = (a: ArrayLike<number>, b: ArrayLike<number> | undefined): boolean =>
  b !== undefined && Buffer.from(a as Uint8Array).equals(Buffer.from(b as Uint8Array));

/** The visible pixels: the colour under a transparent pixel does not matter. */
function getVisiblePixels(data: ArrayLike<number> | undefined): Uint8Array {
  const pixels = Uint8Array.from(data ?? []);
  return pixels.map((value, at) => ((pixels[at - (at % 4) + 3] ?? 0) < 128 ? 0 : value));
}
