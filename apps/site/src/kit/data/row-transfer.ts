import type { LabelData, Template } from '@yunbiao/label';
import { listFillableFields } from '@yunbiao/label/fields';
import { createDraftPermission, readDraft, storeDraft } from '../form/drafts.ts';
import {
  getDataDraftName,
  isRecord,
  NO_DATA,
  type SheetData,
  packSheetData,
} from './stored-data.ts';
import type { TableShape } from './table-shape.ts';
import { getSheetRowNumber, toStoredRow, copyRowWithSheetRowNumber } from './sheet-rows.ts';

export const getPrintDraftName = (alias: string): string => `print:${alias}`;

/** A row that was sent and removed from the table of 立即打印, with its former index, from 0. */
export type SentRow = { at: number; row: LabelData };

/** Key of the row content. Rows that differ only in blank fields have the same key. */
export const computeRowKey = (row: LabelData): string =>
  JSON.stringify(
    Object.entries(row)
      .filter(([, value]) => value !== '')
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Values that are not strings are dropped. */
const parseFieldValues = (value: unknown): LabelData =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).filter(
          (entry): entry is [string, string] => typeof entry[1] === 'string',
        ),
      )
    : {};

/** Parses a row as {@link toStoredRow} stores it. */
export const parseLabelData = (value: unknown): LabelData =>
  Array.isArray(value)
    ? copyRowWithSheetRowNumber(parseFieldValues(value[0]), value[1])
    : parseFieldValues(value);

export const parseSentRows = (value: unknown): SentRow[] =>
  Array.isArray(value)
    ? value
        .filter((item) => isRecord(item) && Number.isInteger(item.at))
        .map(({ at, row }: Record<string, unknown>) => ({
          at: Number(at),
          row: parseLabelData(row),
        }))
    : [];

export const parseLabelRows = (value: unknown): LabelData[] =>
  Array.isArray(value) ? value.map(parseLabelData) : [];

type PrintRows = {
  rows: readonly LabelData[];
  taken: readonly SentRow[];
  again: readonly LabelData[];
};

/** Rows of 立即打印 in the stored format. */
export const toStoredPrintRows = ({ rows, taken, again }: PrintRows) => ({
  rows: rows.map(toStoredRow),
  taken: taken.map(({ at, row }) => ({ at, row: toStoredRow(row) })),
  again: again.map(toStoredRow),
});

/** Rows of a designer, split into rows to print and rows that were already sent. */
type SplitRows = PrintRows & {
  /** Rows that were already sent and are selected again. The page asks for confirmation. */
  again: readonly LabelData[];
  /** True when rows were selected individually in the designer. */
  isPicked: boolean;
};

/**
 * Indexes of the rows that were sent. Each sent row matches one row of equal content, that of its
 * own row in the sheet before others.
 */
const findSentRows = (
  rows: readonly LabelData[],
  { taken, again }: PrintRows,
  sentRows: readonly LabelData[],
): ReadonlySet<number> => {
  const counts = new Map<string, number>();
  const listRowKeys = (row: LabelData): [content: string, place: string] => {
    const content = computeRowKey(row);
    return [content, `${getSheetRowNumber(row)} ${content}`];
  };
  const addToRowCounts = (row: LabelData, by: number): void => {
    for (const key of listRowKeys(row)) counts.set(key, (counts.get(key) ?? 0) + by);
  };
  for (const row of sentRows) addToRowCounts(row, 1);
  for (const row of [...taken.map((takenRow) => takenRow.row), ...again]) addToRowCounts(row, -1);
  const keys = rows.map(listRowKeys);
  const foundRows = new Set<number>();
  for (const isSamePlace of [true, false])
    keys.forEach(([content, place], at) => {
      const key = isSamePlace ? place : content;
      if (foundRows.has(at) || [content, key].some((countKey) => (counts.get(countKey) ?? 0) <= 0))
        return;
      for (const countKey of new Set([content, key]))
        counts.set(countKey, (counts.get(countKey) ?? 0) - 1);
      foundRows.add(at);
    });
  return foundRows;
};

/**
 * Removes rows that were sent from 立即打印 since the designer was left. Individually selected rows
 * stay and are marked as `again`.
 */
const excludeRowsSentMeanwhile = (
  { rows, ...parted }: SplitRows,
  submittedRows: readonly LabelData[],
): PrintRows => {
  const { taken, again, isPicked } = parted;
  const sentRows = findSentRows(rows, { rows, taken, again }, submittedRows);
  const places = new Set(taken.map(({ at }) => at));
  const removedRows: SentRow[] = [];
  let place = 0;
  rows.forEach((row, at) => {
    while (places.has(place)) place += 1;
    if (sentRows.has(at) && !isPicked) removedRows.push({ at: place, row });
    place += 1;
  });
  return {
    rows: isPicked ? rows : rows.filter((_, at) => !sentRows.has(at)),
    taken: [...taken, ...removedRows],
    again: isPicked ? [...again, ...rows.filter((_, at) => sentRows.has(at))] : again,
  };
};

type RowTransfer = {
  /** Member id of the owner; '' when not signed in. */
  owner: string;
  alias: string;
  templateId: string;
  rows: readonly LabelData[];
};

/**
 * Stores these rows and this template for 立即打印. Other choices on that page stay. Rows that 立即打印
 * has already sent are excluded unless they were selected individually. A pending paste is placed
 * after the rows; a pending file replaces them. Returns false when the browser has no space for
 * them.
 */
export const storeRowsForPrintPage = (
  { owner, alias, templateId, rows }: RowTransfer,
  { taken = [], again = [], isPicked = false }: Partial<Omit<SplitRows, 'rows'>> = {},
): boolean => {
  const previousDraft = readDraft(owner, getPrintDraftName(alias), 'tab')?.value;
  const storedDraft = isRecord(previousDraft) ? previousDraft : {};
  const isSame = storedDraft['templateId'] === templateId;
  const sentRows = isSame
    ? [
        ...parseSentRows(storedDraft['taken']).map(({ row }) => row),
        ...parseLabelRows(storedDraft['again']),
      ]
    : [];
  const table = excludeRowsSentMeanwhile({ rows, taken, again, isPicked }, sentRows);
  const { waiting } = storedDraft;
  const draft = {
    ...storedDraft,
    templateId,
    mode: 'many',
    ...toStoredPrintRows(table),
    ...(isRecord(waiting) ? { waiting: { ...waiting, at: table.rows.length } } : {}),
  };
  return storeDraft(createDraftPermission(owner), getPrintDraftName(alias), draft, 'tab');
};

/** Shape of a table whose first row holds the names of the columns. */
const FIRST_ROW_SHAPE: TableShape = { headerRows: [0], excludedRows: [] };

/**
 * Stores these rows for the designer of this template. Rows in `sent` are marked as sent, the
 * others are selected. Returns false when the browser has no space for them.
 */
export const storeRowsForDesigner = (
  { owner, alias, templateId, rows }: RowTransfer,
  template: Pick<Template, 'fields'>,
  sentRows: ReadonlySet<LabelData> = new Set(),
): boolean => {
  const fields = listFillableFields(template);
  const listRowCells = (row: LabelData): string[] => fields.map(({ name }) => row[name] ?? '');
  const packedData = packSheetData({
    ...NO_DATA,
    name: '立即打印里的行',
    cells: [fields.map(({ label }) => label), ...rows.map(listRowCells)],
    rowNumbers: [null, ...rows.map(getSheetRowNumber)],
    shape: FIRST_ROW_SHAPE,
    guessed: FIRST_ROW_SHAPE,
    columns: fields.map(({ name }) => name),
    picked: sentRows.size > 0 ? rows.flatMap((row, at) => (sentRows.has(row) ? [] : [at])) : [],
    sent: rows.filter((row) => sentRows.has(row)).map(listRowCells),
  });
  return (
    packedData !== null &&
    storeDraft(createDraftPermission(owner), getDataDraftName(alias, templateId), packedData, 'tab')
  );
};

type DesignerRows = Pick<SheetData, 'picked' | 'sent'> & {
  /** Rows of labels, as cells (`body`) and as template data (`rows`). */
  body: SheetData['cells'];
  rows: readonly LabelData[];
};

/**
 * Splits the rows of the designer into rows to print and rows already sent. Each sent row matches
 * one equal row that is not selected. Without a selection, all other rows are printed.
 */
export const splitRowsToPrintAndSent = ({ body, rows, picked, sent }: DesignerRows): SplitRows => {
  const sentCounts = new Map<string, number>();
  const consumeMatchingRow = (key: string): boolean => {
    const count = sentCounts.get(key) ?? 0;
    if (count > 0) sentCounts.set(key, count - 1);
    return count > 0;
  };
  const getRowKey = (row: readonly string[] | undefined): string => JSON.stringify(row);
  for (const row of sent) sentCounts.set(getRowKey(row), (sentCounts.get(getRowKey(row)) ?? 0) + 1);
  const chosenRows = new Set(picked);
  const table: LabelData[] = [];
  const takenRows: SentRow[] = [];
  rows.forEach((row, at) => {
    if (chosenRows.has(at)) table.push(row);
    else if (consumeMatchingRow(getRowKey(body[at])))
      takenRows.push({ at: table.length + takenRows.length, row });
    else if (chosenRows.size === 0) table.push(row);
  });
  // When two equal rows exist and one was sent, the row that is not selected counts as sent.
  const repeatedRows = rows.filter(
    (_, at) => chosenRows.has(at) && consumeMatchingRow(getRowKey(body[at])),
  );
  return { rows: table, taken: takenRows, again: repeatedRows, isPicked: chosenRows.size > 0 };
};
