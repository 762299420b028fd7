import {
  CONTENT_LENGTH,
  MAX_TABLE_CELLS,
  MAX_TABLE_LINES,
} from '@yunbiao/contract/limits/template';
import type { TableCell, TableElement, Template, TextElement } from '@yunbiao/label';
import type { Box } from './box.ts';

const CELL = { widthMm: 15, heightMm: 5, sizeMm: 2.5 };
const MARGIN_MM = 2;

/** Rows or columns of equal size, reduced to fit on the label. */
const computeRowOrColumnSizes = (count: number, wantedMm: number, roomMm: number): number[] => {
  const sizeMm = Math.max(0.5, Math.min(wantedMm, (roomMm - 2 * MARGIN_MM) / count));
  return Array.from({ length: count }, () => Math.floor(sizeMm * 100) / 100);
};

const centerBox = (label: Template, widthMm: number, heightMm: number): Box => ({
  xMm: (label.widthMm - widthMm) / 2,
  yMm: (label.heightMm - heightMm) / 2,
  widthMm,
  heightMm,
});

/** Spreadsheet cells, row by row. */
type Cells = readonly (readonly string[])[];

const countColumns = (rows: Cells): number =>
  rows.reduce((max, row) => Math.max(max, row.length), 0);

const sumValues = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

const buildTable = (rows: Cells, label: Template): TableElement => {
  const columnsMm = computeRowOrColumnSizes(countColumns(rows), CELL.widthMm, label.widthMm);
  const rowsMm = computeRowOrColumnSizes(rows.length, CELL.heightMm, label.heightMm);
  const sizeMm = Math.max(1, Math.min(CELL.sizeMm, (rowsMm[0] ?? 5) * 0.6));
  const cells = rows.flatMap((row, r) =>
    row.flatMap((content, c): TableCell[] =>
      content === ''
        ? []
        : [
            {
              row: r + 1,
              column: c + 1,
              type: 'text',
              content,
              sizeMm,
              weight: 400,
              align: 'left',
              fit: 'shrink',
            },
          ],
    ),
  );
  const [widthMm, heightMm] = [sumValues(columnsMm), sumValues(rowsMm)];
  return {
    type: 'table',
    id: '',
    ...centerBox(label, widthMm, heightMm),
    rotation: 0,
    columnsMm,
    rowsMm,
    lineMm: 0.25,
    paddingMm: 0.5,
    cells,
  };
};

/**
 * Converts spreadsheet cells to a table. Returns an error message as a string when they exceed the
 * limits of a table.
 */
export const createTableFromCells = (rows: Cells, label: Template): TableElement | string => {
  const columns = countColumns(rows);
  const isLong = rows.some((row) => row.some((cell) => cell.length > CONTENT_LENGTH));
  if (
    rows.length > MAX_TABLE_LINES ||
    columns > MAX_TABLE_LINES ||
    rows.length * columns > MAX_TABLE_CELLS ||
    isLong
  )
    return `贴的是 ${rows.length} 行 ${columns} 列；表格最多 ${MAX_TABLE_CELLS} 格，每边最多 ${MAX_TABLE_LINES}。一行一张标签的话，从“数据”打开`;
  return buildTable(rows, label);
};

/** Converts pasted text to a text element. Returns an error message as a string. */
export const createPastedText = (text: string, label: Template): TextElement | string => {
  const content = text.replaceAll('\r', '').replace(/(?<!\n)\n+$/, '');
  if (content.length > CONTENT_LENGTH) return `文字最多 ${CONTENT_LENGTH} 个字`;
  const lines = content.split('\n').length;
  const widthMm = Math.min(label.widthMm - 2 * MARGIN_MM, 40);
  const heightMm = Math.min(label.heightMm - 2 * MARGIN_MM, Math.max(5, lines * 4.5));
  return {
    type: 'text',
    id: '',
    ...centerBox(label, widthMm, heightMm),
    rotation: 0,
    content,
    sizeMm: 3.5,
    weight: 400,
    align: 'left',
    fit: lines > 1 ? 'wrap' : 'shrink',
  };
};
