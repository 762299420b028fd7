import type { LabelData } from '@yunbiao/label';
import { useStore } from '@yunbiao/ui/store.ts';
import { useEffect, useMemo, useState } from 'react';
import { drawLabelOrExplain } from '../../kit/label/engine/draw-label.ts';
import { selectUnresolvedWarnings } from '../../kit/label/scan/scan-results.tsx';
import { useTemplateClock } from '../../kit/label/use-clock.ts';
import { useLabelEngine } from '../../kit/label/engine/use-engine.ts';
import { useCodeScan } from '../../kit/label/scan/use-scan.ts';
import { getDotsPerMm } from '../../kit/printing/print-media.ts';
import type { PreviewedLabel } from './canvas/label-layers.tsx';
import { useDesigner } from './designer.ts';
import {
  listEdgeProblems,
  type Problem,
  listTemplateProblems,
  addFixesToProblems,
} from '@yunbiao/designer/problems';

const INTERACTION_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/** Returns true after the first interaction with the page. */
const useHasInteracted = (): boolean => {
  const [isUsed, setUsed] = useState(false);
  useEffect(() => {
    if (isUsed) return;
    const over = new AbortController();
    for (const sign of INTERACTION_EVENTS)
      addEventListener(sign, () => setUsed(true), { once: true, signal: over.signal });
    return () => over.abort();
  }, [isUsed]);
  return isUsed;
};

/** The label as printed with these values, its scan grades and its problems. */
export const useLabelPreview = (data: LabelData) => {
  const designer = useDesigner();
  const template = useStore(designer.history, ({ now }) => now.template);
  const isUsed = useHasInteracted();
  // An empty label needs no fonts: load them on the first interaction.
  const state = useLabelEngine(isUsed || template.elements.length > 0);
  const { dpi } = useStore(designer.look);
  const at = useTemplateClock(template);
  const attempt = useMemo(
    () =>
      state.phase === 'ready'
        ? drawLabelOrExplain(state.engine, template, data, { dpi }, at)
        : null,
    [state, template, data, dpi, at],
  );
  const drawnLabel = attempt?.drawn ?? null;
  const scan = useCodeScan(drawnLabel);
  const shownLabel: PreviewedLabel = useMemo(
    () => ({ template, data, at, attempt }),
    [template, data, at, attempt],
  );
  const problems = useMemo((): Problem[] => {
    if (attempt?.problem) return [{ elementId: '', level: 'error', message: attempt.problem }];
    if (!drawnLabel) return [];
    const grades = scan.phase === 'read' ? scan.grades : [];
    const edges = listEdgeProblems(template, drawnLabel.boxes, getDotsPerMm(dpi));
    const allProblems = listTemplateProblems(
      template,
      selectUnresolvedWarnings(drawnLabel.warnings, scan),
      grades,
      edges,
    );
    if (state.phase !== 'ready') return allProblems;
    const { engine } = state;
    return addFixesToProblems(allProblems, {
      template,
      dotsPerMm: getDotsPerMm(dpi),
      boxes: drawnLabel.boxes,
      symbols: drawnLabel.symbols,
      measureQuietDots: drawnLabel.getQuietDots,
      checkElements: (elements) => engine.check({ ...template, elements }, data, { dpi }, at),
    });
  }, [attempt, drawnLabel, scan, template, dpi, state, data, at]);
  return { shown: shownLabel, drawn: drawnLabel, scan, problems };
};
