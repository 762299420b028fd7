import { useEffect, useRef, useState } from 'react';
import { secondsLeft } from './model/progress.ts';
import type { FromMaker, Made, Recipe, Trial } from './worker/messages.ts';

export type Making = {
  format: Recipe['format'];
  phase: 'read' | 'write';
  /** 0–1 of all. */
  share: number;
  frame: number;
  of: number;
  secondsLeft: number | null;
  trials: readonly Trial[];
};

type Outcome = Extract<FromMaker, { kind: 'made' | 'failed' }>;

export type Result = Made & { format: Recipe['format']; trials: readonly Trial[] };

export type Maker = {
  making: Making | null;
  failed: Extract<FromMaker, { kind: 'failed' }>['why'] | { code: 'gone' } | null;
  /** Resolves to null when it was cancelled or failed. */
  make: (recipe: Recipe) => Promise<Result | null>;
  cancel: () => void;
};

/** Progress is told so often, ms. */
const SAID_EVERY_MS = 100;

/** Makes a file in a worker of its own, which is ended by cancelling: nothing of it goes on. */
export const useMaker = (): Maker => {
  const [making, setMaking] = useState<Making | null>(null);
  const [failed, setFailed] = useState<Maker['failed']>(null);
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);

  const make = (recipe: Recipe): Promise<Result | null> => {
    stop.current();
    const begun = performance.now();
    let told = 0;
    const trials: Trial[] = [];
    const { format } = recipe;
    setFailed(null);
    setMaking({
      format,
      phase: 'read',
      share: 0,
      frame: 0,
      of: recipe.frames.length,
      secondsLeft: null,
      trials,
    });
    const worker = new Worker(new URL('./worker/make-worker.ts', import.meta.url), {
      type: 'module',
    });
    return new Promise((resolve) => {
      const end = (outcome: Outcome | null): void => {
        worker.terminate();
        stop.current = () => undefined;
        setMaking(null);
        resolve(outcome?.kind === 'made' ? { ...outcome.made, format, trials } : null);
      };
      stop.current = () => end(null);
      worker.addEventListener('error', () => {
        setFailed({ code: 'gone' });
        end(null);
      });
      worker.addEventListener('message', ({ data }: MessageEvent<FromMaker>) => {
        if (data.kind === 'trial') trials.push(data.trial);
        else if (data.kind === 'progress') {
          // Frames may come by the hundred; nobody reads so fast.
          if (performance.now() - told < SAID_EVERY_MS) return;
          told = performance.now();
          const { phase, share, frame, of } = data;
          const left = secondsLeft(share, performance.now() - begun);
          setMaking({ format, phase, share, frame, of, secondsLeft: left, trials: [...trials] });
        } else {
          if (data.kind === 'failed') setFailed(data.why);
          end(data);
        }
      });
      worker.postMessage(recipe);
    });
  };
  return { making, failed, make, cancel: () => stop.current() };
};
