import { describe, expect, it } from 'vitest';
import { MAX_FRAMES } from './frames.ts';
import { countFramesOfTrim, createInitialTrim, listFrames, moveTrimEnd } from './trim.ts';

const video = { duration: 10, fps: 25 };
const trim = { start: 2, end: 4, fps: 10, speed: 1 };

describe('a part of a video', () => {
  it('begins with the first seconds, and no more frames a second than there are', () => {
    expect(createInitialTrim(60, 30)).toEqual({ start: 0, end: 5, fps: 12, speed: 1 });
    expect(createInitialTrim(2, 8)).toEqual({ start: 0, end: 2, fps: 8, speed: 1 });
  });

  it('ends on frames of the video, at least one apart and inside it', () => {
    expect(moveTrimEnd(trim, 'start', 2.51, video).start).toBeCloseTo(2.52);
    expect(moveTrimEnd(trim, 'start', 9, video).start).toBeCloseTo(3.96);
    expect(moveTrimEnd(trim, 'start', -1, video).start).toBe(0);
    expect(moveTrimEnd(trim, 'end', 1, video).end).toBeCloseTo(2.04);
    expect(moveTrimEnd(trim, 'end', 99, video).end).toBe(10);
  });

  it('becomes frames at equal times inside it', () => {
    const frames = listFrames(trim, 7);
    expect(frames).toHaveLength(20);
    expect(frames[0]).toEqual({ source: 7, at: 2.05, delayMs: 100 });
    expect(frames.at(-1)?.at).toBeCloseTo(3.95);
  });

  it('is shown faster with fewer frames, each as long', () => {
    const frames = listFrames({ ...trim, speed: 2 }, 7);
    expect(frames).toHaveLength(10);
    expect(frames.map(({ at }) => at).every((at) => at > 2 && at < 4)).toBe(true);
    expect(frames[0]?.delayMs).toBe(100);
  });

  it('keeps the exact delay: nobody rounds before the file is written', () => {
    expect(listFrames({ ...trim, fps: 12 }, 7)[0]?.delayMs).toBeCloseTo(83.333);
  });

  it('takes no more frames than an animation has, and tells how many it would be', () => {
    const long = { start: 0, end: 100, fps: 25, speed: 1 };
    expect([countFramesOfTrim(long), listFrames(long, 1).length]).toEqual([2500, MAX_FRAMES]);
  });
});
