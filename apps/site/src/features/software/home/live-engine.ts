import type { LabelPicture } from '../../../kit/label/engine.ts';
import { onEngineState, readyEngine } from '../../../kit/label/engine.ts';
import type { HeroLabel } from './home-data.ts';

const DPI = 203;

/** Draws one template, once the engine is here. */
export type LiveEngine = {
  draw: (data: Record<string, string>) => LabelPicture;
  /** Tells of outlines that come after a drawing asked for them; returns how to stop. */
  onLater: (listener: () => void) => () => void;
};

/** Rejects when the engine or its fonts (a few MB) could not be fetched. */
export const openEngine = async ({ content }: HeroLabel['sample']): Promise<LiveEngine> => {
  const { picture } = await readyEngine();
  return { draw: (data) => picture(content, data, { dpi: DPI }), onLater: onEngineState };
};
