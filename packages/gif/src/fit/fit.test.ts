import { describe, expect, it } from 'vitest';
import { encodeSourceAsGif } from '../encode/source.ts';
import type { FrameSource } from '../encode/source.ts';
import { decodeGifFrames } from '../read/decode.ts';
import { readGifInfo } from '../read/inspect.ts';
import { createDriftingClip, createTexturedClip } from '../testing/clips.ts';
import { sampleCases } from '../../../../scripts/vitest/rounds.ts';
import { scaleSourceFrames, keepEveryNthFrame } from './transform-source.ts';
import { estimateGifFromSample } from './estimate.ts';
import { fitGifToByteLimit } from './fit-to-size.ts';
import { sampleSourceFrames } from './sample.ts';

const WIDTH = 48;
const HEIGHT = 36;
const COUNT = 10;
const clip = createDriftingClip(WIDTH, HEIGHT, COUNT, 100);
const source: FrameSource = { width: WIDTH, height: HEIGHT, count: COUNT, readFrames: () => clip };
const AS_IT_IS = { width: WIDTH, height: HEIGHT, every: 1, colors: 256, lossiness: 0 };

const toBytes = (chunks: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(chunks));

describe('fitting a size', () => {
  it.each(sampleCases([5000, 11_000, 2000]))(
    'stays at most at %d bytes, of the same length',
    async (limit) => {
      const progress: number[] = [];
      const { gif, choice } = await fitGifToByteLimit(
        source,
        limit,
        {},
        { onProgress: (at) => progress.push(at) },
      );
      const bytes = toBytes(gif.chunks);
      expect(bytes.length).toBe(gif.size);
      expect(gif.size).toBeLessThanOrEqual(limit);
      expect(readGifInfo(bytes)).toMatchObject({
        width: choice.width,
        height: choice.height,
        duration: 1000,
      });
      expect([...decodeGifFrames(bytes)].length).toBeGreaterThan(1);
      expect(progress.at(-1)).toBe(1);
      expect(progress.every((at) => at >= 0 && at <= 1)).toBe(true);
    },
  );

  it('uses most of a limit that asks for something to be given up', async () => {
    const { size } = await encodeSourceAsGif(source);
    const { gif } = await fitGifToByteLimit(source, size / 2, { vary: ['size'], minSide: 16 });
    expect(gif.size).toBeGreaterThan(size * 0.4);
  });

  it.each([
    ['lossiness', 0.85],
    ['colors', 0.7],
  ] as const)('takes back what it gave up too much of: %s', async (variable, share) => {
    const { size } = await encodeSourceAsGif(source);
    const { gif } = await fitGifToByteLimit(source, size * share, { vary: [variable] });
    expect(gif.size).toBeGreaterThan(size * share * 0.9);
    expect(gif.size).toBeLessThanOrEqual(size * share);
  });

  it('leaves the source as it is when that fits', async () => {
    const { choice, similarity } = await fitGifToByteLimit(source, 10_000_000);
    expect(choice).toEqual(AS_IT_IS);
    expect(similarity).toBeGreaterThan(0.9);
  });

  it('gives up only what may be', async () => {
    const { choice } = await fitGifToByteLimit(source, 11_000, {
      vary: ['frameRate', 'lossiness'],
    });
    expect(choice).toMatchObject({ width: WIDTH, height: HEIGHT, colors: 256 });
    expect(choice.every + choice.lossiness).toBeGreaterThan(1);
  });

  it('says how small it came when nothing is small enough', async () => {
    const failure = fitGifToByteLimit(source, 200, { vary: ['colors'] });
    await expect(failure).rejects.toMatchObject({
      code: 'cannotFit',
      facts: { limit: 200, smallest: expect.any(Number) },
    });
  });

  it('stops when asked to', async () => {
    const stop = new AbortController();
    const run = fitGifToByteLimit(
      source,
      11_000,
      {},
      { signal: stop.signal, onTry: () => stop.abort() },
    );
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('an estimate', () => {
  it('is within a tenth of what the whole comes to', async () => {
    const sample = await sampleSourceFrames(source);
    for (const lossiness of [0, 40]) {
      const { size } = await estimateGifFromSample(sample, { ...AS_IT_IS, lossiness });
      const whole = await encodeSourceAsGif(source, { lossiness });
      expect(Math.abs(size / whole.size - 1)).toBeLessThan(0.1);
    }
  });

  it('likes less what is smaller, rarer or cruder', async () => {
    const detailed = createTexturedClip(WIDTH, HEIGHT, 12);
    const sample = await sampleSourceFrames({ ...source, count: 12, readFrames: () => detailed });
    const whole = await estimateGifFromSample(sample, AS_IT_IS);
    for (const less of [{ width: 32, height: 24 }, { every: 3 }, { colors: 8 }]) {
      const { similarity, size } = await estimateGifFromSample(sample, { ...AS_IT_IS, ...less });
      expect(similarity).toBeLessThan(whole.similarity);
      expect(size).toBeLessThan(whole.size);
    }
  });
});

describe('a source made smaller', () => {
  it('lasts as long with fewer frames', async () => {
    const thin = keepEveryNthFrame(source, 3);
    const delays: number[] = [];
    for await (const { delay } of thin.readFrames()) delays.push(delay);
    expect(delays).toEqual([300, 300, 300, 100]);
    expect(thin.count).toBe(delays.length);
  });

  it('has frames of the size asked for', async () => {
    for await (const { data } of scaleSourceFrames(source, 31, 17).readFrames()) {
      expect(data.length).toBe(31 * 17 * 4);
    }
  });
});
