import type { Palette } from '../palette/palette.ts';
import { ColorSurvey } from '../palette/survey.ts';
import type { Frame } from '../picture.ts';
import { createGifEncoder } from './encoder.ts';
import { DEFAULT_SETTINGS, buildColorSurveyOptions } from './options.ts';
import type { EncodeSettings, EncoderOptions } from './options.ts';

/** Frames that can be read several times, as a shared palette and the size search require. */
export interface FrameSource {
  readonly width: number;
  readonly height: number;
  readonly count: number;
  /**
   * All frames from the first, one at a time. A frame's memory may be reused after the next is
   * requested.
   */
  readonly readFrames: () => Iterable<Frame> | AsyncIterable<Frame>;
}

export interface SourceSettings extends Partial<EncodeSettings> {
  /**
   * `perFrame`: each frame has its own palette. `shared`: one palette for all, computed in a
   * separate pass.
   */
  readonly palette?: 'perFrame' | 'shared';
}

export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  /** Completed share of the work, 0 to 1. */
  readonly onProgress?: ((progress: number) => void) | undefined;
  readonly onShown?: EncoderOptions['onShown'];
}

export interface EncodedGif {
  readonly chunks: readonly Uint8Array<ArrayBuffer>[];
  /** Total bytes of all chunks. */
  readonly size: number;
  readonly width: number;
  readonly height: number;
  /** Frames in the file. */
  readonly frames: number;
}

/** Maximum time between yields, ms. A worker receives a cancel message only when it yields. */
const MAX_YIELD_INTERVAL_MS = 40;

/** Yields to the event loop periodically, and throws when aborted. */
export class EventLoopYielder {
  readonly #signal: AbortSignal | undefined;
  #since = performance.now();

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.#since > MAX_YIELD_INTERVAL_MS) {
      await new Promise((resolve) => {
        setTimeout(resolve);
      });
      this.#since = performance.now();
    }
    this.#signal?.throwIfAborted();
  }
}

/**
 * Encodes all frames of a source. @throws {GifError}, the signal's reason, or an error of the
 * source.
 */
export async function encodeSourceAsGif(
  source: FrameSource,
  settings: SourceSettings = {},
  { signal, onProgress, onShown }: RunOptions = {},
): Promise<EncodedGif> {
  const turns = new EventLoopYielder(signal);
  const { palette: kind = 'perFrame', ...rest } = settings;
  const shared = kind === 'shared';
  const palette = shared
    ? await buildSharedPalette(source, settings, turns, (share) =>
        onProgress?.(share * SURVEY_SHARE),
      )
    : undefined;
  const { width, height } = source;
  const encoder = createGifEncoder({
    ...rest,
    width,
    height,
    ...(palette === undefined ? {} : { palette }),
    ...(onShown === undefined ? {} : { onShown }),
  });
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const startShare = shared ? SURVEY_SHARE : 0;
  let doneFrames = 0;
  for await (const frame of source.readFrames()) {
    await turns.yieldIfDue();
    chunks.push(encoder.add(frame));
    doneFrames += 1;
    onProgress?.(startShare + ((1 - startShare) * doneFrames) / source.count);
  }
  chunks.push(encoder.finish());
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  return { chunks, size, width, height, frames: encoder.countWrittenFrames() };
}

/** Approximate share of the time for the first pass. */
const SURVEY_SHARE = 0.2;

async function buildSharedPalette(
  source: FrameSource,
  settings: SourceSettings,
  turns: EventLoopYielder,
  onProgress: (progress: number) => void,
): Promise<Palette> {
  const survey = new ColorSurvey(buildColorSurveyOptions({ ...DEFAULT_SETTINGS, ...settings }));
  let doneFrames = 0;
  for await (const { data } of source.readFrames()) {
    await turns.yieldIfDue();
    survey.add(data);
    doneFrames += 1;
    onProgress(doneFrames / source.count);
  }
  return survey.buildPalette();
}
