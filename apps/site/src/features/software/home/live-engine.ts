import type { LabelPicture } from '../../../kit/label/engine/engine.ts';
import { subscribeToEngineState, waitForEngine } from '../../../kit/label/engine/engine.ts';
import type { HeroLabel } from './home-data.ts';

const DPI = 203;

/** Draws one template after the engine has loaded. */
export type LiveEngine = {
  draw: (data: Record<string, string>) => LabelPicture;
  /**
   * Subscribes to glyphs that load after a draw requested them. Returns the unsubscribe function.
   */
  onGlyphsLoaded: (listener: () => void) => () => void;
};

/**
 * Loads the engine for one template. Rejects when the engine or its fonts (a few MB) fail to load.
 */
export const openLiveEngine = async ({ content }: HeroLabel['sample']): Promise<LiveEngine> => {
  const { drawPicture } = await waitForEngine();
  return {
    draw: (data) => drawPicture(content, data, { dpi: DPI }),
    onGlyphsLoaded: subscribeToEngineState,
  };
};
