import { useEffect, useRef, useState } from 'react';
import { runAfterPaint } from '../../../kit/site/after-paint.ts';
import type { LabelPicture } from '../../../kit/label/engine/engine.ts';
import type { HeroLabel } from './home-data.ts';
import type { LiveEngine } from './live-engine.ts';

export type EngineState = 'asleep' | 'loading' | 'ready' | 'failed';

const listSampleValues = (sample: HeroLabel['sample']): Record<string, string> =>
  Object.fromEntries(sample.content.fields.map((field) => [field.name, field.sample]));

/** The engine for the sample, and its state. A failed engine loads again on the next call. */
const useLiveEngine = (sample: HeroLabel['sample']) => {
  const [engine, setEngine] = useState<EngineState>('asleep');
  const [ready, setReady] = useState<LiveEngine | null>(null);
  const fetched = useRef<Promise<LiveEngine> | null>(null);
  const loadEngine = (): Promise<LiveEngine> => {
    if (!fetched.current) {
      setEngine('loading');
      fetched.current = import('./live-engine.ts').then(({ openLiveEngine }) =>
        openLiveEngine(sample),
      );
      fetched.current.then(
        (engine) => {
          setReady(engine);
          setEngine('ready');
        },
        () => {
          // The next interaction tries again.
          fetched.current = null;
          setEngine('failed');
        },
      );
    }
    return fetched.current;
  };
  return { engine, ready, loadEngine };
};

/**
 * The sample label, redrawn when its fields change. The first picture is part of the page. The
 * engine and its fonts (a few MB) load on the first interaction with a field.
 */
export const useLiveDrawing = (sample: HeroLabel['sample']) => {
  const [values, setValues] = useState(() => listSampleValues(sample));
  const [drawnPicture, setDrawn] = useState<LabelPicture | null>(null);
  const { engine, ready, loadEngine } = useLiveEngine(sample);
  const latest = useRef(values);
  const outdated = useRef<(() => void) | null>(null);
  useEffect(() => () => outdated.current?.(), []);
  useEffect(() => ready?.onGlyphsLoaded(() => setDrawn(ready.draw(latest.current))), [ready]);

  const redrawWithValues = (next: Record<string, string>): void => {
    latest.current = next;
    setValues(next);
    // The state shows the failure. The input stays and is drawn by the next attempt.
    loadEngine().then(
      ({ draw }) => {
        // Paint the input first and draw the label one frame later. Draw only the latest input.
        outdated.current?.();
        outdated.current = runAfterPaint(() => setDrawn(draw(latest.current)));
      },
      () => undefined,
    );
  };

  return {
    values,
    drawing: drawnPicture ?? sample.drawing,
    warnings: drawnPicture?.warnings ?? [],
    engine,
    /** Call on the first interaction. */
    wake: () => void loadEngine().catch(() => undefined),
    change: (name: string, value: string) => redrawWithValues({ ...latest.current, [name]: value }),
    changed: Object.entries(listSampleValues(sample)).some(
      ([name, value]) => values[name] !== value,
    ),
    reset: () => redrawWithValues(listSampleValues(sample)),
  };
};
