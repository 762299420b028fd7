import { CellShape } from '@yunbiao/ui/cell-shape.tsx';
import { formatCount } from '@yunbiao/ui/format.ts';
import type { CellCount } from './cell-counts.ts';
import css from './cells-key.module.css';

/** What the cells beside it mean, drawn with the cells themselves, and how many of each there are. */
export const CellsKey = ({ cells }: { cells: readonly CellCount[] }) => (
  <ul className={css.key} aria-label="图例">
    {cells.map(({ kind, text, count }) => (
      <li key={text} className={kind === 'uncertain' ? css.unsure : undefined}>
        <CellShape kind={kind} />
        {text} {formatCount(count)}
      </li>
    ))}
  </ul>
);
