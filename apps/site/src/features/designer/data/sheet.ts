import { MAX_ROWS } from '@yunbiao/contract/limits/print';
import { FIELD_NAME_LENGTH, MAX_FIELDS, SAMPLE_LENGTH } from '@yunbiao/contract/limits/template';
import type { LabelData, Template, TemplateField } from '@yunbiao/label';
import { typedFields } from '@yunbiao/label/fields';
import type { Within } from '../../../kit/data/cells.ts';
import { guessMapping, MAX_COLUMNS } from '../../../kit/data/columns.ts';
import type { SheetData } from '../../../kit/data/stored-data.ts';

/** Rows of a file that are taken, the names of its columns among them, and columns. */
export const ROOM = { rows: MAX_ROWS + 1, columns: MAX_COLUMNS };

const number = (value: number): string => value.toLocaleString('zh-CN');

/** What of a table is not there, so that nothing goes missing in silence; '' when all is. */
export const leftText = ({
  hasMore,
  width,
  unworked = 0,
  lost = 0,
}: Pick<Within, 'hasMore' | 'width'> & { unworked?: number; lost?: number }): string =>
  [
    ...(hasMore ? [`只打开了前 ${number(MAX_ROWS)} 行，一批最多这么多`] : []),
    ...(width > MAX_COLUMNS
      ? [`第 ${MAX_COLUMNS} 列往后的 ${number(width - MAX_COLUMNS)} 列没有打开`]
      : []),
    ...(unworked > 0
      ? [`${number(unworked)} 个公式没有存下结果，是空的：在 Excel 里打开再保存一次`]
      : []),
    ...(lost > 0 ? [`${number(lost)} 个格子的内容文件里没有，是空的：文件可能不完整`] : []),
  ].join('；');

type Cells = SheetData['cells'];
export type Row = readonly string[];

/** The rows that are labels. */
export const getBody = ({ cells, hasHeader }: Pick<SheetData, 'cells' | 'hasHeader'>): Cells =>
  hasHeader ? cells.slice(1) : cells.slice(0, MAX_ROWS);

/** Rows that were opened and are no labels: one more than a batch may have, where the first is not the columns' names. */
export const rowsLeftOut = ({ cells, hasHeader }: Pick<SheetData, 'cells' | 'hasHeader'>): number =>
  Math.max(0, cells.length - (hasHeader ? 1 : 0) - MAX_ROWS);

/** The names in the first row, each there and only once, and none of them a number. */
const looksNamed = (cells: Cells): boolean => {
  const [first = [], ...rest] = cells;
  const named = first.map((text) => text.trim());
  return (
    rest.length > 0 &&
    named.every((text) => text !== '' && !/\d/.test(text)) &&
    new Set(named).size === named.length
  );
};

/** Which columns are which fields, guessed by their names. */
export const mapped = (cells: Cells, fields: readonly TemplateField[], hasHeader?: boolean) => {
  const guess = guessMapping(cells, fields, hasHeader);
  return hasHeader === undefined && !guess.hasHeader && looksNamed(cells)
    ? guessMapping(cells, fields, true)
    : guess;
};

/** A, B … Z, AA: as a spreadsheet calls it. */
export const getLetter = (column: number): string =>
  (column >= 26 ? getLetter(Math.floor(column / 26) - 1) : '') +
  String.fromCharCode(65 + (column % 26));

export const getHead = ({ cells, hasHeader }: SheetData, column: number): string =>
  (hasHeader && cells[0]?.[column]?.trim()) || '';

/**
 * The table with other texts in a column of some rows, counted without the names of the columns. A row that 立即打印 has sent is
 * another one then, and nobody has printed it: where rows are picked, it is picked as well.
 */
export const editColumn = (
  sheet: SheetData,
  { rows, column }: { rows: readonly number[]; column: number },
  change: (text: string) => string,
): Pick<SheetData, 'cells' | 'picked'> => {
  const { picked, sent, hasHeader } = sheet;
  const cells = [...sheet.cells];
  const nowPicked = new Set(picked);
  const sentRows = new Set(picked.length > 0 ? sent.map((row) => JSON.stringify(row)) : []);
  for (const row of rows) {
    const at = row + (hasHeader ? 1 : 0);
    const was = cells[at] ?? [];
    const line = [...was];
    while (line.length <= column) line.push('');
    const text = change(line[column] ?? '');
    if (line[column] === text) continue;
    line[column] = text;
    cells[at] = line;
    if (sentRows.has(JSON.stringify(was))) nowPicked.add(row);
  }
  // Nothing was changed: it is the same table.
  if (cells.every((row, at) => row === sheet.cells[at])) return { cells: sheet.cells, picked };
  return { cells, picked: [...nowPicked].toSorted((a, b) => a - b) };
};

/** The same of one cell. */
export const edited = (
  sheet: SheetData,
  { row, column }: { row: number; column: number },
  text: string,
): Pick<SheetData, 'cells' | 'picked'> => editColumn(sheet, { rows: [row], column }, () => text);

/** Makes of a row what the columns say of it: each field that has one. */
export const getReader = (columns: SheetData['columns']): ((row: Row) => LabelData) => {
  const used = columns.flatMap((name, at) => (name === null ? [] : [{ name, at }]));
  return (row) => Object.fromEntries(used.map(({ name, at }) => [name, row[at] ?? '']));
};

/** Columns follow a field that got another name; one whose field is gone keeps its name, for the field may come back. */
export const followed = (
  columns: SheetData['columns'],
  before: readonly TemplateField[],
  after: readonly TemplateField[],
): SheetData['columns'] => {
  const has = (fields: readonly TemplateField[], name: string): boolean =>
    fields.some((field) => field.name === name);
  const next = columns.map((name) => {
    if (name === null || has(after, name)) return name;
    const at = before.findIndex((field) => field.name === name);
    const there = before.length === after.length ? after[at] : undefined;
    return there && has(before, name) && !has(before, there.name) ? there.name : name;
  });
  return next.every((name, at) => name === columns[at]) ? columns : next;
};

/** The columns with those fields only that there are; the very same list when all are. */
export const withFields = (
  columns: SheetData['columns'],
  fields: readonly TemplateField[],
): SheetData['columns'] => {
  const names = new Set(fields.map(({ name }) => name));
  const isGone = (name: string | null): boolean => name !== null && !names.has(name);
  return columns.some(isGone) ? columns.map((name) => (isGone(name) ? null : name)) : columns;
};

/** A field for a column: named as it is, with its first value as sample. */
export const fieldFor = (
  sheet: SheetData,
  column: number,
  taken: readonly TemplateField[],
): TemplateField => {
  const head = getHead(sheet, column).replaceAll(/[{}]/g, '').trim() || `列 ${getLetter(column)}`;
  const short = (text: string, most: number): string => text.slice(0, most).toWellFormed();
  const getName = (n: number): string =>
    n === 1 ? short(head, FIELD_NAME_LENGTH) : `${short(head, FIELD_NAME_LENGTH - 3)} ${n}`;
  let n = 1;
  while (taken.some(({ name }) => name === getName(n))) n += 1;
  const sample = getBody(sheet)
    .slice(0, 20)
    .map((row) => row[column] ?? '')
    .find((text) => text.trim() !== '');
  return { name: getName(n), label: getName(n), sample: short(sample ?? '', SAMPLE_LENGTH) };
};

/** Rows looked at to tell whether a column is empty. */
const LOOK_ROWS = 500;

/** Columns that have something in them and no field, as far as there is room for fields. */
export const unusedColumns = (sheet: SheetData, { fields }: Template): number[] =>
  sheet.columns
    .flatMap((name, column) =>
      name === null &&
      sheet.cells
        .slice(sheet.hasHeader ? 1 : 0, LOOK_ROWS)
        .some((row) => (row[column] ?? '').trim() !== '')
        ? [column]
        : [],
    )
    .slice(0, Math.max(0, MAX_FIELDS - fields.length));

/** Rows with this text in any cell; the numbers of them, from 0. */
export const rowsWith = (body: Cells, text: string): readonly number[] | null => {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return null;
  return body.flatMap((row, at) =>
    row.some((cell) => cell.toLowerCase().includes(wanted)) ? [at] : [],
  );
};

/** What typed fields no column fills are called: they stay empty, as they would be printed. */
export const emptyFields = (template: Template, columns: SheetData['columns']): string[] =>
  typedFields(template)
    .filter(({ name }) => !columns.includes(name))
    .map(({ label }) => label);
