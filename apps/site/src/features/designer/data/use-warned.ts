import type { LabelData, Template } from '@yunbiao/label';
import { useStore } from '@yunbiao/ui/store.ts';
import { useEffect, useMemo, useState } from 'react';
import { fromTheStart, numbersByShape } from '../../../kit/data/coming-numbers.ts';
import { type RowChecks, useRowChecks } from '../../../kit/data/row-warnings.ts';
import { useClock } from '../../../kit/label/use-clock.ts';
import { useEngine } from '../../../kit/label/use-engine.ts';
import { useDesigner } from '../designer.ts';

/** Rows are checked with a template that rests this long, ms: not with every step of a change. */
const REST_MS = 700;

const NO_ROWS: readonly LabelData[] = [];

const useRested = (template: Template): Template => {
  const [rested, setRested] = useState(template);
  useEffect(() => {
    const timer = setTimeout(() => setRested(template), REST_MS);
    return () => clearTimeout(timer);
  }, [template]);
  return rested;
};

/** What there is to say of every row, found out while nothing else is to be done. */
export const useWarned = (rows: readonly LabelData[], isOn: boolean): RowChecks => {
  const designer = useDesigner();
  const engine = useEngine();
  const template = useRested(useStore(designer.history, ({ now }) => now.template));
  const { dpi } = useStore(designer.look);
  const media = useMemo(() => ({ dpi }), [dpi]);
  const at = useClock(template);
  const numbers = useMemo(
    () => ({ of: numbersByShape(fromTheStart(template), 1), isCounted: () => true }),
    [template],
  );
  return useRowChecks(engine, template, media, at, isOn ? rows : NO_ROWS, numbers, 'idle');
};
