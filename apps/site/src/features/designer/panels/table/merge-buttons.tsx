import type { TableCell, TableElement } from '@yunbiao/label';
import { useDesigner } from '../../designer.ts';
import { mergeCells, type Place, splitCell } from '@yunbiao/designer/table';
import own from '../parts/parts.module.css';

type MergeButtonsProps = { table: TableElement; at: Place; cell: TableCell | undefined };

/** The places that the cell covers, from its upper left to its lower right one. */
const getCorners = ({ at, cell }: Pick<MergeButtonsProps, 'at' | 'cell'>) => {
  const { row, column } = cell ?? at;
  const end = {
    row: row + (cell?.rowSpan ?? 1) - 1,
    column: column + (cell?.columnSpan ?? 1) - 1,
  };
  return { start: { row, column }, end };
};

/** Merges the cell with its neighbours, or splits it. */
export const MergeButtons = ({ table, at, cell }: MergeButtonsProps) => {
  const designer = useDesigner();
  const { start, end } = getCorners({ at, cell });
  const isMerged = (cell?.rowSpan ?? 1) > 1 || (cell?.columnSpan ?? 1) > 1;
  const mergeWithNeighbor = (by: Partial<Place>): void => {
    const corner = {
      row: at.row + (by.row ?? 0) + (cell?.rowSpan ?? 1) - 1,
      column: at.column + (by.column ?? 0) + (cell?.columnSpan ?? 1) - 1,
    };
    designer.execute('合并格子', mergeCells(table.id, start, corner));
  };
  return (
    <div className={own.row}>
      {end.column < table.columnsMm.length && (
        <button type="button" className="bare" onClick={() => mergeWithNeighbor({ column: 1 })}>
          并右边
        </button>
      )}
      {end.row < table.rowsMm.length && (
        <button type="button" className="bare" onClick={() => mergeWithNeighbor({ row: 1 })}>
          并下边
        </button>
      )}
      {isMerged && (
        <button
          type="button"
          className="bare"
          onClick={() => designer.execute('拆开格子', splitCell(table.id, at))}
        >
          拆开
        </button>
      )}
    </div>
  );
};
