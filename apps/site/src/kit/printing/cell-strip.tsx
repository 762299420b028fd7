import { CellRow } from '@yunbiao/ui/cells/cell-shape.tsx';
import { type CellCount, formatCellCounts, sampleCellsInProportion } from './cell-counts.ts';
import css from './cells-legend.module.css';

/** Maximum number of cells in a strip. */
const MAX_CELLS = 10;

/** Composition of a batch, for a table row. */
export const CellStrip = ({ cells }: { cells: readonly CellCount[] }) => {
  const words = formatCellCounts(cells);
  return (
    <span className={css.strip} role="img" aria-label={words} title={words}>
      <CellRow kinds={sampleCellsInProportion(cells, MAX_CELLS)} />
    </span>
  );
};
