import { type CellValue, writeXlsxStream } from 'hucre/xlsx';
import { HOUR } from '../time.ts';

/**
 * `text` preserves leading zeros and long numbers and is never a formula; `time` is in China time;
 * `money` is in fen, shown in yuan.
 */
export type ColumnKind = 'text' | 'number' | 'time' | 'money';

export type Column = {
  header: string;
  kind: ColumnKind;
  /** Characters. */
  width: number;
};

export const createTextColumn = (header: string, width: number): Column => ({
  header,
  kind: 'text',
  width,
});
export const createNumberColumn = (header: string, width = 10): Column => ({
  header,
  kind: 'number',
  width,
});
export const createTimeColumn = (header: string): Column => ({ header, kind: 'time', width: 20 });
export const createMoneyColumn = (header: string): Column => ({ header, kind: 'money', width: 12 });

/** Text, a number, an instant in epoch ms, or empty. */
export type Cell = string | number | null;

/** Called for each written row with the number of characters of its texts. */
export type OnRow = (characters: number) => void;

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Maximum characters of a cell in Excel. */
const MAX_CELL_LENGTH = 32_767;
/** Characters that XML 1.0 (§2.2) does not allow, not even escaped. */
const INVALID_XML_CHARS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** Workbooks have no time zone. Cells use China time, UTC+8 all year. */
const CHINA_OFFSET_MS = 8 * HOUR;

const FORMATS: Record<ColumnKind, string> = {
  text: '@',
  number: '0',
  money: '0.00',
  time: 'yyyy-mm-dd hh:mm:ss',
};

const toCellValue = (kind: ColumnKind, cell: Cell): CellValue => {
  if (cell === null || cell === '') return null;
  if (kind === 'time') return new Date(Number(cell) + CHINA_OFFSET_MS);
  if (kind === 'money') return Number(cell) / 100;
  if (kind === 'number') return Number(cell);
  return String(cell).replace(INVALID_XML_CHARS, '').toWellFormed().slice(0, MAX_CELL_LENGTH);
};

const countCharacters = (values: readonly CellValue[]): number =>
  values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);

/** Streams a workbook with one sheet. Reads rows only as fast as the consumer reads the stream. */
export const createWorkbookStream = (
  sheet: string,
  columns: readonly Column[],
  { rows, onRow }: { rows: AsyncIterable<readonly Cell[]>; onRow?: OnRow | undefined },
): ReadableStream<Uint8Array> => {
  const streamCells = async function* (): AsyncGenerator<CellValue[]> {
    for await (const row of rows) {
      const values = columns.map(({ kind }, index) => toCellValue(kind, row[index] ?? null));
      onRow?.(countCharacters(values));
      yield values;
    }
  };
  return writeXlsxStream(streamCells(), {
    name: sheet,
    columns: columns.map(({ header, kind, width }) => ({
      // A field's name, as a member has written it.
      header: String(toCellValue('text', header) ?? ''),
      width,
      numFmt: FORMATS[kind],
    })),
    freezePane: { rows: 1 },
  });
};
