import { GifError } from '../gif-error.ts';
import { DEFAULT_LIMITS } from '../picture.ts';
import type { Limits } from '../picture.ts';
import { BlockReader } from './blocks.ts';
import type { FrameBlock } from './blocks.ts';

export interface GifInfo {
  readonly width: number;
  readonly height: number;
  /** Number of complete frames. */
  readonly frames: number;
  /** Delays as browsers show them, ms; see `toBrowserDelayMs`. */
  readonly delays: readonly number[];
  /** Sum of the delays, ms. */
  readonly duration: number;
  /** Total number of plays. */
  readonly plays: 'forever' | number;
  /** At least one frame has a transparent index. */
  readonly transparent: boolean;
  /**
   * Error that ends the file early; the frames before it are usable. Null when the file is intact.
   */
  readonly damage: GifError | null;
}

/** Browsers show frames with a smaller delay (1/100 s) for 100 ms. */
export const MIN_DELAY = 2;

/** Converts a delay of 1/100 s to the time browsers show, ms: less than 20 ms becomes 100 ms. */
export function toBrowserDelayMs(hundredths: number): number {
  return hundredths < MIN_DELAY ? 100 : hundredths * 10;
}

/** Throws GifError when a size exceeds the limits, before anything is allocated. */
export function checkCanvasSize(width: number, height: number, limits: Limits): void {
  if (width === 0 || height === 0) throw new GifError('broken', { width, height });
  if (width * height > limits.maxPixels) {
    throw new GifError('tooLarge', { width, height, limit: limits.maxPixels });
  }
}

export function checkFrameCount(frames: number, pixels: number, limits: Limits): void {
  if (frames > limits.maxFrames) {
    throw new GifError('tooManyFrames', { frame: frames - 1, limit: limits.maxFrames });
  }
  if (frames * pixels > limits.maxTotalPixels) {
    throw new GifError('tooLarge', { frame: frames - 1, limit: limits.maxTotalPixels });
  }
}

/**
 * Reads size, frames, delays, loop and transparency without decoding pixels, in linear time and
 * memory.
 * @throws {GifError} `notGif`, `tooLarge`, `tooManyFrames`, `noFrames`, or the error in the first
 * frame.
 */
export function readGifInfo(bytes: Uint8Array, limits: Limits = DEFAULT_LIMITS): GifInfo {
  const reader = new BlockReader(bytes);
  const { width, height } = reader.screen;
  checkCanvasSize(width, height, limits);
  const delays: number[] = [];
  let plays: GifInfo['plays'] = 1;
  let transparent = false;
  let damage: GifError | null = null;
  try {
    for (let block = reader.readBlock(); block !== null; block = reader.readBlock()) {
      if (block.kind === 'loop') {
        plays = block.repeats === 0 ? 'forever' : block.repeats + 1;
        continue;
      }
      checkFrameCount(delays.length + 1, width * height, limits);
      checkFrameBlock(block.frame, delays.length);
      delays.push(toBrowserDelayMs(block.frame.delay));
      transparent ||= block.frame.transparentIndex !== null;
    }
  } catch (error) {
    if (!(error instanceof GifError) || !isDamageError(error) || delays.length === 0) throw error;
    damage = error;
  }
  if (delays.length === 0) throw new GifError('noFrames', { offset: bytes.length });
  const duration = delays.reduce((sum, delay) => sum + delay, 0);
  return { width, height, frames: delays.length, delays, duration, plays, transparent, damage };
}

const isDamageError = (error: GifError): boolean =>
  error.code === 'truncated' || error.code === 'broken';

/** Validates a frame before it is decoded. */
export function checkFrameBlock(frame: FrameBlock, index: number): void {
  const { width, height } = frame.rect;
  const sound =
    frame.palette !== null &&
    frame.minCodeSize >= 1 &&
    frame.minCodeSize <= 8 &&
    width > 0 &&
    height > 0;
  if (!sound) throw new GifError('broken', { frame: index, offset: frame.dataStart });
}
