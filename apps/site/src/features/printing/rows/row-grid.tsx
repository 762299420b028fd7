import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { FieldName } from './fill-form.tsx';
import { type ErrorsByField, type GridProps, GridRow } from '../grid/grid-row.tsx';
import css from '../print.module.css';
import type { RowTrouble } from './data-errors.ts';
import { findCell, useFocusCell } from './use-focus-cell.ts';
import { getVisibleRange } from '../../../kit/data/visible-range.ts';

const ROW_PX = 36;
const VIEW_PX = 11 * ROW_PX;
const HEAD_PX = 29;

type RowGridProps = GridProps & {
  troubles: readonly RowTrouble[];
  /** Cell to scroll to. A new object scrolls again, even to the same cell. */
  wanted: RowTrouble | undefined;
};

const NONE: ErrorsByField = new Map();

/** Scrolls to the row in the preview when it changes. */
const useScrollToRow = (box: RefObject<HTMLDivElement | null>, row: number): void => {
  const rowBefore = useRef(row);
  useEffect(() => {
    const { current } = box;
    if (!current || rowBefore.current === row) return;
    rowBefore.current = row;
    const top = row * ROW_PX;
    const room = current.clientHeight - HEAD_PX;
    if (top < current.scrollTop) current.scrollTo({ top });
    else if (top + ROW_PX > current.scrollTop + room)
      current.scrollTo({ top: top + ROW_PX - room });
  }, [box, row]);
};

/**
 * Editable grid of rows. Only the visible rows are rendered, so that 10,000 rows scroll as fast as
 * 10.
 */
export const RowGrid = (props: RowGridProps) => {
  const { fields, rows, troubles, wanted } = props;
  const box = useRef<HTMLDivElement>(null);
  const [scrolled, setScrolled] = useState(0);
  const { from, to } = getVisibleRange(rows.length, scrolled, VIEW_PX, ROW_PX);

  const wrongCells = useMemo(() => {
    const names = new Map<number, Map<string, string>>();
    for (const { row, field, message } of troubles)
      names.set(row, (names.get(row) ?? new Map<string, string>()).set(field.name, message));
    return names;
  }, [troubles]);
  useFocusCell(box, wanted, {
    column: fields.findIndex(({ name }) => name === wanted?.field.name),
    top: Math.max(0, (wanted?.row ?? 0) * ROW_PX - VIEW_PX / 2),
    onScroll: setScrolled,
  });

  useScrollToRow(box, props.current);

  const moveCellFocusByKey = (event: KeyboardEvent): void => {
    const target = event.target;
    if (!(target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return;
    const by =
      event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const row = Number(target.dataset.row) + by;
    const column = target.dataset.column ?? '0';
    findCell(box.current, row, column)?.focus();
  };
  return (
    <div
      ref={box}
      className={css.paste}
      style={{ maxHeight: VIEW_PX + 30 }}
      role="region"
      aria-label="要打印的行"
      tabIndex={0}
      onScroll={(event) => setScrolled(event.currentTarget.scrollTop)}
      onKeyDown={moveCellFocusByKey}
    >
      <table className={css.grid} aria-rowcount={rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <td />
            {fields.map((field) => (
              <th key={field.name} scope="col">
                <FieldName field={field} />
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {from > 0 && (
            <tr aria-hidden="true" className={css.gap}>
              <td style={{ height: from * ROW_PX }} colSpan={fields.length + 2} />
            </tr>
          )}
          {rows.slice(from, to).map((row, at) => (
            <GridRow
              key={from + at}
              {...props}
              row={row}
              index={from + at}
              wrong={wrongCells.get(from + at) ?? NONE}
            />
          ))}
          {to < rows.length && (
            <tr aria-hidden="true" className={css.gap}>
              <td style={{ height: (rows.length - to) * ROW_PX }} colSpan={fields.length + 2} />
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
};
