import { type CellValue, writeXlsxStream } from 'hucre/xlsx';
import { HOUR } from '../time.ts';

/** `text` keeps leading zeros and long numbers and is never a formula; `time` is shown as in China; `money` is fen, shown in yuan. */
export type ColumnKind = 'text' | 'number' | 'time' | 'money';

export type Column = {
  header: string;
  kind: ColumnKind;
  /** In characters. */
  width: number;
};

/** A cell: text, a number, an instant in epoch ms, or nothing. */
export type Cell = string | number | null;

/** Hears of each row that is written, with the characters of its texts. */
export type OnRow = (characters: number) => void;

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Excel's limit of a cell. */
const MAX_TEXT = 32_767;
/** Not allowed in XML 1.0 (§2.2), whatever way they are written. */
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** Workbooks know no zone: the cell holds what a clock in China shows, all year 8 h ahead of UTC. */
const CHINA_AHEAD_MS = 8 * HOUR;

const FORMATS: Record<ColumnKind, string> = {
  text: '@',
  number: '0',
  money: '0.00',
  time: 'yyyy-mm-dd hh:mm:ss',
};

const cellValue = (kind: ColumnKind, cell: Cell): CellValue => {
  if (cell === null || cell === '') return null;
  if (kind === 'time') return new Date(Number(cell) + CHINA_AHEAD_MS);
  if (kind === 'money') return Number(cell) / 100;
  if (kind === 'number') return Number(cell);
  return String(cell).replace(NOT_XML, '').toWellFormed().slice(0, MAX_TEXT);
};

const countCharacters = (values: readonly CellValue[]): number =>
  values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);

/** A workbook of one sheet, written while it is read: rows are asked for as the reader takes them. */
export const workbookStream = (
  sheet: string,
  columns: readonly Column[],
  { rows, onRow }: { rows: AsyncIterable<readonly Cell[]>; onRow?: OnRow | undefined },
): ReadableStream<Uint8Array> => {
  const cells = async function* (): AsyncGenerator<CellValue[]> {
    for await (const row of rows) {
      const values = columns.map(({ kind }, index) => cellValue(kind, row[index] ?? null));
      onRow?.(countCharacters(values));
      yield values;
    }
  };
  return writeXlsxStream(cells(), {
    name: sheet,
    columns: columns.map(({ header, kind, width }) => ({ header, width, numFmt: FORMATS[kind] })),
    freezePane: { rows: 1 },
  });
};
