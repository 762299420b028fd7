import { GifError } from '../gif-error.ts';
import { DEFAULT_LIMITS } from '../picture.ts';
import type { Limits } from '../picture.ts';
import { BlockReader } from './blocks.ts';
import type { FrameBlock } from './blocks.ts';

export interface GifInfo {
  readonly width: number;
  readonly height: number;
  /** Frames that are whole. */
  readonly frames: number;
  /** As they are shown, in ms: see `shownDelay`. */
  readonly delays: readonly number[];
  /** Sum of the delays, in ms. */
  readonly duration: number;
  /** How often it is played in all. */
  readonly plays: 'forever' | number;
  /** Some frame says it has a transparent index. */
  readonly transparent: boolean;
  /** What ends the file before its time; the frames before are usable. */
  readonly damage: GifError | null;
}

/** Below this browsers show a frame for 100 ms, in 1/100 s. */
export const MIN_DELAY = 2;

/** What browsers make of a delay of 1/100 s, in ms: under 20 ms is shown as 100 ms. */
export function shownDelay(hundredths: number): number {
  return hundredths < MIN_DELAY ? 100 : hundredths * 10;
}

/** `allowed` is thrown against before anything is allocated. */
export function checkSize(width: number, height: number, limits: Limits): void {
  if (width === 0 || height === 0) throw new GifError('broken', { width, height });
  if (width * height > limits.maxPixels) {
    throw new GifError('tooLarge', { width, height, limit: limits.maxPixels });
  }
}

export function checkCount(frames: number, pixels: number, limits: Limits): void {
  if (frames > limits.maxFrames) {
    throw new GifError('tooManyFrames', { frame: frames - 1, limit: limits.maxFrames });
  }
  if (frames * pixels > limits.maxTotalPixels) {
    throw new GifError('tooLarge', { frame: frames - 1, limit: limits.maxTotalPixels });
  }
}

/**
 * Size, frames, delays, loop and transparency, without decoding a pixel; time and memory are linear in the bytes.
 * @throws {GifError} `notGif`, `tooLarge`, `tooManyFrames`, `noFrames`, or what breaks the first frame.
 */
export function inspect(bytes: Uint8Array, limits: Limits = DEFAULT_LIMITS): GifInfo {
  const reader = new BlockReader(bytes);
  const { width, height } = reader.screen;
  checkSize(width, height, limits);
  const delays: number[] = [];
  let plays: GifInfo['plays'] = 1;
  let transparent = false;
  let damage: GifError | null = null;
  try {
    for (let block = reader.next(); block !== null; block = reader.next()) {
      if (block.kind === 'loop') {
        plays = block.repeats === 0 ? 'forever' : block.repeats + 1;
        continue;
      }
      checkCount(delays.length + 1, width * height, limits);
      checkFrame(block.frame, delays.length);
      delays.push(shownDelay(block.frame.delay));
      transparent ||= block.frame.transparentIndex !== null;
    }
  } catch (error) {
    if (!(error instanceof GifError) || !isDamage(error) || delays.length === 0) throw error;
    damage = error;
  }
  if (delays.length === 0) throw new GifError('noFrames', { offset: bytes.length });
  const duration = delays.reduce((sum, delay) => sum + delay, 0);
  return { width, height, frames: delays.length, delays, duration, plays, transparent, damage };
}

const isDamage = (error: GifError): boolean =>
  error.code === 'truncated' || error.code === 'broken';

/** What can be told of a frame before it is decoded. */
export function checkFrame(frame: FrameBlock, index: number): void {
  const { width, height } = frame.rect;
  const sound =
    frame.palette !== null &&
    frame.minCodeSize >= 1 &&
    frame.minCodeSize <= 8 &&
    width > 0 &&
    height > 0;
  if (!sound) throw new GifError('broken', { frame: index, offset: frame.dataStart });
}
