import type { LabelData, TemplateField } from '@yunbiao/label';
import { Icon } from '@yunbiao/ui';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { pasteBlock } from './paste.ts';
import css from './print.module.css';
import type { RowWarnings } from './row-warnings.ts';
import { parseTsv } from './tsv.ts';
import { windowOf } from './window.ts';

const ROW_PX = 36;
const VIEW_PX = 11 * ROW_PX;

type RowGridProps = {
  fields: readonly TemplateField[];
  rows: readonly LabelData[];
  warnings: RowWarnings;
  /** The row in the preview, from 0. */
  current: number;
  onCurrent: (row: number) => void;
  onChange: (rows: LabelData[]) => void;
};

type RowProps = RowGridProps & { row: LabelData; index: number };

const GridRow = ({ row, index, ...grid }: RowProps) => {
  const { fields, rows, onChange } = grid;
  const said = grid.warnings.get(row);
  const set = (name: string, value: string): void =>
    onChange(rows.map((other, at) => (at === index ? { ...other, [name]: value } : other)));
  const onPaste = (event: ClipboardEvent, column: number): void => {
    const cells = parseTsv(event.clipboardData.getData('text/plain'));
    if (cells.length <= 1 && (cells[0]?.length ?? 0) <= 1) return;
    event.preventDefault();
    onChange(pasteBlock(rows, fields, { row: index, column }, cells));
  };
  return (
    <tr
      aria-rowindex={index + 2}
      className={index === grid.current ? 'on' : undefined}
      onFocus={() => grid.onCurrent(index)}
    >
      <td>{index + 1}</td>
      {fields.map((field, column) => (
        <td key={field.name}>
          <input
            data-row={index}
            data-column={column}
            aria-label={`第 ${index + 1} 行，${field.label}`}
            aria-invalid={
              said?.some((warning) => warning.message.includes(`“${field.name}`)) === true
            }
            autoComplete="off"
            value={row[field.name] ?? ''}
            placeholder="空"
            onChange={(event) => set(field.name, event.target.value)}
            onPaste={(event) => onPaste(event, column)}
          />
        </td>
      ))}
      <td className={css.rowact}>
        {said && (
          <span className="st warn" title={said.map((warning) => warning.message).join('\n')}>
            <svg viewBox="0 0 10 10" role="img" aria-label="有提醒">
              <path d="M5 0l5 5-5 5-5-5z" fill="currentColor" />
            </svg>
          </span>
        )}
        <button
          type="button"
          className="bare"
          aria-label={`删除第 ${index + 1} 行`}
          onClick={() => onChange(rows.filter((_, at) => at !== index))}
        >
          <Icon name="close" />
        </button>
      </td>
    </tr>
  );
};

/** Rows of labels as in a spreadsheet; only the rows in view are in the page, so 10,000 scroll as 10 do. */
export const RowGrid = (props: RowGridProps) => {
  const { fields, rows } = props;
  const box = useRef<HTMLDivElement>(null);
  const [scrolled, setScrolled] = useState(0);
  const { from, to } = windowOf(rows.length, scrolled, VIEW_PX, ROW_PX);

  const onKeyDown = (event: KeyboardEvent): void => {
    const target = event.target;
    if (!(target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return;
    const by =
      event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const row = Number(target.dataset.row) + by;
    const column = target.dataset.column ?? '0';
    box.current
      ?.querySelector<HTMLInputElement>(`[data-row="${row}"][data-column="${column}"]`)
      ?.focus();
  };
  return (
    <div
      ref={box}
      className={css.paste}
      style={{ maxHeight: VIEW_PX + 30 }}
      role="region"
      aria-label="贴进来的行"
      tabIndex={0}
      onScroll={(event) => setScrolled(event.currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
    >
      <table className={css.xls} aria-rowcount={rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <td />
            {fields.map((field) => (
              <th key={field.name} scope="col">
                {field.label}
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
            <GridRow key={from + at} {...props} row={row} index={from + at} />
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
