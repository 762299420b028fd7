import type { Palette } from '../palette/palette.ts';
import { ColorSurvey } from '../palette/survey.ts';
import type { Frame } from '../picture.ts';
import { createEncoder } from './encoder.ts';
import { DEFAULT_SETTINGS, listSurveyOptions } from './options.ts';
import type { EncodeSettings, EncoderOptions } from './options.ts';

/** Frames that can be gone through more than once: a shared palette and the search for a size need that. */
export interface FrameSource {
  readonly width: number;
  readonly height: number;
  readonly count: number;
  /** All frames from the first, one at a time; one may be changed after the next was asked for. */
  readonly frames: () => Iterable<Frame> | AsyncIterable<Frame>;
}

export interface SourceSettings extends Partial<EncodeSettings> {
  /** `perFrame`: each frame has its own colours. `shared`: all have the same, found in a pass of its own. */
  readonly palette?: 'perFrame' | 'shared';
}

export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  /** Share of the work that is done, 0 to 1. */
  readonly onProgress?: ((done: number) => void) | undefined;
  readonly onShown?: EncoderOptions['onShown'];
}

export interface EncodedGif {
  readonly chunks: readonly Uint8Array<ArrayBuffer>[];
  /** Bytes of all chunks. */
  readonly size: number;
  readonly width: number;
  readonly height: number;
  /** Frames in the file. */
  readonly frames: number;
}

/** How long a worker may not hear a message, in ms: cancelling comes as one. */
const TURN_MS = 40;

/** Lets others have their turn now and then, and stops when asked to. */
export class Turns {
  readonly #signal: AbortSignal | undefined;
  #since = performance.now();

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  async pass(): Promise<void> {
    if (performance.now() - this.#since > TURN_MS) {
      await new Promise((resolve) => {
        setTimeout(resolve);
      });
      this.#since = performance.now();
    }
    this.#signal?.throwIfAborted();
  }
}

/** @throws {GifError}, the signal's reason, or what the source throws. */
export async function encodeSource(
  source: FrameSource,
  settings: SourceSettings = {},
  { signal, onProgress, onShown }: RunOptions = {},
): Promise<EncodedGif> {
  const turns = new Turns(signal);
  const { palette: kind = 'perFrame', ...rest } = settings;
  const shared = kind === 'shared';
  const palette = shared
    ? await surveySource(source, settings, turns, (share) => onProgress?.(share * SURVEY_SHARE))
    : undefined;
  const { width, height } = source;
  const encoder = createEncoder({
    ...rest,
    width,
    height,
    ...(palette === undefined ? {} : { palette }),
    ...(onShown === undefined ? {} : { onShown }),
  });
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const begun = shared ? SURVEY_SHARE : 0;
  let done = 0;
  for await (const frame of source.frames()) {
    await turns.pass();
    chunks.push(encoder.add(frame));
    done += 1;
    onProgress?.(begun + ((1 - begun) * done) / source.count);
  }
  chunks.push(encoder.finish());
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  return { chunks, size, width, height, frames: encoder.written() };
}

/** About how much of the time the first pass takes. */
const SURVEY_SHARE = 0.2;

async function surveySource(
  source: FrameSource,
  settings: SourceSettings,
  turns: Turns,
  onProgress: (done: number) => void,
): Promise<Palette> {
  const survey = new ColorSurvey(listSurveyOptions({ ...DEFAULT_SETTINGS, ...settings }));
  let done = 0;
  for await (const { data } of source.frames()) {
    await turns.pass();
    survey.add(data);
    done += 1;
    onProgress(done / source.count);
  }
  return survey.palette();
}
