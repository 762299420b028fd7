import { useEffect, useRef, useState } from 'react';
import { estimateSecondsLeft } from './model/progress.ts';
import type { FromMaker, Made, Recipe, Trial } from './worker/messages.ts';

export type MakeProgress = {
  format: Recipe['format'];
  phase: 'read' | 'write';
  /** Progress of the complete work, 0–1. */
  share: number;
  frame: number;
  of: number;
  secondsLeft: number | null;
  trials: readonly Trial[];
};

type Outcome = Extract<FromMaker, { kind: 'made' | 'failed' }>;

export type Result = Made & { format: Recipe['format']; trials: readonly Trial[] };

export type Maker = {
  making: MakeProgress | null;
  failed: Extract<FromMaker, { kind: 'failed' }>['why'] | { code: 'gone' } | null;
  /** Resolves to null when it was cancelled or failed. */
  make: (recipe: Recipe) => Promise<Result | null>;
  cancel: () => void;
};

/** Minimum interval between progress updates, ms. */
const PROGRESS_INTERVAL_MS = 100;

const createMakeWorker = (): Worker =>
  new Worker(new URL('./worker/make-worker.ts', import.meta.url), { type: 'module' });

/** Creates the progress of a file that is not started. */
const createFirstProgress = (
  { format, frames }: Recipe,
  trials: readonly Trial[],
): MakeProgress => ({
  format,
  phase: 'read',
  share: 0,
  frame: 0,
  of: frames.length,
  secondsLeft: null,
  trials,
});

const buildProgress = (
  format: Recipe['format'],
  { phase, share, frame, of }: Extract<FromMaker, { kind: 'progress' }>,
  startedAt: number,
  trials: readonly Trial[],
): MakeProgress => {
  const secondsLeft = estimateSecondsLeft(share, performance.now() - startedAt);
  return { format, phase, share, frame, of, secondsLeft, trials: [...trials] };
};

/** Makes a file in its own worker. Cancelling terminates the worker. */
export const useAnimationMaker = (): Maker => {
  const [making, setMaking] = useState<MakeProgress | null>(null);
  const [failed, setFailed] = useState<Maker['failed']>(null);
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);

  const makeGif = (recipe: Recipe): Promise<Result | null> => {
    stop.current();
    const startedAt = performance.now();
    let reportedAt = 0;
    const trials: Trial[] = [];
    const { format } = recipe;
    setFailed(null);
    setMaking(createFirstProgress(recipe, trials));
    const worker = createMakeWorker();
    return new Promise((resolve) => {
      const finishMaking = (outcome: Outcome | null): void => {
        worker.terminate();
        stop.current = () => undefined;
        setMaking(null);
        resolve(outcome?.kind === 'made' ? { ...outcome.made, format, trials } : null);
      };
      stop.current = () => finishMaking(null);
      worker.addEventListener('error', () => {
        setFailed({ code: 'gone' });
        finishMaking(null);
      });
      worker.addEventListener('message', ({ data }: MessageEvent<FromMaker>) => {
        if (data.kind === 'trial') trials.push(data.trial);
        else if (data.kind === 'progress') {
          // Hundreds of frames can arrive per second: drop most updates.
          if (performance.now() - reportedAt < PROGRESS_INTERVAL_MS) return;
          reportedAt = performance.now();
          setMaking(buildProgress(format, data, startedAt, trials));
        } else {
          if (data.kind === 'failed') setFailed(data.why);
          finishMaking(data);
        }
      });
      worker.postMessage(recipe);
    });
  };
  return { making, failed, make: makeGif, cancel: () => stop.current() };
};
