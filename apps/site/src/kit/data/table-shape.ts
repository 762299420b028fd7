import type { TemplateField } from '@yunbiao/label';
import { guessHasHeaderRow, MAX_COLUMNS } from './columns.ts';
import { matchHeaders } from './match-headers.ts';

type Cells = readonly (readonly string[])[];

/**
 * Part of a sheet that is a table. Row indices are from 0 and ascending. Rows above the header are
 * no data.
 */
export type TableShape = {
  /** Rows that name the columns: none, one, or two when groups stand above the names. */
  headerRows: readonly number[];
  /** Other rows that are no data: units, totals, remarks, and what the member leaves out. */
  excludedRows: readonly number[];
};

/** Rows above the header that are searched: a title, its date, its author, blank lines. */
const MAX_TITLE_ROWS = 10;
/** Rows at the end that are searched for remarks. */
const MAX_FOOTER_ROWS = 5;
/** Rows that are inspected below a possible header. */
const SAMPLE_ROWS = 6;

const TOTAL = /^(?:合计|总计|小计|共计|总数|汇总|total|subtotal|sum)[:：]?$/i;
const REMARK =
  /^(?:备注|说明|注|(?:制表|制单|填表|审核|经手|打印|导出)(?:人|员|日期|时间|单位)?)[:：]/;
const UNIT =
  /^(?:元|角|分|￥|¥|个|件|只|支|套|台|张|包|袋|盒|箱|瓶|条|本|卷|克|千克|公斤|斤|吨|g|kg|mg|米|厘米|毫米|m|cm|mm|升|毫升|ml|天|月|年|小时|%)(?:\/(?:个|件|只|支|套|台|张|包|袋|盒|箱|瓶|条|本|卷|kg|斤|公斤|米|m))?$/;
const BRACKETS = /^[（(](.*)[）)]$/;

type Row = readonly string[] | undefined;

const listFilledCells = (row: Row): string[] =>
  (row ?? []).map((cell) => cell.trim()).filter((cell) => cell !== '');

const hasCellWithDigit = (row: Row): boolean => (row ?? []).some((cell) => /\d/.test(cell));

/** Upper quartile of the number of filled cells: titles, totals and remarks have few. */
const computeUsualFilledCellCount = (cells: Cells): number => {
  const counts = cells
    .slice(0, MAX_TITLE_ROWS + SAMPLE_ROWS)
    .map((row) => listFilledCells(row).length);
  return counts.toSorted((a, b) => a - b)[Math.floor(counts.length * 0.75)] ?? 0;
};

/** Whether a row is a title above the header: it has at most half as many cells as the table. */
const isTitleRow = (row: Row, usualWidth: number): boolean => {
  const { length } = listFilledCells(row);
  return length <= 1 || length * 2 <= usualWidth;
};

/** Units of columns. The first column holds names or numbers of rows, which have none. */
const isUnitRow = (row: Row): boolean => {
  const filled = listFilledCells(row);
  return (
    filled.length > 0 &&
    (row?.[0] ?? '').trim() === '' &&
    filled.every((cell) => BRACKETS.test(cell) || UNIT.test(cell))
  );
};

/** Whether a row is a total: it leaves columns blank, as a product of that name does not. */
const isTotalRow = (row: Row, usualWidth: number): boolean => {
  const filled = listFilledCells(row);
  return filled.length < usualWidth && TOTAL.test(filled[0]?.replaceAll(/\s/g, '') ?? '');
};

const isRemarkRow = (row: Row, usualWidth: number): boolean => {
  const filled = listFilledCells(row);
  return filled.length * 2 <= usualWidth && REMARK.test(filled[0] ?? '');
};

const hasEqualNames = (row: Row): boolean => {
  const names = listFilledCells(row);
  return new Set(names).size < names.length;
};

const countKnownNames = (row: Row, fields: readonly TemplateField[]): number =>
  matchHeaders((row ?? []).slice(0, MAX_COLUMNS), fields, 'sure').filter((name) => name !== null)
    .length;

/**
 * Whether a row belongs to the names below it: it names columns that are blank there, because cells
 * are merged downwards, or groups of columns whose names are equal. Data has digits or no names
 * below it.
 */
const isGroupRow = (row: Row, below: Row, fields: readonly TemplateField[]): boolean =>
  row !== undefined &&
  listFilledCells(row).length > 1 &&
  !hasCellWithDigit(row) &&
  !hasCellWithDigit(below) &&
  (hasEqualNames(below) ||
    row.some((cell, at) => cell.trim() !== '' && (below?.[at] ?? '').trim() === '')) &&
  countKnownNames(below, fields) > 0;

/** Whether most cells of a row, and at least two, are names of fields: a header wherever it is. */
const areMostCellsFieldNames = (row: Row, fields: readonly TemplateField[]): boolean => {
  const count = countKnownNames(row, fields);
  return count >= 2 && count * 2 >= listFilledCells(row).length;
};

const findHeaderRow = (cells: Cells, fields: readonly TemplateField[]): number => {
  const usualWidth = computeUsualFilledCellCount(cells);
  const searched = cells.slice(0, MAX_TITLE_ROWS);
  // Below the first row digits alone are no evidence: the rows above would be lost.
  const hasNames = (row: Row, at: number): boolean =>
    at === 0 || countKnownNames(row, fields) >= (usualWidth >= 3 ? 1 : 2);
  for (const [at, row] of searched.entries()) {
    const sample = cells.slice(at, at + SAMPLE_ROWS).filter((cell) => !isUnitRow(cell));
    const isWide = listFilledCells(sample[0]).length * 2 >= usualWidth;
    if (isWide && guessHasHeaderRow(sample, fields) && hasNames(row, at)) return at;
    if (!isTitleRow(row, usualWidth) && !isGroupRow(row, cells[at + 1], fields)) break;
  }
  return searched.findIndex((row) => areMostCellsFieldNames(row, fields));
};

/** Adds the row of groups above the header, or the names below it when it has the groups. */
const listHeaderRows = (cells: Cells, header: number, fields: readonly TemplateField[]) => {
  const [above, row, below] = [cells[header - 1], cells[header], cells[header + 1]];
  if (isGroupRow(above, row, fields)) return [header - 1, header];
  return isGroupRow(row, below, fields) ? [header, header + 1] : [header];
};

/** Rows below a header that are no data. */
const listExcludedRows = (cells: Cells, header: number): number[] => {
  const usualWidth = computeUsualFilledCellCount(cells.slice(header + 1));
  return cells.flatMap((row, at) => {
    if (at <= header) return [];
    const isUnit = at === header + 1 && isUnitRow(row);
    const isRemark = at >= cells.length - MAX_FOOTER_ROWS && isRemarkRow(row, usualWidth);
    return isUnit || isRemark || isTotalRow(row, usualWidth) ? [at] : [];
  });
};

/**
 * Finds the header and the rows that are no data. Titles above the header, a header of two rows, a
 * row of units, subtotals, totals and remarks are usual in Chinese sheets. Without a header all rows
 * are data. Linear.
 */
export const guessTableShape = (cells: Cells, fields: readonly TemplateField[]): TableShape => {
  const header = findHeaderRow(cells, fields);
  if (header < 0) return { headerRows: [], excludedRows: [] };
  const headerRows = listHeaderRows(cells, header, fields);
  return { headerRows, excludedRows: listExcludedRows(cells, headerRows.at(-1) ?? header) };
};

/** Whether a row looks like names of columns: filled up to its end, unique and without digits. */
const looksLikeColumnNames = (row: Row): boolean => {
  const names = listFilledCells(row);
  const lastName = (row ?? []).findLastIndex((cell) => cell.trim() !== '');
  return names.length === lastName + 1 && !hasCellWithDigit(row) && !hasEqualNames(row);
};

/**
 * As {@link guessTableShape}, and where no field is meant: a template that has no fields yet gets
 * them from the columns. Then the first row below titles that looks like names is the header.
 */
export const guessTableShapeForNewFields = (
  cells: Cells,
  fields: readonly TemplateField[],
): TableShape => {
  const shape = guessTableShape(cells, fields);
  if (shape.headerRows.length > 0) return shape;
  const usualWidth = computeUsualFilledCellCount(cells);
  const titles = cells.findIndex((row) => !isTitleRow(row, usualWidth) || usualWidth <= 1);
  const header = titles >= 0 && titles < MAX_TITLE_ROWS ? titles : 0;
  const isFollowed = header < cells.length - 1;
  return isFollowed && looksLikeColumnNames(cells[header])
    ? copyShapeWithHeaderRow(shape, header, cells)
    : shape;
};

/** Makes a row the header. In a table that had none, rows that are no data are looked for. */
export const copyShapeWithHeaderRow = (
  { headerRows, excludedRows }: TableShape,
  header: number,
  cells: Cells,
): TableShape => ({
  headerRows: [header],
  excludedRows:
    headerRows.length === 0 && excludedRows.length === 0
      ? listExcludedRows(cells, header)
      : excludedRows.filter((at) => at !== header),
});

/** Includes an excluded row, or excludes it. */
export const copyShapeWithRowExcluded = (
  { headerRows, excludedRows }: TableShape,
  row: number,
  isExcluded: boolean,
): TableShape => ({
  headerRows,
  excludedRows: isExcluded
    ? [...new Set([...excludedRows, row])].toSorted((a, b) => a - b)
    : excludedRows.filter((at) => at !== row),
});

/** Column names of a header. A name that is not unique gets its group in front. */
export const listColumnNames = (cells: Cells, headerRows: readonly number[]): string[] => {
  const [upper = [], lower = upper] = headerRows.map((at) => cells[at] ?? []);
  const width = Math.max(upper.length, lower.length);
  const groups: string[] = [];
  for (let at = 0; at < width; at += 1)
    groups.push((upper[at] ?? '').trim() || (groups[at - 1] ?? ''));
  const names = Array.from({ length: width }, (_, at) => (lower[at] ?? '').trim());
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return names.map((name, at) => {
    if (name === '') return (upper[at] ?? '').trim();
    const isUnique = counts.get(name) === 1;
    return isUnique || lower === upper ? name : `${groups[at] ?? ''}${name}`;
  });
};

/** Lists the indexes of the rows of data. */
export const listDataRows = (cells: Cells, { headerRows, excludedRows }: TableShape): number[] => {
  const excluded = new Set(excludedRows);
  const firstDataRow = (headerRows.at(-1) ?? -1) + 1;
  return cells.flatMap((_, at) => (at >= firstDataRow && !excluded.has(at) ? [at] : []));
};

/** Table of a sheet. `cells`: the names of the columns first when it has a header, then the data. */
type SelectedTable = {
  cells: Cells;
  hasHeader: boolean;
  /** Index in the sheet of each row of data. */
  dataRows: readonly number[];
};

export const selectTableOfShape = (cells: Cells, shape: TableShape): SelectedTable => {
  const { headerRows } = shape;
  const dataRows = listDataRows(cells, shape);
  const body = dataRows.map((at) => cells[at] ?? []);
  const hasHeader = headerRows.length > 0;
  return {
    cells: hasHeader ? [listColumnNames(cells, headerRows), ...body] : body,
    hasHeader,
    dataRows,
  };
};
