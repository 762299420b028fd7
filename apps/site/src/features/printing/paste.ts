import type { LabelData, TemplateField } from '@yunbiao/label';

/** Most rows of one batch; the server refuses more. */
export const MAX_ROWS = 10_000;

const normal = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\s+/g, '')
    .replace(/[：:*]$/, '')
    .toLowerCase();

const fieldFor = (fields: readonly TemplateField[], head: string): TemplateField | undefined => {
  const wanted = normal(head);
  return wanted === ''
    ? undefined
    : fields.find((field) => normal(field.label) === wanted || normal(field.name) === wanted);
};

export type Pasted = {
  rows: LabelData[];
  /** The first row named the columns and is no label. */
  hasHeader: boolean;
  /** Column heads no field was found for. */
  unknown: string[];
  /** Rows beyond the most a batch takes. */
  dropped: number;
};

/**
 * Pasted cells as labels. When the first row names fields (by label or name, in any order) it maps the columns;
 * otherwise columns are the fields in their order.
 */
export const readPasted = (
  cells: readonly string[][],
  fields: readonly TemplateField[],
): Pasted => {
  const first = cells[0] ?? [];
  const named = first.map((head) => fieldFor(fields, head));
  const hits = new Set(named.filter((field) => field !== undefined)).size;
  const heads = first.filter((head) => head.trim() !== '').length;
  // One column that happens to hold a field's name is data unless it is the only column there is.
  const hasHeader = hits > 0 && (hits * 2 >= heads || hits === fields.length);
  const columns = hasHeader ? named : fields;
  const body = hasHeader ? cells.slice(1) : cells;
  const filled = body.filter((row) => row.some((value) => value.trim() !== ''));
  const rows = filled.slice(0, MAX_ROWS).map((row) => {
    const data: LabelData = Object.fromEntries(fields.map((field) => [field.name, '']));
    columns.forEach((field, index) => {
      if (field) data[field.name] = row[index] ?? '';
    });
    return data;
  });
  const unknown = hasHeader
    ? first.filter((head, index) => head.trim() !== '' && !named[index])
    : [];
  return { rows, hasHeader, unknown, dropped: filled.length - rows.length };
};

/** Pastes a block into the grid from one cell on, as a spreadsheet does; rows grow as needed. */
export const pasteBlock = (
  rows: readonly LabelData[],
  fields: readonly TemplateField[],
  at: { row: number; column: number },
  cells: readonly string[][],
): LabelData[] => {
  const out = [...rows];
  cells.forEach((line, down) => {
    const index = at.row + down;
    if (index >= MAX_ROWS) return;
    const data: LabelData = { ...(out[index] ?? emptyRow(fields)) };
    line.forEach((value, across) => {
      const field = fields[at.column + across];
      if (field) data[field.name] = value;
    });
    out[index] = data;
  });
  return out;
};

export const emptyRow = (fields: readonly TemplateField[]): LabelData =>
  Object.fromEntries(fields.map((field) => [field.name, '']));

export const isEmptyRow = (row: LabelData, fields: readonly TemplateField[]): boolean =>
  fields.every((field) => (row[field.name] ?? '') === '');
