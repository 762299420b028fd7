import type { LabelData, Template } from '@yunbiao/label';
import { useStore } from '@yunbiao/ui/store.ts';
import { useEffect, useMemo, useState } from 'react';
import {
  createInitialSerialState,
  createDistinctNumbersOfRows,
} from '../../../kit/data/serial-preview.ts';
import { type RowChecks, useRowChecks } from '../../../kit/data/row-warnings.ts';
import { useTemplateClock } from '../../../kit/label/use-clock.ts';
import { useLabelEngine } from '../../../kit/label/engine/use-engine.ts';
import { useDesigner } from '../designer.ts';

/** Rows are checked after the template was unchanged for this time, ms. */
const REST_MS = 700;

const NO_ROWS: readonly LabelData[] = [];

const useDebouncedTemplate = (template: Template): Template => {
  const [debouncedTemplate, setRested] = useState(template);
  useEffect(() => {
    const timer = setTimeout(() => setRested(template), REST_MS);
    return () => clearTimeout(timer);
  }, [template]);
  return debouncedTemplate;
};

/** Warnings of all rows, computed while the browser is idle. */
export const useSheetChecks = (rows: readonly LabelData[], isOn: boolean): RowChecks => {
  const designer = useDesigner();
  const engine = useLabelEngine();
  const template = useDebouncedTemplate(useStore(designer.history, ({ now }) => now.template));
  const { dpi } = useStore(designer.look);
  const media = useMemo(() => ({ dpi }), [dpi]);
  const at = useTemplateClock(template);
  const numbers = useMemo(
    () => ({
      of: createDistinctNumbersOfRows(createInitialSerialState(template), 1),
      isCounted: () => true,
    }),
    [template],
  );
  return useRowChecks(engine, template, media, at, isOn ? rows : NO_ROWS, numbers, 'idle');
};
