import type { LabelData } from '@yunbiao/label';
import { useStore } from '@yunbiao/ui/store.ts';
import { useEffect, useMemo, useState } from 'react';
import { drawLabel } from '../../kit/label/draw-label.ts';
import { warningsBeside } from '../../kit/label/scans.tsx';
import { useClock } from '../../kit/label/use-clock.ts';
import { useEngine } from '../../kit/label/use-engine.ts';
import { useScan } from '../../kit/label/use-scan.ts';
import { getDotsPerMm } from '../../kit/printing/print-media.ts';
import type { Shown } from './canvas/label-layers.tsx';
import { useDesigner } from './designer.ts';
import { edgeProblems, type Problem, listProblems, withFixes } from './model/problems.ts';

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/** Somebody has begun to use the page. */
const useUsed = (): boolean => {
  const [isUsed, setUsed] = useState(false);
  useEffect(() => {
    if (isUsed) return;
    const over = new AbortController();
    for (const sign of SIGNS)
      addEventListener(sign, () => setUsed(true), { once: true, signal: over.signal });
    return () => over.abort();
  }, [isUsed]);
  return isUsed;
};

/** The label as it will be printed with these values, what its codes read as, and all that is to be said of it. */
export const useShown = (data: LabelData) => {
  const designer = useDesigner();
  const template = useStore(designer.history, ({ now }) => now.template);
  const isUsed = useUsed();
  // An empty label needs no fonts: they come with the first sign of somebody who will put something on it.
  const state = useEngine(isUsed || template.elements.length > 0);
  const { dpi } = useStore(designer.look);
  const at = useClock(template);
  const attempt = useMemo(
    () => (state.phase === 'ready' ? drawLabel(state.engine, template, data, { dpi }, at) : null),
    [state, template, data, dpi, at],
  );
  const drawn = attempt?.drawn ?? null;
  const scan = useScan(drawn);
  const shown: Shown = useMemo(
    () => ({ template, data, at, attempt }),
    [template, data, at, attempt],
  );
  const problems = useMemo((): Problem[] => {
    if (attempt?.problem) return [{ elementId: '', level: 'error', message: attempt.problem }];
    if (!drawn) return [];
    const grades = scan.phase === 'read' ? scan.grades : [];
    const edges = edgeProblems(template, drawn.boxes, getDotsPerMm(dpi));
    const all = listProblems(template, warningsBeside(drawn.warnings, scan), grades, edges);
    if (state.phase !== 'ready') return all;
    const { engine } = state;
    return withFixes(all, {
      template,
      dotsPerMm: getDotsPerMm(dpi),
      boxes: drawn.boxes,
      symbols: drawn.symbols,
      quietDots: drawn.quietDots,
      attempt: (elements) => engine.check({ ...template, elements }, data, { dpi }, at),
    });
  }, [attempt, drawn, scan, template, dpi, state, data, at]);
  return { shown, drawn, scan, problems };
};
