import { GifError } from '../gif-error.ts';
import { listWords } from '../picture.ts';
import type { Frame, Pixels } from '../picture.ts';
import { getMaker } from './maker.ts';
import { checkOptions } from './options.ts';
import type { EncoderOptions } from './options.ts';
import { MAX_DELAY_MS, Timing } from './timing.ts';
import { GifWriter } from './writer.ts';

export interface Encoder {
  /** Takes a frame and gives the bytes that are ready, often of the frame before. The frame is copied. */
  readonly add: (frame: Frame) => Uint8Array<ArrayBuffer>;
  /** The rest of the file. @throws {GifError} `noFrames` when none was added. */
  readonly finish: () => Uint8Array<ArrayBuffer>;
  /** Frames written so far: those shown for less than 20 ms are left out, the same ones in a row are one. */
  readonly written: () => number;
}

/** A frame whose place in the file is not decided yet. */
interface Held {
  readonly data: Uint8ClampedArray;
  /** 1/100 s; known when the next one begins. */
  delay: number;
}

/**
 * Frames in, bytes out. Memory is about seven canvases whatever the number of frames: two wait, as a frame too short to
 * be seen gives its time to its neighbour, and what the next one needs wiped is wiped after the one before.
 */
export function createEncoder(options: EncoderOptions): Encoder {
  const settings = checkOptions(options);
  const { width, height } = options;
  const writer = new GifWriter();
  const maker = getMaker(options, settings);
  const timing = new Timing();
  let ready: Held | null = null;
  let waiting: Held | null = null;
  let spare: Held | null = null;
  let written = 0;
  writer.header(width, height, maker.globalPalette, settings.plays);

  const writeReady = (next: Pixels | null): void => {
    if (ready === null) return;
    const frame = maker.make(ready.data, next, ready.delay);
    writer.frame(frame);
    maker.settle(ready.data, frame);
    written += 1;
    spare = ready;
  };
  /** The waiting frame lasts until now. */
  const close = (held: Held): void => {
    writeReady(held.data);
    held.delay = timing.close();
    ready = held;
    waiting = null;
  };

  return {
    add: ({ data, delay }) => {
      if (data.length !== width * height * 4) throw new GifError('frameSize', { frame: written });
      checkDelay(delay);
      const merged = waiting !== null && isSame(waiting.data, data) && timing.hasRoom(delay);
      if (waiting !== null && timing.longEnough && !merged) close(waiting);
      // One that was too short to be seen gives its place to this one.
      waiting ??= spare ?? { data: new Uint8ClampedArray(data.length), delay: 0 };
      spare = null;
      waiting.data.set(data);
      timing.extend(delay);
      return writer.take();
    },
    finish: () => {
      if (waiting === null) throw new GifError('noFrames');
      if (ready !== null && !timing.longEnough) ready.delay += timing.close();
      else close(waiting);
      writeReady(null);
      waiting = null;
      ready = null;
      writer.trailer();
      return writer.take();
    },
    written: () => written,
  };
}

function checkDelay(delay: number): void {
  if (!(delay >= 0 && delay <= MAX_DELAY_MS)) throw new GifError('badOption', { option: 'delay' });
}

function isSame(one: Pixels, other: Pixels): boolean {
  const [words, others] = [listWords(one), listWords(other)];
  for (let at = 0; at < words.length; at += 1) if (words[at] !== others[at]) return false;
  return true;
}
