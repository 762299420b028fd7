import type { TableElement } from '@yunbiao/label';
import { useStore } from '@yunbiao/ui/store.ts';
import css from '../../designer.module.css';
import { useDesigner } from '../../designer.ts';
import { findCellAt, type Place } from '@yunbiao/designer/table';
import { CellPart } from './cell-part.tsx';
import { CellGrid } from '../table/cell-grid.tsx';
import { LineFields } from '../table/line-fields.tsx';
import { MergeButtons } from '../table/merge-buttons.tsx';
import { TableFields } from '../table/table-fields.tsx';
import { useSelectedElements } from '../use-chosen.ts';

const START: Place = { row: 1, column: 1 };

/** The chosen place, moved into the table when it has fewer rows or columns. */
const clampPlace = ({ row, column }: Place, { rowsMm, columnsMm }: TableElement): Place => ({
  row: Math.min(row, rowsMm.length),
  column: Math.min(column, columnsMm.length),
});

/** Rows, columns and lines of a table, and its selected cell. */
export const TablePart = () => {
  const designer = useDesigner();
  const { first, count, set } = useSelectedElements(['table']);
  const chosenCell = useStore(designer.cell);
  if (!first || count !== 1) return null;
  const at = clampPlace(chosenCell ?? START, first);
  const cell = findCellAt(first, at);
  return (
    <>
      <section className={css.part}>
        <h3>表格</h3>
        <TableFields table={first} set={set} />
      </section>
      <section className={css.part}>
        <h3>
          格子 {at.row} 行 {at.column} 列
        </h3>
        <CellGrid table={first} at={at} />
        <MergeButtons table={first} at={at} cell={cell} />
        <LineFields key={`${at.row}.${at.column}`} table={first} at={at} />
      </section>
      <CellPart key={`${first.id} ${at.row}.${at.column}`} id={first.id} at={at} cell={cell} />
    </>
  );
};
