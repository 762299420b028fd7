import { CellShape } from '@yunbiao/ui/cells/cell-shape.tsx';
import { formatCount } from '@yunbiao/ui/format.ts';
import type { CellCount } from './cell-counts.ts';
import css from './cells-legend.module.css';

/** Legend of the cells with the count of each kind. */
export const CellsLegend = ({ cells }: { cells: readonly CellCount[] }) => (
  <ul className={css.key} aria-label="图例">
    {cells.map(({ kind, text, count }) => (
      <li key={text} className={kind === 'uncertain' ? css.unsure : undefined}>
        <CellShape kind={kind} />
        {text} {formatCount(count)}
      </li>
    ))}
  </ul>
);
