import { formatCount } from '@yunbiao/ui/format.ts';
import { getMaxColumnCount } from '../cells.ts';
import {
  listDataRows,
  type TableShape,
  copyShapeWithHeaderRow,
  copyShapeWithRowExcluded,
} from '../table-shape.ts';
import { getNumberOfRow, type SheetRowNumbers } from '../sheet-rows.ts';
import css from './sheet-preview.module.css';

/** Rows shown from the start and from the end of the sheet. */
const MAX_START_ROWS = 8;
const MAX_END_ROWS = 4;
const MAX_SHOWN_COLUMNS = 12;
/** Characters of a cell: cells of a paste may be megabytes. */
const MAX_CELL_LENGTH = 60;
/** Excluded rows shown between the start and the end: subtotals of a long sheet are many. */
const MAX_MIDDLE_ROWS = 40;

type Cells = readonly (readonly string[])[];

/**
 * The start, the end, and rows between them that these shapes leave out. With the guess among the
 * shapes, a row that is taken back stays shown.
 */
const listPreviewedRows = (cells: Cells, shapes: readonly TableShape[]): number[] => {
  const namedRows = new Set(
    shapes.flatMap(({ headerRows, excludedRows }) => [...headerRows, ...excludedRows]),
  );
  const middle = cells.flatMap((_, at) =>
    at >= MAX_START_ROWS && at < cells.length - MAX_END_ROWS && namedRows.has(at) ? [at] : [],
  );
  const shownMiddle = new Set(middle.slice(0, MAX_MIDDLE_ROWS));
  return cells.flatMap((_, at) =>
    at < MAX_START_ROWS || at >= cells.length - MAX_END_ROWS || shownMiddle.has(at) ? [at] : [],
  );
};

const truncateCellsToWidth = (row: readonly string[] = [], width: number): string[] =>
  Array.from({ length: width }, (_, column) => (row[column] ?? '').slice(0, MAX_CELL_LENGTH));

type RowProps = {
  /** As many cells as the widest row. */
  row: readonly string[];
  /** Null for a row that its sheet lacks. */
  rowNumber: number | null;
  kind: 'title' | 'header' | 'excluded' | 'data';
  onHeader: () => void;
  onInclude: (isIncluded: boolean) => void;
};

const KIND_WORDS = { title: '不要', header: '列名', excluded: '不要', data: '' };

const PreviewRow = ({ row, rowNumber, kind, onHeader, onInclude }: RowProps) => {
  const name = rowNumber === null ? '新加的行' : `第 ${rowNumber} 行`;
  return (
    <tr data-kind={kind}>
      <th scope="row">
        <button
          type="button"
          aria-pressed={kind === 'header'}
          aria-label={`${name}是列名`}
          onClick={onHeader}
        >
          {rowNumber ?? '新'}
        </button>
      </th>
      <td>
        <label className="check">
          <input
            type="checkbox"
            aria-label={`要${name}`}
            checked={kind === 'data'}
            disabled={kind === 'header' || kind === 'title'}
            onChange={(event) => onInclude(event.target.checked)}
          />
          <small>{KIND_WORDS[kind]}</small>
        </label>
      </td>
      {row.map((cell, column) => (
        <td key={column} title={cell}>
          {cell}
        </td>
      ))}
    </tr>
  );
};

type SheetPreviewProps = {
  cells: Cells;
  /** Number of each row in the sheet. */
  rowNumbers: SheetRowNumbers;
  /** The guess for these cells. */
  guessed: TableShape;
  shape: TableShape;
  onShape: (shape: TableShape) => void;
};

/** 原来的表：10 行，6 行不是数据，不要 */
export const describeSheet = (cells: Cells, shape: TableShape): string => {
  const omitted = cells.length - shape.headerRows.length - listDataRows(cells, shape).length;
  const omittedText = omitted > 0 ? `，${formatCount(omitted)} 行不是数据，不要` : '';
  return `原来的表：${formatCount(cells.length)} 行${omittedText}`;
};

const createRowKindLookup = ({
  headerRows,
  excludedRows,
}: TableShape): ((at: number) => RowProps['kind']) => {
  const [headers, excluded] = [new Set(headerRows), new Set(excludedRows)];
  const firstHeaderRow = headerRows[0] ?? 0;
  return (at) => {
    if (headers.has(at)) return 'header';
    if (at < firstHeaderRow) return 'title';
    return excluded.has(at) ? 'excluded' : 'data';
  };
};

/** The sheet as it was read: pressing a row number makes the row the header, boxes exclude rows. */
export const SheetRows = ({ cells, rowNumbers, guessed, shape, onShape }: SheetPreviewProps) => {
  const getKind = createRowKindLookup(shape);
  const shownRows = listPreviewedRows(cells, [guessed, shape]);
  const width = Math.min(MAX_SHOWN_COLUMNS, getMaxColumnCount(cells));
  const hiddenCount = cells.length - shownRows.length;
  return (
    <>
      <p className="small quiet">
        点行号，把那一行当作列名；不要的行去掉勾，空行不算。
        {shape.excludedRows.length > 0 && (
          <button
            type="button"
            className="bare"
            onClick={() => onShape({ ...shape, excludedRows: [] })}
          >
            恢复去掉的行
          </button>
        )}
      </p>
      <div className={css.preview} tabIndex={0} role="region" aria-label="原来的表">
        <table>
          <tbody>
            {shownRows.map((at) => (
              <PreviewRow
                key={at}
                row={truncateCellsToWidth(cells[at], width)}
                rowNumber={getNumberOfRow(rowNumbers, at)}
                kind={getKind(at)}
                onHeader={() =>
                  onShape(
                    guessed.headerRows.includes(at)
                      ? { ...shape, headerRows: guessed.headerRows }
                      : copyShapeWithHeaderRow(shape, at, cells),
                  )
                }
                onInclude={(isIncluded) =>
                  onShape(copyShapeWithRowExcluded(shape, at, !isIncluded))
                }
              />
            ))}
          </tbody>
        </table>
      </div>
      {hiddenCount > 0 && (
        <p className="small quiet">中间还有 {formatCount(hiddenCount)} 行没列出来。</p>
      )}
    </>
  );
};

/** {@link SheetRows}, folded away where the guess leaves no rows out. */
export const SheetPreview = (props: SheetPreviewProps) => {
  const { cells, guessed, shape } = props;
  const isPlain = guessed.excludedRows.length === 0 && (guessed.headerRows.at(-1) ?? 0) === 0;
  return (
    // Open from the start where the guess leaves rows out. Then the member opens and closes it.
    <details className={css.sheet} open={!isPlain}>
      <summary>{describeSheet(cells, shape)}</summary>
      <SheetRows {...props} />
    </details>
  );
};
