import type { Template } from '@yunbiao/label';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isAbout } from '../../../kit/data/about-field.ts';
import type { RowChecks } from '../../../kit/data/row-warnings.ts';
import { getWindow } from '../../../kit/data/window.ts';
import { ColumnField, ColumnName } from './column-heads.tsx';
import css from './data.module.css';
import type { Data } from './use-data.ts';

const ROW_PX = 28;
const HEAD_PX = 64;

export type DataGridProps = {
  data: Data;
  template: Template;
  checks: RowChecks;
  /** Rows in view, from 0; all when null. */
  visible: readonly number[] | null;
  onNewField: (column: number) => void;
};

type RowProps = Pick<DataGridProps, 'data' | 'template' | 'checks'> & {
  at: number;
  isPicked: boolean;
  onPick: (isOn: boolean, isRange: boolean) => void;
};

/** The fields of a row something is to be said of. */
const useSaid = ({ data, template, checks, at }: Omit<RowProps, 'isPicked' | 'onPick'>) => {
  const row = data.rows[at];
  const warnings = (row && checks.warnings.get(row)) ?? [];
  const troubles = (row && checks.troubles.get(row)) ?? [];
  const isWarned = (name: string | null): boolean => {
    const field = template.fields.find((one) => one.name === name);
    return (
      field !== undefined &&
      (warnings.some((warning) => isAbout(warning, field)) ||
        troubles.some((trouble) => trouble.field.name === field.name))
    );
  };
  const words = [...warnings, ...troubles].map(({ message }) => message).join('\n');
  return { isWarned, words };
};

const GridRow = (props: RowProps) => {
  const { data, at, isPicked, onPick } = props;
  const { isWarned, words } = useSaid(props);
  const row = data.body[at] ?? [];
  return (
    <tr
      aria-rowindex={at + 3}
      aria-selected={isPicked}
      className={at === data.current ? css.on : undefined}
      onFocus={() => data.current !== at && data.set({ current: at, isSample: false })}
      onPointerDown={() => data.set({ current: at, isSample: false })}
    >
      <th scope="row" title={words || undefined}>
        <label>
          <input
            type="checkbox"
            aria-label={`选第 ${at + 1} 行`}
            checked={isPicked}
            onChange={(event) =>
              onPick(event.target.checked, (event.nativeEvent as MouseEvent).shiftKey)
            }
          />
          {at + 1}
        </label>
      </th>
      {data.sheet.columns.map((name, column) => (
        <td key={column} data-warned={isWarned(name) || undefined}>
          <input
            data-row={at}
            data-column={column}
            aria-label={`第 ${at + 1} 行，${name ?? `第 ${column + 1} 列`}`}
            autoComplete="off"
            spellCheck={false}
            value={row[column] ?? ''}
            title={row[column]}
            placeholder="空"
            onChange={(event) => data.edit(at, column, event.target.value)}
          />
        </td>
      ))}
    </tr>
  );
};

/** Chooses rows, with Shift all from the last one on. */
const usePicking = (data: Data, order: (at: number) => number, count: number) => {
  const last = useRef(-1);
  const picked = new Set(data.sheet.picked);
  const pick = (place: number, isOn: boolean, isRange: boolean): void => {
    const from = isRange && last.current >= 0 ? Math.min(last.current, place) : place;
    const to = isRange && last.current >= 0 ? Math.max(last.current, place) : place;
    last.current = place;
    for (let n = from; n <= to; n += 1)
      if (isOn) picked.add(order(n));
      else picked.delete(order(n));
    data.set({ picked: [...picked].toSorted((a, b) => a - b) });
  };
  const pickAll = (isOn: boolean): void => {
    last.current = -1;
    data.set({ picked: isOn ? Array.from({ length: count }, (_, n) => order(n)) : [] });
  };
  return { picked, pick, pickAll };
};

/** The spreadsheet: which column is which field, and only the rows in view, so that 10,000 scroll as 10 do. */
export const DataGrid = ({ data, template, checks, visible, onNewField }: DataGridProps) => {
  const box = useRef<HTMLDivElement>(null);
  const [scrolled, setScrolled] = useState({ top: 0, view: 300 });
  const count = visible ? visible.length : data.rows.length;
  const order = (place: number): number => visible?.[place] ?? place;
  const { from, to } = getWindow(count, scrolled.top, scrolled.view, ROW_PX);
  const { picked, pick, pickAll } = usePicking(data, order, count);
  const look = (): void => {
    const { current } = box;
    if (current) setScrolled({ top: current.scrollTop, view: current.clientHeight });
  };
  useEffect(look, [count]);
  const currentPlace = visible ? visible.indexOf(data.current) : data.current;
  useEffect(() => {
    const { current } = box;
    if (!current || currentPlace < 0) return;
    const top = currentPlace * ROW_PX;
    const room = current.clientHeight - HEAD_PX;
    if (top < current.scrollTop) current.scrollTop = top;
    else if (top + ROW_PX > current.scrollTop + room) current.scrollTop = top + ROW_PX - room;
  }, [currentPlace]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const { target } = event;
    if (!(target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return;
    const by = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }[event.key];
    if (by === undefined || target.dataset.row === undefined) return;
    event.preventDefault();
    const place = visible
      ? visible.indexOf(Number(target.dataset.row))
      : Number(target.dataset.row);
    const next = `[data-row="${order(place + by)}"][data-column="${target.dataset.column ?? ''}"]`;
    if (place + by >= 0 && place + by < count)
      box.current?.querySelector<HTMLInputElement>(next)?.focus();
  };
  const columns = data.sheet.columns;
  const gap = (rows: number) =>
    rows > 0 && (
      <tr aria-hidden="true">
        <td className={css.gap} style={{ height: rows * ROW_PX }} colSpan={columns.length + 1} />
      </tr>
    );
  return (
    <div
      ref={box}
      className={css.scroll}
      role="region"
      aria-label="数据表"
      tabIndex={0}
      onScroll={look}
      onKeyDown={onKeyDown}
    >
      <table className={css.grid} aria-rowcount={count + 2}>
        <thead>
          <tr aria-rowindex={1}>
            <td rowSpan={2}>
              <input
                type="checkbox"
                aria-label={visible ? '选看得到的行' : '选所有行'}
                checked={count > 0 && picked.size >= count}
                onChange={(event) => pickAll(event.target.checked)}
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
                onMap={(name) => data.map(column, name)}
                onNew={() => onNewField(column)}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {gap(from)}
          {Array.from({ length: Math.max(0, to - from) }, (_, n) => {
            const at = order(from + n);
            return (
              <GridRow
                key={at}
                {...{ data, template, checks, at }}
                isPicked={picked.has(at)}
                onPick={(isOn, isRange) => pick(from + n, isOn, isRange)}
              />
            );
          })}
          {gap(count - to)}
        </tbody>
      </table>
    </div>
  );
};
