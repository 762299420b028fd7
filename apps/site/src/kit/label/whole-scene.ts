import type { LabelData, Media, Scene, Template } from '@yunbiao/label';
import { type LabelEngine, onEngineState } from './engine.ts';

/** For outlines and encoders to come; then the label is laid out again, as often as `TRIES` says. */
const ARRIVAL_MS = 10_000;
const TRIES = 3;

/** Why there is no file, in words for the member. */
export class LabelsRefused extends Error {
  override readonly name: string = 'LabelsRefused';
}

/** Something of a label cannot be drawn at this resolution. */
export class RowRefused extends LabelsRefused {
  override readonly name = 'RowRefused';
}

const nextArrival = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const stop = onEngineState(done);
    const timer = setTimeout(done, ARRIVAL_MS);
    signal.addEventListener('abort', done);
  });

type Label = {
  template: Template;
  row: LabelData;
  media: Media;
  /** When formulas are worked out. */
  at: string;
};

/** A label with all its glyphs and codes. Throws RowRefused where something would be left out. */
export const wholeScene = async (
  engine: LabelEngine,
  { template, row, media, at }: Label,
  signal: AbortSignal,
): Promise<Scene> => {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { scene, isWhole } = engine.scene(template, row, media, at);
    if (isWhole) {
      const wrong = scene.warnings.find(({ level }) => level === 'error');
      if (wrong) throw new RowRefused(wrong.message);
      return scene;
    }
    await nextArrival(signal);
    signal.throwIfAborted();
  }
  throw new LabelsRefused('有的字形没有取到，检查网络后再试');
};
