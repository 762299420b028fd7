import { useStore } from '@yunbiao/ui';
import { useEffect } from 'react';
import { sizeTrouble } from './model/layout.ts';
import { sampledRuns } from './model/sample.ts';
import type { Studio } from './studio.ts';

/** After so long without a change, ms: a slider is followed, not chased. */
const PAUSE_MS = 250;

/** Bytes of what would be made with the settings of now; null while nobody knows. */
export const useEstimate = (studio: Studio): number | null => {
  const { history, layout, quality } = useStore(studio.work);
  const { frames } = history.now;
  useEffect(() => {
    studio.estimated.set(null);
    if (frames.length === 0 || sizeTrouble(layout, frames.length) !== null) return;
    const timer = setTimeout(
      () =>
        studio.estimate({
          runs: sampledRuns(frames).map((run) => run.map(({ source, at }) => ({ source, at }))),
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
