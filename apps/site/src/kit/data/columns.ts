import { MAX_ROWS } from '@yunbiao/contract/limits/print';
import { MAX_FIELDS } from '@yunbiao/contract/limits/template';
import type { LabelData, TemplateField } from '@yunbiao/label';
import { getWidth } from './cells.ts';
import { matchHeads } from './match-heads.ts';

/** Columns one can choose fields for, as many as a template has; those beyond are ignored, and said to be. */
export const MAX_COLUMNS = MAX_FIELDS;

/** What becomes of pasted columns: the name of a field each, or null for none. */
export type Mapping = { hasHeader: boolean; columns: readonly (string | null)[] };

type Cells = readonly (readonly string[])[];

/** Rows looked at to tell a header from the first label. */
const LOOK_ROWS = 6;

const hasDigit = (text: string): boolean => /\d/.test(text);

/** A column of numbers under something without any. */
const looksHeaded = (cells: Cells): boolean => {
  const [first = [], ...rest] = cells.slice(0, LOOK_ROWS);
  if (first.length < 2 || rest.length === 0) return false;
  return first.some(
    (head, at) =>
      head.trim() !== '' && !hasDigit(head) && rest.every((row) => hasDigit(row[at] ?? '')),
  );
};

const guessHeader = (cells: Cells, fields: readonly TemplateField[]): boolean => {
  const first = cells[0] ?? [];
  const hits = matchHeads(first, fields, 'sure').filter((name) => name !== null).length;
  const heads = first.filter((head) => head.trim() !== '').length;
  // One column that happens to hold a field's name is data unless it is the only column there is.
  return (hits > 0 && (hits * 2 >= heads || hits === fields.length)) || looksHeaded(cells);
};

/** Columns by the names in the first row where it has any, else in the order of the fields. */
export const guessMapping = (
  cells: Cells,
  fields: readonly TemplateField[],
  hasHeader = guessHeader(cells, fields),
): Mapping => {
  const width = Math.min(MAX_COLUMNS, getWidth(cells));
  const inOrder = Array.from({ length: width }, (_, at) => fields[at]?.name ?? null);
  if (!hasHeader) return { hasHeader, columns: inOrder };
  const named = matchHeads((cells[0] ?? []).slice(0, width), fields, 'likely');
  const columns = Array.from({ length: width }, (_, at) => named[at] ?? null);
  return { hasHeader, columns: columns.some((name) => name !== null) ? columns : inOrder };
};

/** A field goes to one column: choosing it here takes it from where it was. */
export const withColumn = (mapping: Mapping, at: number, name: string | null): Mapping => ({
  ...mapping,
  columns: mapping.columns.map((held, column) =>
    column === at ? name : held === name ? null : held,
  ),
});

export type PastedColumn = { name: string; samples: string[] };

const SAMPLES = 3;
/** Characters shown of a name and of a sample: a cell may hold a whole text. */
const SHOWN = 24;

const short = (text: string): string =>
  text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text;

/** What each column is called, and what stands in its first rows. */
export const listColumns = (cells: Cells, { hasHeader, columns }: Mapping): PastedColumn[] => {
  const body = cells.slice(hasHeader ? 1 : 0, LOOK_ROWS * 2);
  return columns.map((_, at) => ({
    name: short((hasHeader && cells[0]?.[at]?.trim()) || `第 ${at + 1} 列`),
    samples: body
      .map((row) => row[at] ?? '')
      .filter((value) => value.trim() !== '')
      .slice(0, SAMPLES)
      .map(short),
  }));
};

export type Taken = {
  /** Only the fields a column was chosen for. */
  rows: LabelData[];
  /** Rows with nothing in the chosen columns. */
  empty: number;
  /** Rows beyond the room there is. */
  over: number;
};

/** The rows as the mapping takes them. Every cell is the text it was. */
export const takeRows = (cells: Cells, { hasHeader, columns }: Mapping, room = MAX_ROWS): Taken => {
  const chosen = columns.flatMap((name, at) => (name === null ? [] : [[name, at] as const]));
  const body = hasHeader ? cells.slice(1) : cells;
  const filled = body.filter((row) => chosen.some(([, at]) => (row[at] ?? '').trim() !== ''));
  return {
    rows: filled
      .slice(0, room)
      .map((row) => Object.fromEntries(chosen.map(([name, at]) => [name, row[at] ?? '']))),
    empty: body.length - filled.length,
    over: Math.max(0, filled.length - room),
  };
};

const count = (n: number): string => n.toLocaleString('zh-CN');

/** What is used and what is not, so that nothing goes missing in silence. */
export const takenText = (
  cells: Cells,
  mapping: Mapping,
  fields: readonly TemplateField[],
  { rows, empty, over }: Taken,
): string => {
  const shown = listColumns(cells, mapping);
  const ignored = shown.filter((_, at) => mapping.columns[at] === null).map(({ name }) => name);
  const beyond = getWidth(cells) - mapping.columns.length;
  const blank = fields.filter(({ name }) => !mapping.columns.includes(name));
  const columns = mapping.columns.length - ignored.length;
  return [
    `用 ${count(rows.length)} 行、${columns} 列`,
    ...(ignored.length > 0 ? [`忽略 ${ignored.length} 列（${ignored.join('、')}）`] : []),
    ...(beyond > 0 ? [`第 ${MAX_COLUMNS} 列往后的 ${count(beyond)} 列也忽略`] : []),
    ...(empty > 0 ? [`${count(empty)} 行在选中的列里是空的，不要`] : []),
    ...(over > 0 ? [`一批最多 ${count(MAX_ROWS)} 行，后面 ${count(over)} 行放不下`] : []),
    ...(blank.length > 0 ? [`${blank.map(({ label }) => label).join('、')}没有列，空着`] : []),
  ].join('；');
};
