import { CellRow } from '@yunbiao/ui/cell-shape.tsx';
import { type CellCount, cellsText, sampleCells } from './cell-counts.ts';
import css from './cells-key.module.css';

/** Cells of a strip. */
const MOST = 10;

/** What a batch is made of, in a row of a table. */
export const CellStrip = ({ cells }: { cells: readonly CellCount[] }) => {
  const words = cellsText(cells);
  return (
    <span className={css.strip} role="img" aria-label={words} title={words}>
      <CellRow kinds={sampleCells(cells, MOST)} />
    </span>
  );
};
