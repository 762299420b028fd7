import {
  CELL_PADDING_MM,
  LINE_MM,
  TABLE_LINE_MM,
  TABLE_LINES,
} from '@yunbiao/contract/limits/template';
import type { TableElement } from '@yunbiao/label';
import { useStore } from '@yunbiao/ui/store.ts';
import { vars } from '@yunbiao/ui/vars.ts';
import css from '../designer.module.css';
import { useDesigner } from '../designer.ts';
import type { Command } from '../model/doc.ts';
import {
  cellAt,
  linesMm,
  mergeCells,
  type Place,
  setCount,
  setLine,
  splitCell,
} from '../model/table.ts';
import { CellPart } from './cell-part.tsx';
import { NumberPart } from './number-part.tsx';
import own from './parts.module.css';
import { useChosen } from './use-chosen.ts';

const START: Place = { row: 1, column: 1 };

/** Every cell where it stands: the pressed one is edited; with Shift the two are corners of a merged one. */
const Grid = ({ table, at }: { table: TableElement; at: Place }) => {
  const designer = useDesigner();
  const places = table.rowsMm.flatMap((_, row) =>
    table.columnsMm.map((__, column) => ({ row: row + 1, column: column + 1 })),
  );
  const shown = places.filter((place) => {
    const cell = cellAt(table, place);
    return !cell || (cell.row === place.row && cell.column === place.column);
  });
  const press = (place: Place, isRange: boolean): void => {
    if (isRange) designer.act('合并格子', mergeCells(table.id, at, place));
    designer.cell.set(isRange ? at : place);
  };
  const current = cellAt(table, at);
  return (
    <div
      className={own.grid}
      role="group"
      aria-label="格子"
      style={vars({ columns: table.columnsMm.length })}
    >
      {shown.map((place) => {
        const cell = cellAt(table, place);
        const isOn = cell ? cell === current : place.row === at.row && place.column === at.column;
        return (
          <button
            key={`${place.row}.${place.column}`}
            type="button"
            aria-pressed={isOn}
            aria-label={`第 ${place.row} 行第 ${place.column} 列${cell?.content ? `，${cell.content}` : '，空'}`}
            style={vars({
              row: `${place.row} / span ${cell?.rowSpan ?? 1}`,
              column: `${place.column} / span ${cell?.columnSpan ?? 1}`,
            })}
            onClick={(event) => press(place, event.shiftKey)}
          >
            {cell?.content ?? ''}
          </button>
        );
      })}
    </div>
  );
};

const Lines = ({ table, at }: { table: TableElement; at: Place }) => {
  const designer = useDesigner();
  const act = (command: Command, key: string): void => designer.act('改表格', command, key);
  const line = (axis: 'rows' | 'columns', label: string, index: number) => (
    <NumberPart
      label={label}
      name={`table-${axis}`}
      unit="mm"
      step={0.5}
      {...TABLE_LINE_MM}
      value={linesMm(table, axis)[index] ?? TABLE_LINE_MM.min}
      onChange={(mm) => act(setLine(table.id, axis, index, mm), `line:${axis}:${index}`)}
    />
  );
  return (
    <div className={css.pairs}>
      {line('columns', '这一列宽', at.column - 1)}
      {line('rows', '这一行高', at.row - 1)}
    </div>
  );
};

/** Rows, columns and lines of a table, and the cell that is chosen in it. */
export const TablePart = () => {
  const designer = useDesigner();
  const { first, count, set } = useChosen(['table']);
  const chosen = useStore(designer.cell);
  if (!first || count !== 1) return null;
  const at: Place = {
    row: Math.min(chosen?.row ?? START.row, first.rowsMm.length),
    column: Math.min(chosen?.column ?? START.column, first.columnsMm.length),
  };
  const cell = cellAt(first, at);
  const isMerged = (cell?.rowSpan ?? 1) > 1 || (cell?.columnSpan ?? 1) > 1;
  const counted = (axis: 'rows' | 'columns', value: number): void => {
    const whole = Math.round(value);
    designer.act(axis === 'rows' ? '改行数' : '改列数', setCount(first.id, axis, whole), axis);
  };
  const merge = (by: Partial<Place>): void => {
    const to = { row: at.row + (by.row ?? 0), column: at.column + (by.column ?? 0) };
    const end = {
      row: to.row + (cell?.rowSpan ?? 1) - 1,
      column: to.column + (cell?.columnSpan ?? 1) - 1,
    };
    const corner = cell ? { row: cell.row, column: cell.column } : at;
    designer.act('合并格子', mergeCells(first.id, corner, end));
  };
  const right = (cell?.column ?? at.column) + (cell?.columnSpan ?? 1) - 1;
  const bottom = (cell?.row ?? at.row) + (cell?.rowSpan ?? 1) - 1;
  return (
    <>
      <section className={css.part}>
        <h3>表格</h3>
        <div className={css.pairs}>
          <NumberPart
            label="行"
            name="rows"
            unit="行"
            step={1}
            {...TABLE_LINES}
            value={first.rowsMm.length}
            onChange={(value) => counted('rows', value)}
          />
          <NumberPart
            label="列"
            name="columns"
            unit="列"
            step={1}
            {...TABLE_LINES}
            value={first.columnsMm.length}
            onChange={(value) => counted('columns', value)}
          />
          <NumberPart
            label="线宽"
            name="table-line"
            unit="mm"
            step={0.125}
            {...LINE_MM}
            value={first.lineMm}
            onChange={(lineMm) => set('改线宽', { lineMm }, 'table-line')}
          />
          <NumberPart
            label="边距"
            name="table-padding"
            unit="mm"
            step={0.25}
            {...CELL_PADDING_MM}
            value={first.paddingMm ?? 0}
            onChange={(value) => set('改边距', { paddingMm: value || undefined }, 'table-padding')}
          />
        </div>
      </section>
      <section className={css.part}>
        <h3>
          格子 {at.row} 行 {at.column} 列
        </h3>
        <Grid table={first} at={at} />
        <div className={own.row}>
          {right < first.columnsMm.length && (
            <button type="button" className="bare" onClick={() => merge({ column: 1 })}>
              并右边
            </button>
          )}
          {bottom < first.rowsMm.length && (
            <button type="button" className="bare" onClick={() => merge({ row: 1 })}>
              并下边
            </button>
          )}
          {isMerged && (
            <button
              type="button"
              className="bare"
              onClick={() => designer.act('拆开格子', splitCell(first.id, at))}
            >
              拆开
            </button>
          )}
        </div>
        <Lines key={`${at.row}.${at.column}`} table={first} at={at} />
      </section>
      <CellPart key={`${first.id} ${at.row}.${at.column}`} id={first.id} at={at} cell={cell} />
    </>
  );
};
