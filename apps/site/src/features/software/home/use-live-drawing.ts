import { useEffect, useRef, useState } from 'react';
import { afterPaint } from '../../../kit/site/after-paint.ts';
import type { LabelPicture } from '../../../kit/label/engine.ts';
import type { HeroLabel } from './home-data.ts';
import type { LiveEngine } from './live-engine.ts';

export type EngineState = 'asleep' | 'loading' | 'ready' | 'failed';

const listSamples = (sample: HeroLabel['sample']): Record<string, string> =>
  Object.fromEntries(sample.content.fields.map((field) => [field.name, field.sample]));

/**
 * The sample label, redrawn while its fields change. The first picture comes with the page; the engine and its fonts
 * (a few MB) are fetched at the first touch of a field, never before.
 */
export const useLiveDrawing = (sample: HeroLabel['sample']) => {
  const [values, setValues] = useState(() => listSamples(sample));
  const [drawn, setDrawn] = useState<LabelPicture | null>(null);
  const [engine, setEngine] = useState<EngineState>('asleep');
  const latest = useRef(values);
  const fetched = useRef<Promise<LiveEngine> | null>(null);
  const outdated = useRef<(() => void) | null>(null);
  const [ready, setReady] = useState<LiveEngine | null>(null);
  useEffect(() => () => outdated.current?.(), []);
  useEffect(() => ready?.onLater(() => setDrawn(ready.draw(latest.current))), [ready]);

  const wake = (): Promise<LiveEngine> => {
    if (!fetched.current) {
      setEngine('loading');
      fetched.current = import('./live-engine.ts').then(({ openEngine }) => openEngine(sample));
      fetched.current.then(
        (got) => {
          setReady(got);
          setEngine('ready');
        },
        () => {
          // The next touch tries again.
          fetched.current = null;
          setEngine('failed');
        },
      );
    }
    return fetched.current;
  };

  const show = (next: Record<string, string>): void => {
    latest.current = next;
    setValues(next);
    // A failure is shown by the state; what was typed stays and is drawn by the next try.
    wake().then(
      ({ draw }) => {
        // The letter appears first, the label a frame later; of several letters waiting only the last is drawn.
        outdated.current?.();
        outdated.current = afterPaint(() => setDrawn(draw(latest.current)));
      },
      () => undefined,
    );
  };

  return {
    values,
    drawing: drawn ?? sample.drawing,
    warnings: drawn?.warnings ?? [],
    engine,
    /** Call at the first touch. */
    wake: () => void wake().catch(() => undefined),
    change: (name: string, value: string) => show({ ...latest.current, [name]: value }),
    changed: Object.entries(listSamples(sample)).some(([name, value]) => values[name] !== value),
    reset: () => show(listSamples(sample)),
  };
};
