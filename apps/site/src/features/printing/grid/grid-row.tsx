import type { LabelData, LabelWarning, Template, TemplateField } from '@yunbiao/label';
import { Icon } from '@yunbiao/ui';
import type { ClipboardEvent } from 'react';
import {
  MAX_PASTE_LENGTH,
  parseDelimitedCells,
  normalizePastedTable,
} from '../../../kit/data/cells.ts';
import type { RowNames } from '../../../kit/data/sheet-rows.ts';
import type { RowWarnings } from '../../../kit/data/row-warnings.ts';
import { isWarningAboutField } from '../../../kit/data/warning-field.ts';
import { canFitBlock, pasteBlock, isPasteReplacingAllRows } from '../rows/paste.ts';
import { listPictureFields } from '@yunbiao/label/library-pictures';
import { PictureCellButton } from '../../../kit/picture/picture-cell-button.tsx';
import pictures from '../../../kit/picture/picture.module.css';
import css from '../print.module.css';
import { hasErrorWarning } from '../rows/skipped-rows.ts';

export type GridProps = {
  template: Template;
  fields: readonly TemplateField[];
  rows: readonly LabelData[];
  names: RowNames;
  warnings: RowWarnings;
  /** Row in the preview, 0-based. */
  current: number;
  onCurrent: (row: number) => void;
  /** `isNew`: the rows replace the complete table. */
  onChange: (rows: LabelData[], isNew?: boolean) => void;
  /** Called for a pasted block that does not fit from this row on. */
  onBlock: (text: string, row: number) => void;
};

/** Field → reason why its value is refused. */
export type ErrorsByField = ReadonlyMap<string, string>;

type GridRowProps = GridProps & { row: LabelData; index: number; wrong: ErrorsByField };

/**
 * Handles a paste into a cell. A table that fits without loss is inserted at once. For all other
 * tables the member maps the columns. A single value is left to the input.
 */
const pasteIntoGrid = (
  event: ClipboardEvent,
  { fields, rows, onChange, onBlock }: GridProps,
  place: { row: number; column: number },
): void => {
  const text = event.clipboardData.getData('text/plain');
  if (text.length <= MAX_PASTE_LENGTH) {
    const cells = parseDelimitedCells(text);
    if (cells.length <= 1 && (cells[0]?.length ?? 0) <= 1) return;
    const pastedTable = normalizePastedTable(text);
    const isTable = pastedTable.separator === '\t' && pastedTable.text === text;
    if (isTable && canFitBlock(cells, fields, place)) {
      event.preventDefault();
      const isWhole = cells.every(({ length }) => length === fields.length);
      const isNew = isWhole && isPasteReplacingAllRows(rows, place.row, cells.length);
      return onChange(pasteBlock(rows, fields, place, cells), isNew);
    }
  }
  event.preventDefault();
  onBlock(text, place.row);
};

type RowMarkProps = { wrong: ErrorsByField; warnings: readonly LabelWarning[] | undefined };

/** Mark of a row with errors or warnings; the title names them. */
const RowMark = ({ wrong, warnings }: RowMarkProps) => {
  const messages = warnings?.map(({ message }) => message) ?? [];
  if (wrong.size > 0 || hasErrorWarning(warnings))
    return (
      <span className="status bad" title={[...wrong.values(), ...messages].join('\n')}>
        <svg viewBox="0 0 10 10" role="img" aria-label="要改">
          <path d="m1 1 8 8M9 1 1 9" stroke="currentColor" strokeWidth="2" />
        </svg>
      </span>
    );
  if (!warnings) return null;
  return (
    <span className="status warn" title={messages.join('\n')}>
      <svg viewBox="0 0 10 10" role="img" aria-label="有提醒">
        <path d="M5 0l5 5-5 5-5-5z" fill="currentColor" />
      </svg>
    </span>
  );
};

/** Editable row of the grid, with its mark and the button that deletes it. */
export const GridRow = ({ row, index, wrong, ...grid }: GridRowProps) => {
  const { fields, rows, names, onChange } = grid;
  const pictureFields = listPictureFields(grid.template);
  const cellWarnings = grid.warnings.get(row);
  const setCell = (name: string, value: string): void =>
    onChange(rows.map((row, at) => (at === index ? { ...row, [name]: value } : row)));
  return (
    <tr
      aria-rowindex={index + 2}
      className={index === grid.current ? 'on' : undefined}
      onFocus={() => grid.onCurrent(index)}
    >
      <td>{names.getRowMark(index)}</td>
      {fields.map((field, column) => (
        <td key={field.name} className={pictureFields.has(field.name) ? pictures.cell : undefined}>
          <input
            data-row={index}
            data-column={column}
            aria-label={`${names.nameRow(index)}，${field.label}`}
            aria-invalid={wrong.has(field.name)}
            data-warned={
              cellWarnings?.some((warning) =>
                isWarningAboutField(warning, field, grid.template),
              ) === true
            }
            autoComplete="off"
            value={row[field.name] ?? ''}
            placeholder="空"
            onChange={(event) => setCell(field.name, event.target.value)}
            onPaste={(event) => pasteIntoGrid(event, grid, { row: index, column })}
          />
          {pictureFields.has(field.name) && (
            <PictureCellButton
              label={`${names.nameRow(index)}，${field.label}`}
              onChoose={(value) => setCell(field.name, value)}
            />
          )}
        </td>
      ))}
      <td className={css.rowact}>
        <RowMark wrong={wrong} warnings={cellWarnings} />
        <button
          type="button"
          className="bare"
          aria-label={`删除${names.nameRow(index)}`}
          onClick={() => onChange(rows.filter((_, at) => at !== index))}
        >
          <Icon name="close" />
        </button>
      </td>
    </tr>
  );
};
