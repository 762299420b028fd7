import type { Dpi, LabelData, Template } from '@yunbiao/label';
import { readyEngine } from '../../../kit/label/engine.ts';
import type { Work } from '../../../kit/label/off-page.ts';
import { createTurns } from '../../../kit/label/turns.ts';
import { RowRefused, wholeScene } from '../../../kit/label/whole-scene.ts';

export type Labels = {
  template: Template;
  rows: readonly LabelData[];
  dpi: Dpi;
  /** When formulas are worked out. */
  at: string;
};

/** The rows that can be printed, and those that cannot, by their place from 0, with the reason. */
export type SortedOut = {
  good: LabelData[];
  left: { at: number; reason: string }[];
};

/** Looks at every row as the server would before it takes it: what cannot be printed is in no file either. */
export const sortOut = async (
  { template, rows, dpi, at }: Labels,
  { signal, onRow }: Work,
): Promise<SortedOut> => {
  const engine = await readyEngine();
  const dataCheck = engine.dataCheck(template);
  const { mayTakeTurn } = createTurns(signal);
  const out: SortedOut = { good: [], left: [] };
  for (const [place, row] of rows.entries()) {
    await mayTakeTurn(() => onRow(place));
    const [trouble] = dataCheck(row);
    if (trouble) {
      out.left.push({ at: place, reason: trouble.message });
      continue;
    }
    try {
      await wholeScene(engine, { template, row, media: { dpi }, at }, signal);
      out.good.push(row);
    } catch (error) {
      const isOfRow =
        error instanceof RowRefused || (error instanceof Error && error.name === 'LabelError');
      if (!isOfRow) throw error;
      out.left.push({ at: place, reason: error.message });
    }
  }
  return out;
};
