import type { LabelData, TemplateField } from '@yunbiao/label';
import { Icon } from '@yunbiao/ui';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { isAbout } from '../../kit/data/about-field.ts';
import { FieldName } from './fill-form.tsx';
import { isBroken } from './left-out.ts';
import { MAX_PASTED, parseCells, readPaste } from '../../kit/data/cells.ts';
import { fitsAt, pasteBlock, replacesAll } from './paste.ts';
import css from './print.module.css';
import type { RowWarnings } from '../../kit/data/row-warnings.ts';
import type { RowTrouble } from './troubles.ts';
import { cellAt, useGoTo } from './use-cells.ts';
import { getWindow } from '../../kit/data/window.ts';

const ROW_PX = 36;
const VIEW_PX = 11 * ROW_PX;
const HEAD_PX = 29;

type RowGridProps = {
  fields: readonly TemplateField[];
  rows: readonly LabelData[];
  warnings: RowWarnings;
  troubles: readonly RowTrouble[];
  /** The cell to go to; a new object goes there again. */
  wanted: RowTrouble | undefined;
  /** The row in the preview, from 0. */
  current: number;
  onCurrent: (row: number) => void;
  /** `isNew`: nothing is left of the rows before. */
  onChange: (rows: LabelData[], isNew?: boolean) => void;
  /** A pasted block that does not simply fit from this row on. */
  onBlock: (text: string, row: number) => void;
};

/** Field → why its value is refused. */
type Wrong = ReadonlyMap<string, string>;

type RowProps = RowGridProps & { row: LabelData; index: number; wrong: Wrong };

const GridRow = ({ row, index, wrong, ...grid }: RowProps) => {
  const { fields, rows, onChange } = grid;
  const said = grid.warnings.get(row);
  const set = (name: string, value: string): void =>
    onChange(rows.map((other, at) => (at === index ? { ...other, [name]: value } : other)));
  const onPaste = (event: ClipboardEvent, column: number): void => {
    const text = event.clipboardData.getData('text/plain');
    if (text.length <= MAX_PASTED) {
      const cells = parseCells(text);
      if (cells.length <= 1 && (cells[0]?.length ?? 0) <= 1) return;
      // What a spreadsheet would put here and lose nothing goes in at once; of the rest the member says what is what.
      const pasted = readPaste(text);
      const isTable = pasted.separator === '\t' && pasted.text === text;
      if (isTable && fitsAt(cells, fields, { row: index, column })) {
        event.preventDefault();
        const isWhole = cells.every(({ length }) => length === fields.length);
        const isNew = isWhole && replacesAll(rows, index, cells.length);
        return onChange(pasteBlock(rows, fields, { row: index, column }, cells), isNew);
      }
    }
    event.preventDefault();
    grid.onBlock(text, index);
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
            aria-invalid={wrong.has(field.name)}
            data-warned={said?.some((warning) => isAbout(warning, field)) === true}
            autoComplete="off"
            value={row[field.name] ?? ''}
            placeholder="空"
            onChange={(event) => set(field.name, event.target.value)}
            onPaste={(event) => onPaste(event, column)}
          />
        </td>
      ))}
      <td className={css.rowact}>
        {wrong.size > 0 || isBroken(said) ? (
          <span
            className="status bad"
            title={[...wrong.values(), ...(said ?? []).map(({ message }) => message)].join('\n')}
          >
            <svg viewBox="0 0 10 10" role="img" aria-label="要改">
              <path d="m1 1 8 8M9 1 1 9" stroke="currentColor" strokeWidth="2" />
            </svg>
          </span>
        ) : said ? (
          <span className="status warn" title={said.map((warning) => warning.message).join('\n')}>
            <svg viewBox="0 0 10 10" role="img" aria-label="有提醒">
              <path d="M5 0l5 5-5 5-5-5z" fill="currentColor" />
            </svg>
          </span>
        ) : null}
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

const NONE: Wrong = new Map();

/** Brings the row in the preview into view when it is another one. */
const useShown = (box: RefObject<HTMLDivElement | null>, row: number): void => {
  const before = useRef(row);
  useEffect(() => {
    const { current } = box;
    if (!current || before.current === row) return;
    before.current = row;
    const top = row * ROW_PX;
    const room = current.clientHeight - HEAD_PX;
    if (top < current.scrollTop) current.scrollTo({ top });
    else if (top + ROW_PX > current.scrollTop + room)
      current.scrollTo({ top: top + ROW_PX - room });
  }, [box, row]);
};

/** Rows of labels as in a spreadsheet; only the rows in view are in the page, so 10,000 scroll as 10 do. */
export const RowGrid = (props: RowGridProps) => {
  const { fields, rows, troubles, wanted } = props;
  const box = useRef<HTMLDivElement>(null);
  const [scrolled, setScrolled] = useState(0);
  const { from, to } = getWindow(rows.length, scrolled, VIEW_PX, ROW_PX);

  const wrong = useMemo(() => {
    const names = new Map<number, Map<string, string>>();
    for (const { row, field, message } of troubles)
      names.set(row, (names.get(row) ?? new Map<string, string>()).set(field.name, message));
    return names;
  }, [troubles]);
  useGoTo(box, wanted, {
    column: fields.findIndex(({ name }) => name === wanted?.field.name),
    top: Math.max(0, (wanted?.row ?? 0) * ROW_PX - VIEW_PX / 2),
    onScroll: setScrolled,
  });

  useShown(box, props.current);

  const onKeyDown = (event: KeyboardEvent): void => {
    const target = event.target;
    if (!(target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return;
    const by =
      event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const row = Number(target.dataset.row) + by;
    const column = target.dataset.column ?? '0';
    cellAt(box.current, row, column)?.focus();
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
              wrong={wrong.get(from + at) ?? NONE}
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
