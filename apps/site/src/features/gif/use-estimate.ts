import { useStore } from '@yunbiao/ui';
import { useEffect } from 'react';
import { checkAnimationSize } from './model/layout.ts';
import { selectSpreadFrameRuns } from './model/sample.ts';
import type { Studio } from './studio.ts';

/** Pause after the last change before an estimate is requested, ms. */
const PAUSE_MS = 250;

/** Estimated size with the current settings, bytes; null while unknown. */
export const useEstimatedFileSize = (studio: Studio): number | null => {
  const { history, layout, quality } = useStore(studio.work);
  const { frames } = history.now;
  useEffect(() => {
    studio.estimated.set(null);
    if (frames.length === 0 || checkAnimationSize(layout, frames.length) !== null) return;
    const timer = setTimeout(
      () =>
        studio.requestEstimate({
          runs: selectSpreadFrameRuns(frames).map((run) =>
            run.map(({ source, at }) => ({ source, at })),
          ),
          count: frames.length,
          layout,
          quality,
        }),
      PAUSE_MS,
    );
    return () => clearTimeout(timer);
  }, [studio, frames, layout, quality]);
  return useStore(studio.estimated);
};
