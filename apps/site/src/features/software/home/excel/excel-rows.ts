import { isTypedField } from '@yunbiao/label/fields';
import type { SampleTemplate } from '../../template.ts';

/** A small worksheet with the samples of a template: a column for each field, a row for each label. */
export type ExcelRows = { heads: string[]; rows: string[][] };

const MAX_COLUMNS = 4;
const MAX_ROWS = 5;
/** Minimum number of rows: one row would not show that each row is a label. */
const MIN_ROWS = 3;

/** Lists the rows of the worksheet; null when the template has too few drawn samples. */
export const listExcelRows = ({
  content,
  moreDrawings,
}: Pick<SampleTemplate, 'content' | 'moreDrawings'>): ExcelRows | null => {
  const fields = content.fields.filter(isTypedField).slice(0, MAX_COLUMNS);
  const count = Math.min(MAX_ROWS, moreDrawings.length + 1);
  if (fields.length === 0 || count < MIN_ROWS) return null;
  return {
    heads: fields.map(({ label }) => label),
    rows: Array.from({ length: count }, (_, row) =>
      fields.map(({ sample, moreSamples = [] }) =>
        row === 0 ? sample : (moreSamples[row - 1] ?? sample),
      ),
    ),
  };
};
