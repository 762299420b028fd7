import type { Dpi, LabelData, Template } from '@yunbiao/label';
import { waitForEngine } from '../../../kit/label/engine/engine.ts';
import type { JobControl } from '../../../kit/label/engine/label-worker.ts';
import { createTimeSliceYielder } from '../../../kit/label/engine/time-slices.ts';
import {
  LabelResolutionError,
  buildCompleteScene,
} from '../../../kit/label/engine/complete-scene.ts';

export type Labels = {
  template: Template;
  rows: readonly LabelData[];
  dpi: Dpi;
  /** Time used by formulas. */
  at: string;
};

/** Printable rows, and the others with their 0-based index and the reason. */
export type SplitRows = {
  printable: LabelData[];
  skipped: { at: number; reason: string }[];
};

/** Applies the server's checks to every row. Rows that cannot be printed are not exported. */
export const splitPrintableRows = async (
  { template, rows, dpi, at }: Labels,
  { signal, onRow }: JobControl,
): Promise<SplitRows> => {
  const engine = await waitForEngine();
  const dataCheck = engine.createDataCheck(template, at);
  const { yieldIfDue: mayTakeTurn } = createTimeSliceYielder(signal);
  const out: SplitRows = { printable: [], skipped: [] };
  for (const [place, row] of rows.entries()) {
    await mayTakeTurn(() => onRow(place));
    const [trouble] = dataCheck(row);
    if (trouble) {
      out.skipped.push({ at: place, reason: trouble.message });
      continue;
    }
    try {
      await buildCompleteScene(engine, { template, row, media: { dpi }, at }, signal);
      out.printable.push(row);
    } catch (error) {
      const isOfRow =
        error instanceof LabelResolutionError ||
        (error instanceof Error && error.name === 'LabelError');
      if (!isOfRow) throw error;
      out.skipped.push({ at: place, reason: error.message });
    }
  }
  return out;
};
