import type { Dpi, LabelData, Template } from '@yunbiao/label';
import { waitForEngine } from '../../../kit/label/engine/engine.ts';
import type { JobControl } from '../../../kit/label/engine/label-worker.ts';
import { createTimeSliceYielder } from '../../../kit/label/engine/time-slices.ts';
import {
  LabelResolutionError,
  layOutWithAllGlyphs,
} from '../../../kit/label/engine/complete-scene.ts';

export type Labels = {
  template: Template;
  rows: readonly LabelData[];
  dpi: Dpi;
  /** Time used by formulas. */
  at: string;
};

/**
 * A row that cannot be printed: its 0-based index, the reason, and the element or field that it is
 * about.
 */
export type SkippedRow = { at: number; reason: string; elementId?: string; field?: string };

/** Printable rows, and the others. */
export type SplitRows = { printable: LabelData[]; skipped: SkippedRow[] };

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
      out.skipped.push({ at: place, reason: trouble.message, field: trouble.field.name });
      continue;
    }
    try {
      await layOutWithAllGlyphs(engine, { template, row, media: { dpi }, at }, signal);
      out.printable.push(row);
    } catch (error) {
      const isOfRow =
        error instanceof LabelResolutionError ||
        (error instanceof Error && error.name === 'LabelError');
      if (!isOfRow) throw error;
      out.skipped.push({
        at: place,
        reason: error.message,
        ...(error instanceof LabelResolutionError && { elementId: error.elementId }),
      });
    }
  }
  return out;
};
