import type { LabelData, Template } from '@yunbiao/label';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { RowChecks } from '../../../kit/data/row-warnings.ts';
import { getVisibleRange } from '../../../kit/data/visible-range.ts';
import { ColumnField, ColumnName } from './column-heads.tsx';
import { DataRow } from './data-row.tsx';
import css from './data.module.css';
import type { Data } from './use-data.ts';
import { useRowSelection } from './use-picking.ts';

const ROW_PX = 28;
const HEAD_PX = 64;

export type DataGridProps = {
  data: Data;
  template: Template;
  checks: RowChecks;
  /** Indexes of the visible rows, 0-based; null for all rows. */
  visible: readonly number[] | null;
  onNewField: (column: number) => void;
  /** What the conditions hide on a row, in words. */
  describeRow: (row: LabelData | undefined) => string;
};

type Box = RefObject<HTMLDivElement | null>;

/** The visible rows by their places, 0-based. Without a filter, the place of a row is its index. */
const indexVisibleRows = (visible: readonly number[] | null, rows: number) => ({
  count: visible ? visible.length : rows,
  toRowIndex: (place: number): number => visible?.[place] ?? place,
  findPlace: (row: number): number => (visible ? visible.indexOf(row) : row),
});

type Places = ReturnType<typeof indexVisibleRows>;

/** Range of places on screen. */
const useVisibleRowRange = (box: Box, count: number) => {
  const [scrolled, setScrolled] = useState({ top: 0, view: 300 });
  const updateScrolled = (): void => {
    const { current } = box;
    if (current) setScrolled({ top: current.scrollTop, view: current.clientHeight });
  };
  useEffect(updateScrolled, [box, count]);
  return { ...getVisibleRange(count, scrolled.top, scrolled.view, ROW_PX), updateScrolled };
};

/** Scrolls no further than it takes to show the row at this place. */
const scrollRowIntoView = (box: HTMLElement, place: number): void => {
  const top = place * ROW_PX;
  const room = box.clientHeight - HEAD_PX;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + ROW_PX > box.scrollTop + room) box.scrollTop = top + ROW_PX - room;
};

/** Moves the focus from a cell to the one above or below it. */
const moveFocus = (event: KeyboardEvent, places: Places, box: HTMLElement | null): void => {
  const { target } = event;
  if (!(target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return;
  const by = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }[event.key];
  const { row, column = '' } = target.dataset;
  if (by === undefined || row === undefined) return;
  event.preventDefault();
  const to = places.findPlace(Number(row)) + by;
  if (to < 0 || to >= places.count) return;
  const next = `[data-row="${places.toRowIndex(to)}"][data-column="${column}"]`;
  box?.querySelector<HTMLInputElement>(next)?.focus();
};

type HeadProps = Pick<DataGridProps, 'data' | 'template' | 'visible' | 'onNewField'> & {
  isAllPicked: boolean;
  onPickAll: (isOn: boolean) => void;
};

/** Head of the table: names of the columns, and the field that each of them fills. */
const DataHead = (props: HeadProps) => {
  const { data, template, visible, isAllPicked, onPickAll, onNewField } = props;
  const { columns } = data.sheet;
  return (
    <thead>
      <tr aria-rowindex={1}>
        <td rowSpan={2}>
          <input
            type="checkbox"
            aria-label={visible ? '选看得到的行' : '选所有行'}
            checked={isAllPicked}
            onChange={(event) => onPickAll(event.target.checked)}
          />
        </td>
        {columns.map((_, column) => (
          <ColumnName key={column} sheet={data.sheet} column={column} />
        ))}
      </tr>
      <tr aria-rowindex={2} className={css.fields}>
        {columns.map((_, column) => (
          <ColumnField
            key={column}
            sheet={data.sheet}
            column={column}
            template={template}
            onMap={(name) => data.mapColumn(column, name)}
            onNew={() => onNewField(column)}
          />
        ))}
      </tr>
    </thead>
  );
};

/** Takes the room of rows that are not rendered. */
const SpacerRow = ({ rows, columns }: { rows: number; columns: number }) =>
  rows > 0 && (
    <tr aria-hidden="true">
      <td className={css.gap} style={{ height: rows * ROW_PX }} colSpan={columns + 1} />
    </tr>
  );

/**
 * The rows as a table, with the field of each column in the head. Only visible rows are rendered,
 * so that 10,000 rows scroll as fast as 10.
 */
export const DataGrid = (props: DataGridProps) => {
  const { data, template, checks, visible, onNewField, describeRow } = props;
  const box = useRef<HTMLDivElement>(null);
  const places = indexVisibleRows(visible, data.rows.length);
  const { count, toRowIndex } = places;
  const { from, to, updateScrolled } = useVisibleRowRange(box, count);
  const { picked, pick, pickAll } = useRowSelection(data, toRowIndex, count);
  const currentPlace = places.findPlace(data.current);
  useEffect(() => {
    if (box.current && currentPlace >= 0) scrollRowIntoView(box.current, currentPlace);
  }, [currentPlace]);
  const columns = data.sheet.columns.length;
  return (
    <div
      ref={box}
      className={css.scroll}
      role="region"
      aria-label="数据表"
      tabIndex={0}
      onScroll={updateScrolled}
      onKeyDown={(event) => moveFocus(event, places, box.current)}
    >
      <table className={css.grid} aria-rowcount={count + 2}>
        <DataHead
          {...{ data, template, visible, onNewField }}
          isAllPicked={count > 0 && picked.size >= count}
          onPickAll={pickAll}
        />
        <tbody>
          <SpacerRow rows={from} columns={columns} />
          {Array.from({ length: Math.max(0, to - from) }, (_, n) => {
            const at = toRowIndex(from + n);
            return (
              <DataRow
                key={at}
                {...{ data, template, checks, at, describeRow }}
                isPicked={picked.has(at)}
                onPick={(isOn, isRange) => pick(from + n, isOn, isRange)}
              />
            );
          })}
          <SpacerRow rows={count - to} columns={columns} />
        </tbody>
      </table>
    </div>
  );
};
