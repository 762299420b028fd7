import type { TableElement } from '@yunbiao/label';
import { toCssVars } from '@yunbiao/ui/css-vars.ts';
import { useState } from 'react';
import { useDesigner } from '../../designer.ts';
import { findCellAt, mergeCells, type Place } from '@yunbiao/designer/table';
import own from '../parts/parts.module.css';
import { CellInput } from './cell-input.tsx';

const toKey = ({ row, column }: Place): string => `${row}.${column}`;

const listShownPlaces = (table: TableElement): Place[] =>
  table.rowsMm
    .flatMap((_, row) =>
      table.columnsMm.map((__, column) => ({ row: row + 1, column: column + 1 })),
    )
    .filter((place) => {
      const cell = findCellAt(table, place);
      return !cell || (cell.row === place.row && cell.column === place.column);
    });

/**
 * Grid of cells, filled as in a spreadsheet: typing replaces the content of the chosen cell, arrow
 * keys, Tab and Enter lead to others. With Shift, a press sets the opposite corner for merging.
 */
export const CellGrid = ({ table, at }: { table: TableElement; at: Place }) => {
  const designer = useDesigner();
  /** The cell that was chosen in the grid: it takes the focus. */
  const [entered, setEntered] = useState('');
  const enterCell = (place: Place): void => {
    setEntered(toKey(place));
    designer.cell.set(place);
  };
  const selectOrMergeCells = (place: Place, isRange: boolean): void => {
    if (isRange) designer.execute('合并格子', mergeCells(table.id, at, place));
    enterCell(isRange ? at : place);
  };
  const current = findCellAt(table, at);
  return (
    <div
      className={own.grid}
      role="group"
      aria-label="格子"
      style={toCssVars({ columns: table.columnsMm.length })}
    >
      {listShownPlaces(table).map((place) => {
        const cell = findCellAt(table, place);
        const isOn = cell ? cell === current : place.row === at.row && place.column === at.column;
        const key = toKey(place);
        const name = `第 ${place.row} 行第 ${place.column} 列`;
        const style = toCssVars({
          row: `${place.row} / span ${cell?.rowSpan ?? 1}`,
          column: `${place.column} / span ${cell?.columnSpan ?? 1}`,
        });
        if (isOn)
          return (
            <CellInput
              key={key}
              {...{ table, at: place, name, style }}
              isEntered={entered === key}
              onMove={enterCell}
            />
          );
        return (
          <button
            key={key}
            type="button"
            aria-label={`${name}${cell?.content ? `，${cell.content}` : '，空'}`}
            style={style}
            onClick={(event) => selectOrMergeCells(place, event.shiftKey)}
          >
            {cell?.content ?? ''}
          </button>
        );
      })}
    </div>
  );
};
