import type { LabelData, LabelWarning, Media, Template } from '@yunbiao/label';
import { useEffect, useRef, useState } from 'react';
import type { EngineState } from '../../shell/label/engine.ts';

/** Longest stretch of checking before the page gets its turn, ms. */
const SLICE_MS = 12;

export type RowWarnings = ReadonlyMap<LabelData, readonly LabelWarning[]>;

const NONE: RowWarnings = new Map();

const yieldToPage = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/**
 * What the engine says of every row, by row. Rows are checked in small stretches; a row that did not change is not
 * checked again.
 */
export const useRowWarnings = (
  state: EngineState,
  template: Template | undefined,
  media: Media,
  rows: readonly LabelData[],
): { warnings: RowWarnings; checked: number } => {
  const [held, setHeld] = useState({ warnings: NONE, checked: 0 });
  const memory = useRef<{ key: string; seen: WeakMap<LabelData, readonly LabelWarning[]> }>(
    undefined,
  );
  useEffect(() => {
    if (state.phase !== 'ready' || !template) return;
    const key = JSON.stringify([template, media]);
    if (memory.current?.key !== key) memory.current = { key, seen: new WeakMap() };
    const { seen } = memory.current;
    let stopped = false;
    const run = async (): Promise<void> => {
      const warnings = new Map<LabelData, readonly LabelWarning[]>();
      let until = performance.now() + SLICE_MS;
      for (const [index, row] of rows.entries()) {
        let said = seen.get(row);
        if (!said) {
          if (performance.now() > until) {
            setHeld({ warnings: new Map(warnings), checked: index });
            await yieldToPage();
            if (stopped) return;
            until = performance.now() + SLICE_MS;
          }
          said = check(() => state.engine.check(template, row, media)).filter(isReminder);
          seen.set(row, said);
        }
        if (said.length > 0) warnings.set(row, said);
      }
      setHeld({ warnings, checked: rows.length });
    };
    void run();
    return () => {
      stopped = true;
    };
  }, [state, template, media, rows]);
  return held;
};

/** Texts too long for their field are refused, and told by themselves: `limits.ts`. */
const isReminder = ({ code }: LabelWarning): boolean => code !== 'field-too-long';

/** A label that cannot be drawn at all is a warning of its own. */
const check = (run: () => readonly LabelWarning[]): readonly LabelWarning[] => {
  try {
    return run();
  } catch (error) {
    const message = error instanceof Error ? error.message : '这张标签画不出来';
    return [{ elementId: '', code: 'outside-label', level: 'error', message }];
  }
};
