import type { DataFault, LabelData, LabelWarning, Media, Template } from '@yunbiao/label';
import { useEffect, useRef, useState } from 'react';
import type { EngineState, LabelEngine } from '../label/engine/engine.ts';
import type { GetRowNumbers } from './serial-preview.ts';

/** Maximum time of a checking slice before the page can handle other tasks, ms. */
const SLICE_MS = 12;

export type RowWarnings = ReadonlyMap<LabelData, readonly LabelWarning[]>;
export type RowTroubles = ReadonlyMap<LabelData, readonly DataFault[]>;

/** Findings per row; `checked` is the number of rows checked so far. */
export type RowChecks = { warnings: RowWarnings; troubles: RowTroubles; checked: number };

export type RowFindings = { warnings: readonly LabelWarning[]; troubles: readonly DataFault[] };

const NO_CHECKS: RowChecks = { warnings: new Map(), troubles: new Map(), checked: 0 };

/** Interval between progress updates while rows are checked during idle time, ms. */
const PROGRESS_INTERVAL_MS = 300;

/** Priority of the check: `now` before rows are sent, `idle` in browser idle time. */
export type CheckPriority = 'now' | 'idle';

const yieldToPage = (pace: CheckPriority): Promise<void> =>
  new Promise((resolve) => {
    if (pace === 'idle' && 'requestIdleCallback' in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve, 0);
  });

/** Problems with values are reported at the fields, so the layout warnings repeat them. */
const isWarningReportedByField = (
  code: LabelWarning['code'],
  troubles: readonly DataFault[],
): boolean =>
  code === 'field-required' ||
  code === 'field-too-long' ||
  (code === 'missing-glyph' && troubles.some((trouble) => trouble.code === code));

/** Converts an exception of the layout to a warning. */
const listWarningsOfLayout = (run: () => readonly LabelWarning[]): readonly LabelWarning[] => {
  try {
    return run();
  } catch (error) {
    const message = error instanceof Error ? error.message : '这张标签画不出来';
    return [{ elementId: '', code: 'outside-label', level: 'error', message }];
  }
};

const createRowFindingsCheck = (
  engine: LabelEngine,
  template: Template,
  media: Media,
  at: string,
) => {
  const dataCheck = engine.createDataCheck(template, at);
  return (row: LabelData, numbers: LabelData): RowFindings => {
    const troubles = dataCheck(row);
    const warnings = listWarningsOfLayout(() =>
      engine.check(template, { ...row, ...numbers }, media, at),
    ).filter(({ code }) => !isWarningReportedByField(code, troubles));
    return { warnings, troubles };
  };
};

/**
 * Serial numbers for checking rows. The numbers of a row depend on how many rows before it are
 * sent.
 */
export type RowNumbers = {
  of: GetRowNumbers;
  /** True when a row with these findings is sent and therefore uses a serial number. */
  isCounted: (row: LabelData, findings: RowFindings) => boolean;
};

/** Cache of findings by serial numbers and row. */
type FindingsCache = Map<string, WeakMap<LabelData, RowFindings>>;

const getFindingsCacheForNumbers = (
  cache: FindingsCache,
  numbers: LabelData,
): WeakMap<LabelData, RowFindings> => {
  const key = JSON.stringify(numbers);
  const seenRows = cache.get(key) ?? new WeakMap<LabelData, RowFindings>();
  cache.set(key, seenRows);
  return seenRows;
};

/** Merges the findings of a row for different serial numbers, without duplicates. */
const mergeFindingsOfRow = ([first, ...otherFindings]: readonly RowFindings[]): RowFindings => {
  if (!first || otherFindings.length === 0) return first ?? { warnings: [], troubles: [] };
  const warnings = new Map(
    [first, ...otherFindings].flatMap((findings) =>
      findings.warnings.map(
        (warning) => [`${warning.elementId} ${warning.code}`, warning] as const,
      ),
    ),
  );
  return { warnings: [...warnings.values()], troubles: first.troubles };
};

type CheckRun = {
  createRowCheck: () => ReturnType<typeof createRowFindingsCheck>;
  /** Findings of earlier runs with the same template, media and time. */
  seen: FindingsCache;
  rows: readonly LabelData[];
  numbers: RowNumbers;
  pace: CheckPriority;
  isStopped: () => boolean;
  /** Called with the findings so far, and at the end with all. */
  onChecks: (checks: RowChecks) => void;
};

const checkRows = async ({
  createRowCheck,
  seen,
  rows,
  numbers,
  pace,
  isStopped,
  onChecks,
}: CheckRun): Promise<void> => {
  if (pace === 'idle') await yieldToPage(pace);
  if (isStopped()) return;
  const check = createRowCheck();
  const warnings = new Map<LabelData, readonly LabelWarning[]>();
  const troubles = new Map<LabelData, readonly DataFault[]>();
  const publishChecks = (checkedCount: number): void =>
    onChecks({ warnings: new Map(warnings), troubles: new Map(troubles), checked: checkedCount });
  let until = performance.now() + SLICE_MS;
  let publishedAt = performance.now();
  let sentCount = 0;
  for (const [index, row] of rows.entries()) {
    const rowFindings: RowFindings[] = [];
    for (const rowNumbers of numbers.of(sentCount)) {
      const seenRows = getFindingsCacheForNumbers(seen, rowNumbers);
      let finding = seenRows.get(row);
      if (!finding) {
        if (performance.now() > until) {
          if (pace === 'now' || performance.now() > publishedAt + PROGRESS_INTERVAL_MS) {
            publishChecks(index);
            publishedAt = performance.now();
          }
          await yieldToPage(pace);
          if (isStopped()) return;
          until = performance.now() + SLICE_MS;
        }
        finding = check(row, rowNumbers);
        seenRows.set(row, finding);
      }
      rowFindings.push(finding);
    }
    const mergedFindings = mergeFindingsOfRow(rowFindings);
    if (numbers.isCounted(row, mergedFindings)) sentCount += 1;
    if (mergedFindings.warnings.length > 0) warnings.set(row, mergedFindings.warnings);
    if (mergedFindings.troubles.length > 0) troubles.set(row, mergedFindings.troubles);
  }
  publishChecks(rows.length);
};

/** Checks all rows in short slices. Unchanged rows are not checked again. */
export const useRowChecks = (
  state: EngineState,
  template: Template,
  media: Media,
  at: string,
  rows: readonly LabelData[],
  numbers: RowNumbers,
  pace: CheckPriority = 'now',
): RowChecks => {
  const [heldChecks, setHeld] = useState<{ of: Template | null; checks: RowChecks }>({
    of: null,
    checks: NO_CHECKS,
  });
  const memory = useRef<{ key: string; engine: LabelEngine; seen: FindingsCache }>(undefined);
  useEffect(() => {
    if (state.phase !== 'ready') return;
    const key = JSON.stringify([template, media, at]);
    const { engine } = state;
    // The engine object changes when a font piece arrives. Rows laid out without it are checked
    // again.
    if (memory.current?.key !== key || memory.current.engine !== engine)
      memory.current = { key, engine, seen: new Map() };
    const { seen } = memory.current;
    let stopped = false;
    void checkRows({
      createRowCheck: () => createRowFindingsCheck(engine, template, media, at),
      seen,
      rows,
      numbers,
      pace,
      isStopped: () => stopped,
      onChecks: (checks) => setHeld({ of: template, checks }),
    });
    return () => {
      stopped = true;
    };
  }, [state, template, media, at, rows, numbers, pace]);
  // Do not return findings that belong to another template.
  return heldChecks.of === template ? heldChecks.checks : NO_CHECKS;
};
