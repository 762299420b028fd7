import type { LabelData, Media, Scene, Template } from '@yunbiao/label';
import { type LabelEngine, subscribeToEngineState } from './engine.ts';

/**
 * Timeout for loading glyphs and encoders, ms. After each timeout the label is laid out again, at
 * most `TRIES` times.
 */
const LOAD_TIMEOUT_MS = 10_000;
const TRIES = 3;

/** Reason why no file was created, as a message for the member. */
export class LabelDrawingError extends Error {
  override readonly name: string = 'LabelDrawingError';
}

/** An element of a label cannot be drawn at this resolution. */
export class LabelResolutionError extends LabelDrawingError {
  override readonly name = 'LabelResolutionError';
  /** Id of the element, or of a table's cell. */
  readonly elementId: string;

  constructor(message: string, elementId: string) {
    super(message);
    this.elementId = elementId;
  }
}

const waitForEngineChange = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const finishWait = (): void => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const stop = subscribeToEngineState(finishWait);
    const timer = setTimeout(finishWait, LOAD_TIMEOUT_MS);
    signal.addEventListener('abort', finishWait);
  });

type Label = {
  template: Template;
  row: LabelData;
  media: Media;
  /** Time for formulas. */
  at: string;
};

/**
 * Lays out a label with all its glyphs and codes. Throws LabelResolutionError when an element cannot be
 * drawn.
 */
export const layOutWithAllGlyphs = async (
  engine: LabelEngine,
  { template, row, media, at }: Label,
  signal: AbortSignal,
): Promise<Scene> => {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { scene, isComplete } = engine.layOutScene(template, row, media, at);
    if (isComplete) {
      const errorWarning = scene.warnings.find(({ level }) => level === 'error');
      if (errorWarning)
        throw new LabelResolutionError(errorWarning.message, errorWarning.elementId);
      return scene;
    }
    await waitForEngineChange(signal);
    signal.throwIfAborted();
  }
  throw new LabelDrawingError('有的字形没有取到，检查网络后重试');
};
