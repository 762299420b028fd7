export const SEPARATORS = ['\t', ',', ';', '|'] as const;
export type Separator = (typeof SEPARATORS)[number];

/** Maximum length of a paste, in characters: 10,000 rows of 500 characters. */
export const MAX_PASTE_LENGTH = 5_000_000;

/** `="000123"`: a formula that prevents Excel from converting a long number. */
const FORMULA_GUARD = /^="((?:[^"]|"")*)"$/;

/** Removes the formula or the tabs that prevent a cell from being converted to a number. */
const removeTextGuardsOfCell = (cell: string, separator: Separator): string => {
  const [, guarded] = FORMULA_GUARD.exec(cell) ?? [];
  if (guarded !== undefined) return guarded.replaceAll('""', '"');
  return separator === '\t' ? cell : cell.replace(/^\t/, '').replace(/\t$/, '');
};

/**
 * Finds the partner of the quote at `start`: it ends the cell (`cell`), is followed by more text
 * (`within`) or does not exist (`none`).
 */
const classifyClosingQuote = (
  text: string,
  start: number,
  separator: Separator,
): 'cell' | 'within' | 'none' => {
  for (let i = start + 1; i < text.length; i += 1) {
    if (text[i] !== '"') continue;
    if (text[i + 1] === '"') {
      i += 1;
      continue;
    }
    const next = text[i + 1];
    // The tab either protects the cell or separates it from the next one.
    return next === undefined || [separator, '\t', '\n', '\r'].includes(next) ? 'cell' : 'within';
  }
  return 'none';
};

/**
 * Parses clipboard text of a spreadsheet, or CSV. Cells with separators or line ends are in double
 * quotes, with "" for a quote (RFC 4180), optionally inside a formula. Cells stay text: 0012 stays
 * 0012. Empty rows at the end are dropped. Runs in linear time.
 */
export const parseDelimitedCells = (text: string, separator: Separator = '\t'): string[][] => {
  const rows: string[][] = [];
  forEachRow(text, separator, (row) => {
    rows.push(row);
    return true;
  });
  while (rows.length > 0 && (rows.at(-1) ?? []).every((value) => value === '')) rows.pop();
  return rows;
};

/** Calls `take` for each row, including empty rows, until `take` returns false. */
const forEachRow = (text: string, separator: Separator, take: (row: string[]) => boolean): void => {
  let isContinuing = true;
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  // If one quote has no partner, no later quote has one. Remembering this keeps the parser linear
  // for text with many quotes.
  let hasNoClosingQuote = false;
  const finishCell = (): void => {
    row.push(removeTextGuardsOfCell(cell, separator));
    cell = '';
  };
  const finishRow = (): void => {
    finishCell();
    isContinuing = take(row);
    row = [];
  };
  const canOpenQuotedCell = (at: number): boolean => {
    if ((cell !== '' && cell !== '=') || hasNoClosingQuote) return false;
    const end = classifyClosingQuote(text, at, separator);
    hasNoClosingQuote = end === 'none';
    return end === 'cell';
  };
  for (let i = text.startsWith('\uFEFF') ? 1 : 0; isContinuing && i < text.length; i += 1) {
    const character = text[i] ?? '';
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[i + 1] === '"') {
        cell += '"';
        i += 1;
      } else quoted = false;
    } else if (character === '"' && canOpenQuotedCell(i)) {
      quoted = true;
      cell = '';
    } else if (character === separator) finishCell();
    else if (character === '\n') finishRow();
    else if (character === '\r') {
      if (text[i + 1] === '\n') i += 1;
      finishRow();
    } else cell += character;
  }
  if (isContinuing && (cell !== '' || row.length > 0)) finishRow();
};

export const getMaxColumnCount = (cells: readonly (readonly string[])[]): number =>
  cells.reduce((max, row) => Math.max(max, row.length), 0);

/** Rows with content, limited to a maximum number of rows and columns. */
export type LimitedCells = {
  cells: string[][];
  /** Number of each row in the source, from 1: empty rows count, but are not in `cells`. */
  rowNumbers: number[];
  /** Number of columns in the source, including columns beyond the limit. */
  width: number;
  /** True when the source has more rows than the limit. */
  hasMore: boolean;
};

/**
 * Parses at most `room.rows` rows and `room.columns` columns. Skips empty rows. Stops reading after
 * the last row that fits.
 */
export const parseLimitedCells = (
  text: string,
  separator: Separator,
  room: { rows: number; columns: number },
): LimitedCells => {
  const within: LimitedCells = { cells: [], rowNumbers: [], width: 0, hasMore: false };
  let rowNumber = 0;
  forEachRow(text, separator, (row) => {
    rowNumber += 1;
    if (row.every((cell) => cell.trim() === '')) return true;
    within.hasMore = within.cells.length === room.rows;
    if (within.hasMore) return false;
    within.width = Math.max(within.width, row.length);
    within.cells.push(row.slice(0, room.columns));
    within.rowNumbers.push(rowNumber);
    return true;
  });
  return within;
};

/** Number of characters and rows that are sampled to detect the separator. */
const SAMPLE_LENGTH = 20_000;
const SAMPLE_ROWS = 20;
/** Minimum share of rows with the same number of cells for text to count as a table. */
const MIN_EQUAL_ROW_SHARE = 0.6;
/** Minimum share of tabs that protect cells for tabs not to count as separators. */
const MIN_GUARD_SHARE = 0.9;

type Table = { columns: number; share: number };

/**
 * Returns the most frequent column count in the sampled rows, and the share of rows that have it.
 */
const measureMostFrequentColumnCount = (text: string, separator: Separator): Table => {
  const rows = parseDelimitedCells(text.slice(0, SAMPLE_LENGTH), separator).filter(
    (row) => row.join('') !== '',
  );
  // The last sampled row may be truncated.
  const sample = rows.slice(0, text.length > SAMPLE_LENGTH ? -1 : undefined).slice(0, SAMPLE_ROWS);
  const widths = new Map<number, number>();
  for (const row of sample) widths.set(row.length, (widths.get(row.length) ?? 0) + 1);
  const [columns, times] = [...widths].toSorted(([, a], [, b]) => b - a)[0] ?? [1, 0];
  return { columns, share: times / Math.max(1, sample.length) };
};

const findBestSeparator = (text: string, separators: readonly Separator[]): Separator | null => {
  const [best] = separators
    .map((separator) => ({ separator, ...measureMostFrequentColumnCount(text, separator) }))
    .filter(({ columns, share }) => columns > 1 && share >= MIN_EQUAL_ROW_SHARE)
    .toSorted((a, b) => b.share - a.share || b.columns - a.columns);
  return best?.separator ?? null;
};

const detectPasteSeparator = (text: string): Separator | null =>
  // Spreadsheets copy cells with tabs, so a single tab is sufficient evidence.
  !hasTabGuards(text) && getMaxColumnCount(parseDelimitedCells(text)) > 1
    ? '\t'
    : findBestSeparator(text, [',', ';', '|']);

/** The first line `sep=;` that Excel writes. It declares the separator and is not a data row. */
const SEPARATOR_LINE = /^\uFEFF?"?sep=([\t,;|])"?\r?\n?/i;

/** Removes the separator line. `separator` is null when the text has no such line. */
export const readSeparatorLine = (text: string): { text: string; separator: Separator | null } => {
  const separatorMatch = SEPARATOR_LINE.exec(text.slice(0, 20));
  const separator = SEPARATORS.find((candidate) => candidate === separatorMatch?.[1]) ?? null;
  return { text: separator === null ? text : text.slice(separatorMatch?.[0].length), separator };
};

/**
 * Tabs next to another separator or at the end of a line: they protect cells and do not separate.
 */
const TAB_GUARD = /\t(?=[,;|]|\r?\n|\r|$)|(?<=[,;|]|^)\t/gm;

/** Checks whether tabs only protect cells, and another character separates them. */
const hasTabGuards = (text: string): boolean => {
  const looked = text.slice(0, SAMPLE_LENGTH);
  if (!/[,;|]/.test(looked)) return false;
  const tabs = looked.split('\t').length - 1;
  return tabs > 0 && (looked.match(TAB_GUARD) ?? []).length >= tabs * MIN_GUARD_SHARE;
};

/** Detects the separator that gives the best table. Returns a comma when none gives a table. */
export const detectFileSeparator = (text: string): Separator =>
  findBestSeparator(
    text,
    hasTabGuards(text) ? SEPARATORS.filter((separator) => separator !== '\t') : SEPARATORS,
  ) ?? ',';

export type PastedText = { text: string; separator: Separator };

/**
 * Detects the separator of a paste. When CSV was pasted into the cells of one spreadsheet column,
 * completely or line by line, the quotes that the spreadsheet added are removed first.
 */
export const normalizePastedTable = (text: string): PastedText => {
  const separator = detectPasteSeparator(text);
  if (separator) return { text, separator };
  const inner = parseDelimitedCells(text)
    .map(([value]) => value ?? '')
    .join('\n');
  const within = inner === text ? null : detectPasteSeparator(inner);
  return within ? { text: inner, separator: within } : { text, separator: '\t' };
};
