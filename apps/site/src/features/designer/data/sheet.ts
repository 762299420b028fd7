import { MAX_ROWS } from '@yunbiao/contract/limits/print';
import { FIELD_NAME_LENGTH, MAX_FIELDS, SAMPLE_LENGTH } from '@yunbiao/contract/limits/template';
import type { LabelData, Template, TemplateField } from '@yunbiao/label';
import { listFillableFields } from '@yunbiao/label/fields';
import { guessMapping } from '../../../kit/data/columns.ts';
import type { SheetData } from '../../../kit/data/stored-data.ts';
import {
  listColumnNames,
  listDataRows,
  selectTableOfShape,
  type TableShape,
} from '../../../kit/data/table-shape.ts';

type Cells = SheetData['cells'];
export type Row = readonly string[];

/** Indexes in `cells` of the rows that can be labels: the data, up to the limit of a batch. */
export const listBodyRowIndexes = ({
  cells,
  shape,
}: Pick<SheetData, 'cells' | 'shape'>): number[] => listDataRows(cells, shape).slice(0, MAX_ROWS);

/** True when rows of data are beyond the limit of a batch. */
export const hasRowsOverLimit = ({ cells, shape }: Pick<SheetData, 'cells' | 'shape'>): boolean =>
  listDataRows(cells, shape).length > MAX_ROWS;

/** Guesses the fields of columns by their names. */
export const guessColumnMapping = (
  cells: Cells,
  shape: TableShape,
  fields: readonly TemplateField[],
): Pick<SheetData, 'shape' | 'columns'> => {
  const table = selectTableOfShape(cells, shape);
  return { shape, columns: guessMapping(table.cells, fields, table.hasHeader).columns };
};

/**
 * Changes which rows are the header and data. Columns keep their fields while their names stay;
 * picked rows stay picked.
 */
export const changeShape = (
  sheet: SheetData,
  shape: TableShape,
  fields: readonly TemplateField[],
): Pick<SheetData, 'shape' | 'columns' | 'current' | 'picked'> => {
  const { cells, columns, picked, current } = sheet;
  const rowsBefore = listBodyRowIndexes(sheet);
  const places = new Map(listBodyRowIndexes({ cells, shape }).map((row, at) => [row, at]));
  const findPlace = (at: number): number | undefined => places.get(rowsBefore[at] ?? -1);
  const isSameHeader = shape.headerRows.join() === sheet.shape.headerRows.join();
  return {
    ...(isSameHeader ? { shape, columns } : guessColumnMapping(cells, shape, fields)),
    current: findPlace(current) ?? 0,
    picked: picked.flatMap((at) => findPlace(at) ?? []),
  };
};

/** A, B … Z, AA: the spreadsheet name of a column. */
export const toColumnLetter = (column: number): string =>
  (column >= 26 ? toColumnLetter(Math.floor(column / 26) - 1) : '') +
  String.fromCharCode(65 + (column % 26));

/** Names of the columns; none without a header. */
const listHeaderNames = ({ cells, shape }: Pick<SheetData, 'cells' | 'shape'>): string[] =>
  shape.headerRows.length === 0 ? [] : listColumnNames(cells, shape.headerRows);

export const getColumnName = (sheet: SheetData, column: number): string =>
  listHeaderNames(sheet)[column] ?? '';

/**
 * Changes the texts of a column in some rows; rows are counted among the data, from 0. A changed row that
 * 立即打印 had sent counts as unprinted, so it is added to the picked rows when there are any.
 */
export const editColumn = (
  sheet: SheetData,
  { rows, column }: { rows: readonly number[]; column: number },
  change: (text: string) => string,
): Pick<SheetData, 'cells' | 'picked'> => {
  const { picked, sent } = sheet;
  const bodyRows = listBodyRowIndexes(sheet);
  const cells = [...sheet.cells];
  const nowPicked = new Set(picked);
  const sentRows = new Set(picked.length > 0 ? sent.map((row) => JSON.stringify(row)) : []);
  for (const row of rows) {
    const at = bodyRows[row];
    if (at === undefined) continue;
    const cellsBefore = cells[at] ?? [];
    const line = [...cellsBefore];
    while (line.length <= column) line.push('');
    const text = change(line[column] ?? '');
    if (line[column] === text) continue;
    line[column] = text;
    cells[at] = line;
    if (sentRows.has(JSON.stringify(cellsBefore))) nowPicked.add(row);
  }
  // Nothing changed: return the same table.
  if (cells.every((row, at) => row === sheet.cells[at])) return { cells: sheet.cells, picked };
  return { cells, picked: [...nowPicked].toSorted((a, b) => a - b) };
};

/** Changes the text of one cell. */
export const editCell = (
  sheet: SheetData,
  { row, column }: { row: number; column: number },
  text: string,
): Pick<SheetData, 'cells' | 'picked'> => editColumn(sheet, { rows: [row], column }, () => text);

/** Creates a function that converts a row to label data. Includes only mapped fields. */
export const createRowConverter = (columns: SheetData['columns']): ((row: Row) => LabelData) => {
  const usedColumns = columns.flatMap((name, at) => (name === null ? [] : [{ name, at }]));
  return (row) => Object.fromEntries(usedColumns.map(({ name, at }) => [name, row[at] ?? '']));
};

/**
 * Updates columns after a field was renamed. A column whose field was removed keeps its name,
 * because undo can restore the field.
 */
export const remapRenamedFields = (
  columns: SheetData['columns'],
  before: readonly TemplateField[],
  after: readonly TemplateField[],
): SheetData['columns'] => {
  const hasField = (fields: readonly TemplateField[], name: string): boolean =>
    fields.some((field) => field.name === name);
  const next = columns.map((name) => {
    if (name === null || hasField(after, name)) return name;
    const at = before.findIndex((field) => field.name === name);
    const fieldAfter = before.length === after.length ? after[at] : undefined;
    return fieldAfter && hasField(before, name) && !hasField(before, fieldAfter.name)
      ? fieldAfter.name
      : name;
  });
  return next.every((name, at) => name === columns[at]) ? columns : next;
};

/** Unmaps columns whose field does not exist. Returns the same list when nothing changes. */
export const unmapMissingFields = (
  columns: SheetData['columns'],
  fields: readonly TemplateField[],
): SheetData['columns'] => {
  const names = new Set(fields.map(({ name }) => name));
  const isFieldMissing = (name: string | null): boolean => name !== null && !names.has(name);
  return columns.some(isFieldMissing)
    ? columns.map((name) => (isFieldMissing(name) ? null : name))
    : columns;
};

/** Creates a field for a column, with the column's name and its first value as sample. */
export const createFieldForColumn = (
  sheet: SheetData,
  column: number,
  takenFields: readonly TemplateField[],
): TemplateField => {
  const head =
    getColumnName(sheet, column).replaceAll(/[{}]/g, '').trim() || `列 ${toColumnLetter(column)}`;
  const truncateText = (text: string, max: number): string => text.slice(0, max).toWellFormed();
  const buildNumberedName = (n: number): string =>
    n === 1
      ? truncateText(head, FIELD_NAME_LENGTH)
      : `${truncateText(head, FIELD_NAME_LENGTH - 3)} ${n}`;
  let n = 1;
  while (takenFields.some(({ name }) => name === buildNumberedName(n))) n += 1;
  const sample = listBodyRowIndexes(sheet)
    .slice(0, 20)
    .map((at) => sheet.cells[at]?.[column] ?? '')
    .find((text) => text.trim() !== '');
  return {
    name: buildNumberedName(n),
    label: buildNumberedName(n),
    sample: truncateText(sample ?? '', SAMPLE_LENGTH),
  };
};

/** Rows checked to decide whether a column is empty. */
const SCANNED_ROWS = 500;

/** Columns with content but without a field, at most as many as fields can be added. */
export const listUnusedColumns = (sheet: SheetData, { fields }: Template): number[] => {
  const scannedRows = listBodyRowIndexes(sheet).slice(0, SCANNED_ROWS);
  return sheet.columns
    .flatMap((name, column) =>
      name === null && scannedRows.some((at) => (sheet.cells[at]?.[column] ?? '').trim() !== '')
        ? [column]
        : [],
    )
    .slice(0, Math.max(0, MAX_FIELDS - fields.length));
};

/** Indexes of rows that contain the text in any cell, 0-based; null for an empty text. */
export const findRowsWith = (body: Cells, text: string): readonly number[] | null => {
  const searchText = text.trim().toLowerCase();
  if (searchText === '') return null;
  return body.flatMap((row, at) =>
    row.some((cell) => cell.toLowerCase().includes(searchText)) ? [at] : [],
  );
};

/** Labels of typed fields without a column. They print empty. */
export const listUnmappedFieldLabels = (
  template: Template,
  columns: SheetData['columns'],
): string[] =>
  listFillableFields(template)
    .filter(({ name }) => !columns.includes(name))
    .map(({ label }) => label);
