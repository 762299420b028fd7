import { MAX_ROWS } from '@yunbiao/contract/limits/print';
import type { LabelData, TemplateField } from '@yunbiao/label';
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { type PastedText, parseDelimitedCells, type Separator } from '../../../kit/data/cells.ts';
import {
  listColumnsWithSamples,
  guessMapping,
  type Mapping,
  mapRowsToFields,
  describeMappedRows,
  assignFieldToColumn,
} from '../../../kit/data/columns.ts';
import {
  guessTableShape,
  selectTableOfShape,
  type TableShape,
} from '../../../kit/data/table-shape.ts';
import type { SheetRowNumbers } from '../../../kit/data/sheet-rows.ts';
import css from './map-columns.module.css';
import type { OpenedFile } from './paste.ts';
import { HeaderCheck } from '../../../kit/data/shape/header-check.tsx';
import { SheetPreview } from '../../../kit/data/shape/sheet-preview.tsx';

const SEPARATOR_WORDS: readonly { value: Separator; label: string }[] = [
  { value: '\t', label: '制表符（从表格复制的）' },
  { value: ',', label: '逗号' },
  { value: ';', label: '分号' },
  { value: '|', label: '竖线' },
];

/** Cells of a sheet, or pasted text with the separator that was found in it. */
export type RowSource = { cells: string[][]; rowNumbers: SheetRowNumbers } | { pasted: PastedText };

/** Rows of a paste are counted as they come. */
const NO_ROW_NUMBERS: SheetRowNumbers = [];

type Props = {
  source: RowSource;
  /** The file of the sheet; undefined for a paste. */
  file?: OpenedFile | undefined;
  /** Another sheet or file is being read: these rows are no longer wanted. */
  isReading: boolean;
  /** Choices about the open file: its sheet, its encoding, another file. */
  fileChoices?: ReactNode;
  fields: readonly TemplateField[];
  /** Grid row that receives the first row, 0-based. */
  at: number;
  /** In words; '' at the first row. */
  startText: string;
  /** Number of rows of the table that the rows of a file replace. */
  replacedCount: number;
  onTake: (rows: LabelData[], announcement: string) => void;
  onCancel: () => void;
};

const ColumnMappings = ({
  cells,
  fields,
  mapping,
  onMapping,
}: {
  cells: readonly (readonly string[])[];
  fields: readonly TemplateField[];
  mapping: Mapping;
  onMapping: (mapping: Mapping) => void;
}) => (
  <ol className={css.columns}>
    {listColumnsWithSamples(cells, mapping).map(({ name, samples }, at) => {
      const chosenField = mapping.columns[at] ?? '';
      return (
        <li key={at} className={chosenField ? undefined : css.off}>
          <span className={css.name}>
            <b>{name}</b>
            <small title={samples.join('\n')}>{samples.join('、') || '空的'}</small>
          </span>
          <span className="field-box compact">
            <select
              aria-label={`“${name}”这一列放进`}
              value={chosenField}
              onChange={(event) =>
                onMapping({
                  ...mapping,
                  columns: assignFieldToColumn(mapping.columns, at, event.target.value || null),
                })
              }
            >
              <option value="">忽略</option>
              {fields.map((field) => (
                <option key={field.name} value={field.name}>
                  {field.label}
                </option>
              ))}
            </select>
          </span>
        </li>
      );
    })}
  </ol>
);

type SeparatorChoiceProps = { value: Separator; onChange: (separator: Separator) => void };

const SeparatorChoice = ({ value, onChange }: SeparatorChoiceProps) => (
  <label className={css.split}>
    列之间是
    <span className="field-box compact">
      <select value={value} onChange={(event) => onChange(event.target.value as Separator)}>
        {SEPARATOR_WORDS.map((word) => (
          <option key={word.value} value={word.value}>
            {word.label}
          </option>
        ))}
      </select>
    </span>
  </label>
);

/** The table in the cells, and the fields of its columns: guessed, then changed by the member. */
const useTableAndColumnMapping = (cells: readonly string[][], fields: readonly TemplateField[]) => {
  const mapColumnsOfShape = (shape: TableShape, guessedShape: TableShape, mapping?: Mapping) => {
    const table = selectTableOfShape(cells, shape);
    const columns = mapping ?? guessMapping(table.cells, fields, table.hasHeader);
    return { cells, guessed: guessedShape, shape, table, mapping: columns };
  };
  const guessShapeAndMapping = () => {
    const guessedShape = guessTableShape(cells, fields);
    return mapColumnsOfShape(guessedShape, guessedShape);
  };
  // Columns that the member has chosen stay while their names do.
  const setTableShape = (shape: TableShape): void => {
    const isSameHeader = shape.headerRows.join() === current.shape.headerRows.join();
    setState(mapColumnsOfShape(shape, current.guessed, isSameHeader ? current.mapping : undefined));
  };
  const [state, setState] = useState(guessShapeAndMapping);
  // Cells change with the separator, the sheet and the encoding.
  const current = state.cells === cells ? state : guessShapeAndMapping();
  if (current !== state) setState(current);
  return {
    ...current,
    setShape: setTableShape,
    setMapping: (mapping: Mapping) => setState({ ...current, mapping }),
  };
};

type FooterProps = Pick<
  Props,
  'file' | 'isReading' | 'startText' | 'replacedCount' | 'onCancel'
> & {
  summary: string;
  count: number;
  onTake: () => void;
};

const MapColumnsFooter = (props: FooterProps) => {
  const { file, isReading, startText, replacedCount, summary, count, onTake, onCancel } = props;
  // Enter must not replace rows of the table by accident.
  const replacesRows = file !== undefined && replacedCount > 0;
  const formattedCount = count.toLocaleString('zh-CN');
  return (
    <footer>
      <p className="small quiet" aria-live="polite">
        {[summary, startText].filter((text) => text !== '').join('；')}。
      </p>
      <div className={`row ${css.actions}`}>
        <button
          autoFocus={!replacesRows}
          type="button"
          className="button primary compact"
          disabled={count === 0 || isReading}
          data-wrong={count > 0 || undefined}
          onClick={onTake}
        >
          {replacesRows
            ? `替换现在的 ${replacedCount.toLocaleString('zh-CN')} 行，放进 ${formattedCount} 行`
            : `放进 ${formattedCount} 行`}
        </button>
        <button
          type="button"
          className="button compact"
          autoFocus={replacesRows}
          data-wrong
          onClick={onCancel}
        >
          取消
        </button>
      </div>
    </footer>
  );
};

/** Enter on the field of a column accepts pasted rows; elsewhere it belongs to the control. */
const isColumnChoice = (target: EventTarget): boolean =>
  target instanceof HTMLSelectElement && target.closest('ol') !== null;

/**
 * Maps the columns of a paste or of an open file to fields. Header and mapping are guessed, shown
 * with the first rows, and confirmed by the member before the rows are added.
 */
export const MapColumns = ({ source, file, fileChoices, fields, at, ...props }: Props) => {
  const { isReading, startText, replacedCount, onTake, onCancel } = props;
  const [separator, setSeparator] = useState('pasted' in source ? source.pasted.separator : '\t');
  const cells = useMemo(
    () => ('cells' in source ? source.cells : parseDelimitedCells(source.pasted.text, separator)),
    [source, separator],
  );
  const rowNumbers = 'cells' in source ? source.rowNumbers : NO_ROW_NUMBERS;
  const { guessed, shape, table, mapping, setShape, setMapping } = useTableAndColumnMapping(
    cells,
    fields,
  );
  const mapped = useMemo(
    () =>
      mapRowsToFields(
        table.cells,
        mapping,
        MAX_ROWS - at,
        table.dataRows.map((row) => rowNumbers[row] ?? null),
      ),
    [table, mapping, at, rowNumbers],
  );
  // Rows beyond the read ones are not known, so no number of them is shown.
  const counts = file?.hasMore ? { ...mapped, overflowCount: 0 } : mapped;
  const summary = [describeMappedRows(table.cells, mapping, fields, counts), file?.omitted ?? '']
    .filter((text) => text !== '')
    .join('；');
  const acceptRows = (): void => {
    if (mapped.rows.length > 0) onTake(mapped.rows, summary);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onCancel();
    else if (event.key !== 'Enter' || isReading || !isColumnChoice(event.target)) return;
    else if (file && replacedCount > 0) return;
    else acceptRows();
    event.preventDefault();
  };
  return (
    <section className={`span-6 ${css.map}`} aria-label="对列" onKeyDown={onKeyDown}>
      <header>
        <b>{file ? `“${file.name}”的列放进哪一栏` : '贴进来的列放进哪一栏'}</b>
        <HeaderCheck {...{ cells, rowNumbers, guessed, shape }} onShape={setShape} />
        {file ? fileChoices : <SeparatorChoice value={separator} onChange={setSeparator} />}
      </header>
      <SheetPreview {...{ cells, rowNumbers, guessed, shape }} onShape={setShape} />
      <ColumnMappings cells={table.cells} {...{ fields, mapping }} onMapping={setMapping} />
      <MapColumnsFooter
        {...{ file, isReading, startText, replacedCount, summary, onCancel }}
        count={mapped.rows.length}
        onTake={acceptRows}
      />
    </section>
  );
};
