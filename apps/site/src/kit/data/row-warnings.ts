import type { DataTrouble, LabelData, LabelWarning, Media, Template } from '@yunbiao/label';
import { useEffect, useRef, useState } from 'react';
import type { EngineState, LabelEngine } from '../label/engine.ts';
import type { NumbersOf } from './coming-numbers.ts';

/** Longest stretch of checking before the page gets its turn, ms. */
const SLICE_MS = 12;

export type RowWarnings = ReadonlyMap<LabelData, readonly LabelWarning[]>;
export type RowTroubles = ReadonlyMap<LabelData, readonly DataTrouble[]>;

/** What there is to say of rows, by row; `checked`: so many from the first have been looked at. */
export type RowChecks = { warnings: RowWarnings; troubles: RowTroubles; checked: number };

export type Said = { warnings: readonly LabelWarning[]; troubles: readonly DataTrouble[] };

const NONE: RowChecks = { warnings: new Map(), troubles: new Map(), checked: 0 };

/** Results of rows are shown this often while the page is idle, ms. */
const SHOW_MS = 300;

/** How eagerly rows are checked: `now` when they are about to be sent, `idle` when there is nothing else to do. */
export type Pace = 'now' | 'idle';

const nextTurn = (pace: Pace): Promise<void> =>
  new Promise((resolve) => {
    if (pace === 'idle' && 'requestIdleCallback' in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve, 0);
  });

/** What is wrong with a row's values is told at its fields, not a second time by the layout. */
const toldByField = (code: LabelWarning['code'], troubles: readonly DataTrouble[]): boolean =>
  code === 'field-required' ||
  code === 'field-too-long' ||
  (code === 'missing-glyph' && troubles.some((trouble) => trouble.code === code));

/** A label that cannot be drawn at all is a warning of its own. */
const listWarnings = (run: () => readonly LabelWarning[]): readonly LabelWarning[] => {
  try {
    return run();
  } catch (error) {
    const message = error instanceof Error ? error.message : '这张标签画不出来';
    return [{ elementId: '', code: 'outside-label', level: 'error', message }];
  }
};

const createCheck = (engine: LabelEngine, template: Template, media: Media, at: string) => {
  const dataCheck = engine.dataCheck(template);
  return (row: LabelData, numbers: LabelData): Said => {
    const troubles = dataCheck(row);
    const warnings = listWarnings(() =>
      engine.check(template, { ...row, ...numbers }, media, at),
    ).filter(({ code }) => !toldByField(code, troubles));
    return { warnings, troubles };
  };
};

/** The numbers rows are looked at with: those a row has are known once it is known which before it have one. */
export type RowNumbers = {
  of: NumbersOf;
  /** Whether a row of which this is said is sent, and has the next number. */
  isCounted: (row: LabelData, said: Said) => boolean;
};

/** What was found, by the numbers rows were looked at with and the row. */
type Seen = Map<string, WeakMap<LabelData, Said>>;

const seenWith = (seen: Seen, numbers: LabelData): WeakMap<LabelData, Said> => {
  const key = JSON.stringify(numbers);
  const known = seen.get(key) ?? new WeakMap<LabelData, Said>();
  seen.set(key, known);
  return known;
};

/** What is said of a row with one of its numbers or another: each thing once. */
const joined = ([first, ...others]: readonly Said[]): Said => {
  if (!first || others.length === 0) return first ?? { warnings: [], troubles: [] };
  const warnings = new Map(
    [first, ...others].flatMap((said) =>
      said.warnings.map((one) => [`${one.elementId} ${one.code}`, one] as const),
    ),
  );
  return { warnings: [...warnings.values()], troubles: first.troubles };
};

/**
 * What the engine says of every row. Rows are checked in small stretches; a row that did not change is not checked
 * again.
 */
export const useRowChecks = (
  state: EngineState,
  template: Template,
  media: Media,
  at: string,
  rows: readonly LabelData[],
  numbers: RowNumbers,
  pace: Pace = 'now',
): RowChecks => {
  const [held, setHeld] = useState<{ of: Template | null; checks: RowChecks }>({
    of: null,
    checks: NONE,
  });
  const memory = useRef<{ key: string; engine: LabelEngine; seen: Seen }>(undefined);
  useEffect(() => {
    if (state.phase !== 'ready') return;
    const key = JSON.stringify([template, media, at]);
    const { engine } = state;
    // It is another one when a piece of the fonts has come: what was laid out without it is laid out again.
    if (memory.current?.key !== key || memory.current.engine !== engine)
      memory.current = { key, engine, seen: new Map() };
    const { seen } = memory.current;
    let stopped = false;
    const run = async (): Promise<void> => {
      if (pace === 'idle') await nextTurn(pace);
      if (stopped) return;
      const check = createCheck(engine, template, media, at);
      const warnings = new Map<LabelData, readonly LabelWarning[]>();
      const troubles = new Map<LabelData, readonly DataTrouble[]>();
      const show = (checked: number): void =>
        setHeld({
          of: template,
          checks: { warnings: new Map(warnings), troubles: new Map(troubles), checked },
        });
      let until = performance.now() + SLICE_MS;
      let shown = performance.now();
      let sent = 0;
      for (const [index, row] of rows.entries()) {
        const each: Said[] = [];
        for (const given of numbers.of(sent)) {
          const known = seenWith(seen, given);
          let one = known.get(row);
          if (!one) {
            if (performance.now() > until) {
              if (pace === 'now' || performance.now() > shown + SHOW_MS) {
                show(index);
                shown = performance.now();
              }
              await nextTurn(pace);
              if (stopped) return;
              until = performance.now() + SLICE_MS;
            }
            one = check(row, given);
            known.set(row, one);
          }
          each.push(one);
        }
        const said = joined(each);
        if (numbers.isCounted(row, said)) sent += 1;
        if (said.warnings.length > 0) warnings.set(row, said.warnings);
        if (said.troubles.length > 0) troubles.set(row, said.troubles);
      }
      show(rows.length);
    };
    void run();
    return () => {
      stopped = true;
    };
  }, [state, template, media, at, rows, numbers, pace]);
  // What was said of rows of another template is not said of these.
  return held.of === template ? held.checks : NONE;
};
