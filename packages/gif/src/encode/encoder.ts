import { GifError } from '../gif-error.ts';
import { toPixelWords } from '../picture.ts';
import type { Frame, Pixels } from '../picture.ts';
import { createFrameMakerForSettings } from './create-maker.ts';
import { validateEncoderOptions } from './options.ts';
import type { EncoderOptions } from './options.ts';
import { MAX_DELAY_MS, Timing } from './timing.ts';
import { GifWriter } from './writer.ts';

export interface Encoder {
  /** Adds a copy of a frame. Returns the bytes that are ready, usually of the previous frame. */
  readonly add: (frame: Frame) => Uint8Array<ArrayBuffer>;
  /** Returns the rest of the file. @throws {GifError} `noFrames` when no frame was added. */
  readonly finish: () => Uint8Array<ArrayBuffer>;
  /**
   * Number of frames written so far. Frames shorter than 20 ms are dropped, identical consecutive
   * ones are merged.
   */
  readonly countWrittenFrames: () => number;
}

/** A frame that is not written yet. */
interface PendingFrame {
  readonly data: Uint8ClampedArray;
  /** 1/100 s; known when the next frame starts. */
  delay: number;
}

/**
 * Streaming encoder. Memory is about seven canvases, independent of the number of frames. Two
 * frames are buffered: a frame that is too short adds its time to a neighbour, and the disposal of
 * a frame depends on the next one.
 */
export function createGifEncoder(options: EncoderOptions): Encoder {
  const settings = validateEncoderOptions(options);
  const { width, height } = options;
  const writer = new GifWriter();
  const maker = createFrameMakerForSettings(options, settings);
  const timing = new Timing();
  let ready: PendingFrame | null = null;
  let waiting: PendingFrame | null = null;
  let spare: PendingFrame | null = null;
  let writtenFrames = 0;
  writer.writeHeader(width, height, maker.globalPalette, settings.plays);

  const writeReadyFrame = (next: Pixels | null): void => {
    if (ready === null) return;
    const frame = maker.make(ready.data, next, ready.delay);
    writer.writeFrame(frame);
    maker.commit(ready.data, frame);
    writtenFrames += 1;
    spare = ready;
  };
  /** Ends the waiting frame at the current time. */
  const endWaitingFrame = (pendingFrame: PendingFrame): void => {
    writeReadyFrame(pendingFrame.data);
    pendingFrame.delay = timing.close();
    ready = pendingFrame;
    waiting = null;
  };

  return {
    add: ({ data, delay }) => {
      requireValidFrame({ data, delay }, width * height * 4, writtenFrames);
      const isMerged =
        waiting !== null && hasSamePixels(waiting.data, data) && timing.hasRoom(delay);
      if (waiting !== null && timing.isLongEnough && !isMerged) endWaitingFrame(waiting);
      // A frame that was too short is replaced by this one.
      waiting ??= spare ?? { data: new Uint8ClampedArray(data.length), delay: 0 };
      spare = null;
      waiting.data.set(data);
      timing.extend(delay);
      return writer.drain();
    },
    finish: () => {
      if (waiting === null) throw new GifError('noFrames');
      if (ready !== null && !timing.isLongEnough) ready.delay += timing.close();
      else endWaitingFrame(waiting);
      writeReadyFrame(null);
      waiting = null;
      ready = null;
      writer.writeTrailer();
      return writer.drain();
    },
    countWrittenFrames: () => writtenFrames,
  };
}

/** Checks a frame. `place`: number of the frame in an error. @throws {GifError} */
function requireValidFrame({ data, delay }: Frame, byteLength: number, place: number): void {
  if (data.length !== byteLength) throw new GifError('frameSize', { frame: place });
  if (!(delay >= 0 && delay <= MAX_DELAY_MS)) throw new GifError('badOption', { option: 'delay' });
}

function hasSamePixels(a: Pixels, b: Pixels): boolean {
  const [words, otherWords] = [toPixelWords(a), toPixelWords(b)];
  for (let at = 0; at < words.length; at += 1) if (words[at] !== otherWords[at]) return false;
  return true;
}
