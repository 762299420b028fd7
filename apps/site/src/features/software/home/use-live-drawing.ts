import { useEffect, useRef, useState } from 'react';
import { afterPaint } from '../../../kit/site/after-paint.ts';
import type { LabelPicture } from '../../../kit/label/engine.ts';
import type { HeroLabel } from './home-data.ts';

type Draw = (data: Record<string, string>) => LabelPicture;

const DPI = 203;

export type EngineState = 'asleep' | 'loading' | 'ready' | 'failed';

const samplesOf = (sample: HeroLabel['sample']): Record<string, string> =>
  Object.fromEntries(sample.content.fields.map((field) => [field.name, field.sample]));

/**
 * The sample label, redrawn while its fields change. The first picture comes with the page; the engine and its fonts
 * (a few MB) are fetched at the first touch of a field, never before.
 */
export const useLiveDrawing = (sample: HeroLabel['sample']) => {
  const [values, setValues] = useState(() => samplesOf(sample));
  const [drawn, setDrawn] = useState<LabelPicture | null>(null);
  const [engine, setEngine] = useState<EngineState>('asleep');
  const latest = useRef(values);
  const draw = useRef<Promise<Draw> | null>(null);
  const outdated = useRef<(() => void) | null>(null);
  const stop = useRef<(() => void) | null>(null);
  useEffect(
    () => () => {
      outdated.current?.();
      stop.current?.();
    },
    [],
  );

  const wake = (): Promise<Draw> => {
    if (!draw.current) {
      setEngine('loading');
      draw.current = import('../../../kit/label/engine.ts').then(
        async ({ readyEngine, onEngineState }) => {
          const { picture } = await readyEngine();
          const drawLabel: Draw = (data) => picture(sample.content, data, { dpi: DPI });
          // The outline of a rare character comes later.
          stop.current = onEngineState(() => setDrawn(drawLabel(latest.current)));
          return drawLabel;
        },
      );
      draw.current.then(
        () => setEngine('ready'),
        () => {
          // The next touch tries again.
          draw.current = null;
          setEngine('failed');
        },
      );
    }
    return draw.current;
  };

  const show = (next: Record<string, string>): void => {
    latest.current = next;
    setValues(next);
    // A failure is shown by the state; what was typed stays and is drawn by the next try.
    wake().then(
      (drawLabel) => {
        // The letter appears first, the label a frame later; of several letters waiting only the last is drawn.
        outdated.current?.();
        outdated.current = afterPaint(() => setDrawn(drawLabel(latest.current)));
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
    changed: Object.entries(samplesOf(sample)).some(([name, value]) => values[name] !== value),
    reset: () => show(samplesOf(sample)),
  };
};
