import { packCells, unpackCells } from './packed.ts';

/** A spreadsheet beside a template, and how its columns fill the fields. */
export type SheetData = {
  /** Of the file, or where else it came from. */
  name: string;
  sheets: readonly string[];
  sheet: number;
  cells: readonly (readonly string[])[];
  /** The first row names the columns. */
  hasHeader: boolean;
  /** The name of a field for each column, or null. */
  columns: readonly (string | null)[];
  /** The row that is shown, from 0. */
  current: number;
  /** Rows that are chosen, from 0; none: all are meant. */
  picked: readonly number[];
  /** Rows of cells that 立即打印 has sent already. */
  sent: readonly (readonly string[])[];
  /** The samples are shown in place of the rows. */
  isSample: boolean;
};

export const NO_DATA: SheetData = {
  name: '',
  sheets: [],
  sheet: 0,
  cells: [],
  hasHeader: false,
  columns: [],
  current: 0,
  picked: [],
  sent: [],
  isSample: false,
};

/** Characters of rows that are kept across a reload; browsers hold five million for all of a site. */
export const MAX_STORED_CHARACTERS = 2_000_000;

/** Where the rows beside a template are kept: the address of a designer. */
export const dataDraft = (alias: string, id: string): string => `design-data:${alias}:${id}`;

/** What is stored of it; null when there is nothing, or too much. */
export const toStored = ({ cells, sent, ...rest }: SheetData): object | null => {
  if (cells.length === 0) return null;
  const packed = packCells(cells);
  const packedSent = packCells(sent);
  return packed.length + packedSent.length > MAX_STORED_CHARACTERS
    ? null
    : { ...rest, packed, packedSent };
};

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const getText = (value: unknown): string => (typeof value === 'string' ? value : '');
const toCount = (value: unknown): number =>
  Number.isInteger(value) && Number(value) >= 0 ? Number(value) : 0;
const getList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** What was stored; null when it is none. */
export const fromStored = (value: unknown): SheetData | null => {
  if (!isRecord(value) || typeof value.packed !== 'string') return null;
  const cells = unpackCells(value.packed);
  return {
    name: getText(value.name),
    sheets: getList(value.sheets).map(getText),
    sheet: toCount(value.sheet),
    cells,
    hasHeader: value.hasHeader === true,
    columns: getList(value.columns).map((name) => (typeof name === 'string' ? name : null)),
    current: Math.min(toCount(value.current), Math.max(0, cells.length - 1)),
    picked: getList(value.picked).map(toCount),
    sent: unpackCells(getText(value.packedSent)),
    isSample: value.isSample === true,
  };
};
