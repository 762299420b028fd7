import type { LabelData, Template } from '@yunbiao/label';
import { typedFields } from '@yunbiao/label/fields';
import { leaveOf, readDraft, storeDraft } from '../form/drafts.ts';
import { dataDraft, NO_DATA, type SheetData, toStored } from './stored-data.ts';

/** Where 立即打印 keeps what is typed on it. */
export const printDraft = (alias: string): string => `print:${alias}`;

/** A row that was sent and left the table of 立即打印, and where it stood there, from 0. */
export type Taken = { at: number; row: LabelData };

type Rows = {
  /** Whose they are: the member's id, '' for whoever is not signed in. */
  owner: string;
  alias: string;
  templateId: string;
  rows: readonly LabelData[];
};

/** 立即打印 begins with these rows and this template; what else is chosen there stays. False: no room for them. */
export const handToPrint = (
  { owner, alias, templateId, rows }: Rows,
  taken: readonly Taken[] = [],
): boolean => {
  const was = readDraft(owner, printDraft(alias), 'tab')?.value;
  const kept = typeof was === 'object' && was !== null ? was : {};
  const draft = { ...kept, templateId, mode: 'many', rows, taken };
  return storeDraft(leaveOf(owner), printDraft(alias), draft, 'tab');
};

/**
 * The designer of this template begins with these rows, of which those that are not among `sent` are meant. False: no room
 * for them.
 */
export const handToDesigner = (
  { owner, alias, templateId, rows }: Rows,
  template: Pick<Template, 'fields'>,
  sent: ReadonlySet<LabelData> = new Set(),
): boolean => {
  const fields = typedFields(template);
  const cellsOf = (row: LabelData): string[] => fields.map(({ name }) => row[name] ?? '');
  const stored = toStored({
    ...NO_DATA,
    name: '立即打印里的行',
    cells: [fields.map(({ label }) => label), ...rows.map(cellsOf)],
    hasHeader: true,
    columns: fields.map(({ name }) => name),
    picked: sent.size > 0 ? rows.flatMap((row, at) => (sent.has(row) ? [] : [at])) : [],
    sent: rows.filter((row) => sent.has(row)).map(cellsOf),
  });
  return stored !== null && storeDraft(leaveOf(owner), dataDraft(alias, templateId), stored, 'tab');
};

type Body = Pick<SheetData, 'picked' | 'sent'> & {
  /** The rows that are labels: as cells, and as the template takes them. */
  body: SheetData['cells'];
  rows: readonly LabelData[];
};

/**
 * What of the designer's rows is to be printed, and what was sent before: a row that says the same as a sent one, each of
 * these once, and was not picked. The rest is meant where no row is picked.
 */
export const partedRows = ({ body, rows, picked, sent }: Body) => {
  const left = new Map<string, number>();
  const keyOf = (row: readonly string[] | undefined): string => JSON.stringify(row);
  for (const row of sent) left.set(keyOf(row), (left.get(keyOf(row)) ?? 0) + 1);
  const chosen = new Set(picked);
  const table: LabelData[] = [];
  const taken: Taken[] = [];
  rows.forEach((row, at) => {
    const key = keyOf(body[at]);
    const count = left.get(key) ?? 0;
    if (chosen.has(at)) table.push(row);
    else if (count > 0) {
      left.set(key, count - 1);
      taken.push({ at: table.length + taken.length, row });
    } else if (chosen.size === 0) table.push(row);
  });
  return { rows: table, taken };
};
