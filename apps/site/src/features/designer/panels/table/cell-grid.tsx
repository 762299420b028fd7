import type { TableElement } from '@yunbiao/label';
import { toCssVars } from '@yunbiao/ui/css-vars.ts';
import { useDesigner } from '../../designer.ts';
import { findCellAt, mergeCells, type Place } from '@yunbiao/designer/table';
import own from '../parts/parts.module.css';

/** Grid of cells. A press edits a cell; with Shift it sets the opposite corner for merging. */
export const CellGrid = ({ table, at }: { table: TableElement; at: Place }) => {
  const designer = useDesigner();
  const places = table.rowsMm.flatMap((_, row) =>
    table.columnsMm.map((__, column) => ({ row: row + 1, column: column + 1 })),
  );
  const shownPlaces = places.filter((place) => {
    const cell = findCellAt(table, place);
    return !cell || (cell.row === place.row && cell.column === place.column);
  });
  const selectOrMergeCells = (place: Place, isRange: boolean): void => {
    if (isRange) designer.execute('合并格子', mergeCells(table.id, at, place));
    designer.cell.set(isRange ? at : place);
  };
  const current = findCellAt(table, at);
  return (
    <div
      className={own.grid}
      role="group"
      aria-label="格子"
      style={toCssVars({ columns: table.columnsMm.length })}
    >
      {shownPlaces.map((place) => {
        const cell = findCellAt(table, place);
        const isOn = cell ? cell === current : place.row === at.row && place.column === at.column;
        return (
          <button
            key={`${place.row}.${place.column}`}
            type="button"
            aria-pressed={isOn}
            aria-label={`第 ${place.row} 行第 ${place.column} 列${cell?.content ? `，${cell.content}` : '，空'}`}
            style={toCssVars({
              row: `${place.row} / span ${cell?.rowSpan ?? 1}`,
              column: `${place.column} / span ${cell?.columnSpan ?? 1}`,
            })}
            onClick={(event) => selectOrMergeCells(place, event.shiftKey)}
          >
            {cell?.content ?? ''}
          </button>
        );
      })}
    </div>
  );
};
