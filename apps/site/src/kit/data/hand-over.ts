import type { LabelData, Template } from '@yunbiao/label';
import { typedFields } from '@yunbiao/label/fields';
import { createLeave, readDraft, storeDraft } from '../form/drafts.ts';
import { dataDraft, isRecord, NO_DATA, type SheetData, toStored } from './stored-data.ts';

/** Where 立即打印 keeps what is typed on it. */
export const printDraft = (alias: string): string => `print:${alias}`;

/** A row that was sent and left the table of 立即打印, and where it stood there, from 0. */
export type Taken = { at: number; row: LabelData };

/** What a row says: alike for two that say the same, whatever fields of them are blank. */
export const rowKey = (row: LabelData): string =>
  JSON.stringify(
    Object.entries(row)
      .filter(([, value]) => value !== '')
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

/** A row as it was stored; whatever is no word is left out. */
export const toData = (value: unknown): LabelData =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).filter(
          (entry): entry is [string, string] => typeof entry[1] === 'string',
        ),
      )
    : {};

/** The same of rows that were sent. */
export const toTaken = (value: unknown): Taken[] =>
  Array.isArray(value)
    ? value
        .filter((one) => isRecord(one) && Number.isInteger(one.at))
        .map(({ at, row }: Record<string, unknown>) => ({ at: Number(at), row: toData(row) }))
    : [];

/** Rows as they were stored. */
export const toRows = (value: unknown): LabelData[] =>
  Array.isArray(value) ? value.map(toData) : [];

/** What of the rows of a designer is printed, and what was sent before. */
type Parted = {
  rows: readonly LabelData[];
  taken: readonly Taken[];
  /** Rows of the table that were sent before, and are meant to go out again: it is asked first. */
  again: readonly LabelData[];
  /** The rows were picked there, one by one. */
  isPicked: boolean;
};

/**
 * The rows of a table, without those that were sent from 立即打印 meanwhile, each of these once; where the rows were picked
 * they stay.
 */
const withoutSent = ({ rows, taken, again, isPicked }: Parted, sent: readonly LabelData[]) => {
  const left = new Map<string, number>();
  const count = (key: string, by: number) => left.set(key, (left.get(key) ?? 0) + by);
  for (const row of sent) count(rowKey(row), 1);
  for (const { row } of taken) count(rowKey(row), -1);
  for (const row of again) count(rowKey(row), -1);
  const places = new Set(taken.map(({ at }) => at));
  const kept: LabelData[] = [];
  const gone: Taken[] = [];
  const meant: LabelData[] = [];
  let at = 0;
  for (const row of rows) {
    while (places.has(at)) at += 1;
    const key = rowKey(row);
    if ((left.get(key) ?? 0) > 0) {
      count(key, -1);
      if (isPicked) {
        kept.push(row);
        meant.push(row);
      } else gone.push({ at, row });
    } else kept.push(row);
    at += 1;
  }
  return { rows: kept, taken: [...taken, ...gone], again: [...again, ...meant] };
};

type Rows = {
  /** Whose they are: the member's id, '' for whoever is not signed in. */
  owner: string;
  alias: string;
  templateId: string;
  rows: readonly LabelData[];
};

/**
 * 立即打印 begins with these rows and this template; what else is chosen there stays. Rows that were sent there since the
 * designer was left, by the browser's own way back, are not in the table again unless they were picked. A paste that waits
 * there goes behind them. False: no room for them.
 */
export const handToPrint = (
  { owner, alias, templateId, rows }: Rows,
  { taken = [], again = [], isPicked = false }: Partial<Omit<Parted, 'rows'>> = {},
): boolean => {
  const was = readDraft(owner, printDraft(alias), 'tab')?.value;
  const kept = isRecord(was) ? was : {};
  const isSame = kept['templateId'] === templateId;
  const sent = isSame
    ? [...toTaken(kept['taken']).map(({ row }) => row), ...toRows(kept['again'])]
    : [];
  const table = withoutSent({ rows, taken, again, isPicked }, sent);
  const { waiting } = kept;
  const draft = {
    ...kept,
    templateId,
    mode: 'many',
    ...table,
    ...(isRecord(waiting) ? { waiting: { ...waiting, at: table.rows.length } } : {}),
  };
  return storeDraft(createLeave(owner), printDraft(alias), draft, 'tab');
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
  const listCells = (row: LabelData): string[] => fields.map(({ name }) => row[name] ?? '');
  const stored = toStored({
    ...NO_DATA,
    name: '立即打印里的行',
    cells: [fields.map(({ label }) => label), ...rows.map(listCells)],
    hasHeader: true,
    columns: fields.map(({ name }) => name),
    picked: sent.size > 0 ? rows.flatMap((row, at) => (sent.has(row) ? [] : [at])) : [],
    sent: rows.filter((row) => sent.has(row)).map(listCells),
  });
  return (
    stored !== null && storeDraft(createLeave(owner), dataDraft(alias, templateId), stored, 'tab')
  );
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
export const partedRows = ({ body, rows, picked, sent }: Body): Parted => {
  const left = new Map<string, number>();
  const takesOne = (key: string): boolean => {
    const count = left.get(key) ?? 0;
    if (count > 0) left.set(key, count - 1);
    return count > 0;
  };
  const getKey = (row: readonly string[] | undefined): string => JSON.stringify(row);
  for (const row of sent) left.set(getKey(row), (left.get(getKey(row)) ?? 0) + 1);
  const chosen = new Set(picked);
  const table: LabelData[] = [];
  const taken: Taken[] = [];
  rows.forEach((row, at) => {
    if (chosen.has(at)) table.push(row);
    else if (takesOne(getKey(body[at]))) taken.push({ at: table.length + taken.length, row });
    else if (chosen.size === 0) table.push(row);
  });
  // Of two that say the same, one of them sent, the one that was not picked is that.
  const again = rows.filter((_, at) => chosen.has(at) && takesOne(getKey(body[at])));
  return { rows: table, taken, again, isPicked: chosen.size > 0 };
};
