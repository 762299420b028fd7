import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGifEncoder } from '../encode/encoder.ts';
import { GifError } from '../gif-error.ts';
import { createDriftingClip } from '../testing/clips.ts';
import { decodeGifFrames } from './decode.ts';
import { readGifInfo } from './inspect.ts';
import { rounds } from '../../../../scripts/vitest/rounds.ts';

function createSample(): Uint8Array {
  const encoder = createGifEncoder({ width: 40, height: 30, colors: 16, plays: 3 });
  const chunks = createDriftingClip(40, 30, 6, 70).map((frame) => encoder.add(frame));
  return new Uint8Array(Buffer.concat([...chunks, encoder.finish()]));
}

const SAMPLE = createSample();
const SMALL = { maxPixels: 10_000, maxFrames: 50, maxTotalPixels: 200_000 };

function getFailure(run: () => unknown): GifError {
  try {
    run();
  } catch (error) {
    if (error instanceof GifError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

/** Runs both readers; each may throw only GifError. */
function tryBoth(bytes: Uint8Array): void {
  for (const run of [() => readGifInfo(bytes, SMALL), () => [...decodeGifFrames(bytes, SMALL)]]) {
    try {
      run();
    } catch (error) {
      expect(error).toBeInstanceOf(GifError);
    }
  }
}

describe('a file that is whole', () => {
  it('is told of without decoding', () => {
    expect(readGifInfo(SAMPLE)).toEqual({
      width: 40,
      height: 30,
      frames: 6,
      delays: [70, 70, 70, 70, 70, 70],
      duration: 420,
      plays: 3,
      transparent: true,
      damage: null,
    });
  });

  it('may lack its trailer', () => {
    expect(readGifInfo(SAMPLE.subarray(0, -1))).toMatchObject({ frames: 6, damage: null });
  });
});

describe('a hostile file', () => {
  it('of 35 bytes that claims 65535 × 65535 is refused by its size', () => {
    const bytes = new Uint8Array(35);
    bytes.set(Buffer.from('GIF89a'));
    bytes.set([255, 255, 255, 255, 0x80, 0, 0, 0, 0, 0, 9, 9, 9], 6);
    bytes.set([0x2c, 0, 0, 0, 0, 255, 255, 255, 255, 0, 2, 2, 0x4c, 1, 0, 0x3b], 19);
    const expected = { code: 'tooLarge', facts: { width: 65_535, height: 65_535 } };
    expect(getFailure(() => readGifInfo(bytes))).toMatchObject(expected);
    expect(getFailure(() => [...decodeGifFrames(bytes)])).toMatchObject(expected);
  });

  it('with more frames, or more pixels in all, than allowed is refused', () => {
    const getErrorCode = (limits: object) =>
      getFailure(() => readGifInfo(SAMPLE, { ...SMALL, ...limits })).code;
    expect(getErrorCode({ maxFrames: 5 })).toBe('tooManyFrames');
    expect(getErrorCode({ maxTotalPixels: 7199 })).toBe('tooLarge');
    expect(getErrorCode({ maxPixels: 1199 })).toBe('tooLarge');
    expect(getFailure(() => [...decodeGifFrames(SAMPLE, { ...SMALL, maxFrames: 5 })]).code).toBe(
      'tooManyFrames',
    );
  });

  it('that is no GIF says so', () => {
    expect(getFailure(() => readGifInfo(Uint8Array.of(1, 2, 3))).code).toBe('notGif');
    expect(getFailure(() => readGifInfo(new Uint8Array())).code).toBe('notGif');
  });
});

describe('a damaged file', () => {
  it('gives the frames before, then names the one that is cut off', () => {
    const cut = SAMPLE.subarray(0, SAMPLE.length - 20);
    expect(readGifInfo(cut)).toMatchObject({ frames: 5, damage: { code: 'truncated' } });
    const frames = decodeGifFrames(cut);
    for (let at = 0; at < 5; at += 1) expect(frames.next().value).toMatchObject({ index: at });
    expect(getFailure(() => frames.next())).toMatchObject({
      code: 'truncated',
      facts: { frame: 5 },
    });
  });

  it('cut anywhere never does worse than a typed error', () => {
    for (let length = 0; length < SAMPLE.length; length += 1) tryBoth(SAMPLE.subarray(0, length));
  });

  it('changed anywhere never does worse than a typed error', () => {
    const changes = fc.array(
      fc.record({
        at: fc.integer({ min: 6, max: SAMPLE.length - 1 }),
        value: fc.integer({ min: 0, max: 255 }),
      }),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(changes, (all) => {
        const bytes = SAMPLE.slice();
        for (const { at, value } of all) bytes[at] = value;
        tryBoth(bytes);
      }),
      { numRuns: rounds(500) },
    );
  });

  it('of any bytes behind the first six never does worse than a typed error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (tail) => {
        tryBoth(Uint8Array.from([...Buffer.from('GIF89a'), ...tail]));
      }),
      { numRuns: rounds(500) },
    );
  });
});
