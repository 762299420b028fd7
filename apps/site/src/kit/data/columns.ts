import { MAX_ROWS } from '@yunbiao/contract/limits/print';
import { MAX_FIELDS } from '@yunbiao/contract/limits/template';
import type { LabelData, TemplateField } from '@yunbiao/label';
import { formatCount } from '@yunbiao/ui/format.ts';
import { getMaxColumnCount } from './cells.ts';
import { matchHeaders } from './match-headers.ts';
import { type SheetRowNumbers, copyRowWithSheetRowNumber } from './sheet-rows.ts';

/**
 * Maximum number of columns that can be mapped; equals the field limit of a template. The page
 * shows a message about further columns.
 */
export const MAX_COLUMNS = MAX_FIELDS;

/** Mapping of pasted columns: the field name for each column, or null to ignore the column. */
export type Mapping = { hasHeader: boolean; columns: readonly (string | null)[] };

type Cells = readonly (readonly string[])[];

/** Number of rows that are inspected to distinguish a header row from data. */
const SAMPLE_ROWS = 6;

const hasDigit = (text: string): boolean => /\d/.test(text);

/** True when a column has numbers below a first cell without digits. */
const isHeaderLikely = (cells: Cells): boolean => {
  const [first = [], ...rest] = cells.slice(0, SAMPLE_ROWS);
  if (first.length < 2 || rest.length === 0) return false;
  return first.some(
    (head, at) =>
      head.trim() !== '' && !hasDigit(head) && rest.every((row) => hasDigit(row[at] ?? '')),
  );
};

/** Guesses whether the first row names the columns of the rows below. */
export const guessHasHeaderRow = (cells: Cells, fields: readonly TemplateField[]): boolean => {
  const first = cells[0] ?? [];
  const hits = matchHeaders(first.slice(0, MAX_COLUMNS), fields, 'sure').filter(
    (name) => name !== null,
  ).length;
  const heads = first.filter((head) => head.trim() !== '').length;
  // A single column that happens to match a field name is data, unless it is the only column.
  return (hits > 0 && (hits * 2 >= heads || hits === fields.length)) || isHeaderLikely(cells);
};

/**
 * Maps columns by the names in the first row. Without names, maps columns in the order of the
 * fields.
 */
export const guessMapping = (
  cells: Cells,
  fields: readonly TemplateField[],
  hasHeader = guessHasHeaderRow(cells, fields),
): Mapping => {
  const width = Math.min(MAX_COLUMNS, getMaxColumnCount(cells));
  const inOrder = Array.from({ length: width }, (_, at) => fields[at]?.name ?? null);
  if (!hasHeader) return { hasHeader, columns: inOrder };
  const headerMatches = matchHeaders((cells[0] ?? []).slice(0, width), fields, 'likely');
  const columns = Array.from({ length: width }, (_, at) => headerMatches[at] ?? null);
  return { hasHeader, columns: columns.some((name) => name !== null) ? columns : inOrder };
};

/** Assigns a field to a column and removes it from its previous column. */
export const assignFieldToColumn = (
  columns: Mapping['columns'],
  at: number,
  name: string | null,
): Mapping['columns'] =>
  columns.map((assignedField, column) =>
    column === at ? name : assignedField === name ? null : assignedField,
  );

export type PastedColumn = { name: string; samples: string[] };

const SAMPLES = 3;
/** Maximum length of displayed names and samples, in characters. Cells can contain long text. */
const MAX_SHOWN_LENGTH = 24;

const shortenShownText = (text: string): string =>
  text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH).toWellFormed()}…` : text;

/** Lists the name and sample values of each column. */
export const listColumnsWithSamples = (
  cells: Cells,
  { hasHeader, columns }: Mapping,
): PastedColumn[] => {
  const body = cells.slice(hasHeader ? 1 : 0, SAMPLE_ROWS * 2);
  return columns.map((_, at) => ({
    name: shortenShownText((hasHeader && cells[0]?.[at]?.trim()) || `第 ${at + 1} 列`),
    samples: body
      .map((row) => row[at] ?? '')
      .filter((value) => value.trim() !== '')
      .slice(0, SAMPLES)
      .map(shortenShownText),
  }));
};

export type MappedRows = {
  /** Rows with the mapped fields only. */
  rows: LabelData[];
  /** Number of rows without content in the mapped columns. */
  emptyCount: number;
  /** Number of rows beyond the limit. */
  overflowCount: number;
};

/**
 * Applies the mapping to the rows. Cell texts stay unchanged. `sheetRows`: number of each row of data
 * in its sheet.
 */
export const mapRowsToFields = (
  cells: Cells,
  { hasHeader, columns }: Mapping,
  room = MAX_ROWS,
  sheetRows: SheetRowNumbers = [],
): MappedRows => {
  const chosenColumns = columns.flatMap((name, at) => (name === null ? [] : [[name, at] as const]));
  const body = hasHeader ? cells.slice(1) : cells;
  const filled = body.flatMap((row, at) =>
    chosenColumns.some(([, column]) => (row[column] ?? '').trim() !== '') ? [{ row, at }] : [],
  );
  const mapRow = (row: readonly string[]): LabelData =>
    Object.fromEntries(chosenColumns.map(([name, column]) => [name, row[column] ?? '']));
  return {
    rows: filled
      .slice(0, room)
      .map(({ row, at }) => copyRowWithSheetRowNumber(mapRow(row), sheetRows[at])),
    emptyCount: body.length - filled.length,
    overflowCount: Math.max(0, filled.length - room),
  };
};

/**
 * Describes which rows and columns are imported and which are not, so that no data is lost
 * silently.
 */
export const describeMappedRows = (
  cells: Cells,
  mapping: Mapping,
  fields: readonly TemplateField[],
  { rows, emptyCount, overflowCount }: MappedRows,
): string => {
  const shownColumns = listColumnsWithSamples(cells, mapping);
  const ignored = shownColumns
    .filter((_, at) => mapping.columns[at] === null)
    .map(({ name }) => name);
  const beyond = getMaxColumnCount(cells) - mapping.columns.length;
  const blank = fields.filter(({ name }) => !mapping.columns.includes(name));
  const columns = mapping.columns.length - ignored.length;
  return [
    `用 ${formatCount(rows.length)} 行、${columns} 列`,
    ...(ignored.length > 0 ? [`忽略 ${ignored.length} 列（${ignored.join('、')}）`] : []),
    ...(beyond > 0 ? [`第 ${MAX_COLUMNS} 列往后的 ${formatCount(beyond)} 列也忽略`] : []),
    ...(emptyCount > 0 ? [`${formatCount(emptyCount)} 行在选中的列里是空的，不要`] : []),
    ...(overflowCount > 0
      ? [`一批最多 ${formatCount(MAX_ROWS)} 行，后面 ${formatCount(overflowCount)} 行放不下`]
      : []),
    ...(blank.length > 0 ? [`${blank.map(({ label }) => label).join('、')}没有列，空着`] : []),
  ].join('；');
};
