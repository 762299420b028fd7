/** What stands between two cells of a row. */
export const SEPARATORS = ['\t', ',', ';', '|'] as const;
export type Separator = (typeof SEPARATORS)[number];

/** Most characters of one paste: 10,000 rows of 500. */
export const MAX_PASTED = 5_000_000;

/** `="000123"`: a formula that shops write so that Excel leaves a long number alone. */
const FORMULA_GUARD = /^="((?:[^"]|"")*)"$/;

/** The text of a cell without what protects it from being taken for a number: a formula around it, a tab beside it. */
const dropGuards = (cell: string, separator: Separator): string => {
  const [, guarded] = FORMULA_GUARD.exec(cell) ?? [];
  if (guarded !== undefined) return guarded.replaceAll('""', '"');
  return separator === '\t' ? cell : cell.replace(/^\t/, '').replace(/\t$/, '');
};

/** Where the quote at `start` leads: its partner ends the cell, stands within it, or is not there at all. */
const closing = (text: string, start: number, separator: Separator): 'cell' | 'within' | 'none' => {
  for (let i = start + 1; i < text.length; i += 1) {
    if (text[i] !== '"') continue;
    if (text[i + 1] === '"') {
      i += 1;
      continue;
    }
    const next = text[i + 1];
    // A tab protects the cell, or parts it from the next.
    return next === undefined || [separator, '\t', '\n', '\r'].includes(next) ? 'cell' : 'within';
  }
  return 'none';
};

/**
 * Rows and cells of what a spreadsheet puts on the clipboard or writes as CSV: cells by the separator, rows by line
 * ends, cells with either in them in double quotes with "" for a quote (RFC 4180), in a formula or not. Cells are text:
 * 0012 stays 0012. Empty rows at the end are dropped. Linear in the length of the text.
 */
export const parseCells = (text: string, separator: Separator = '\t'): string[][] => {
  const rows: string[][] = [];
  eachRow(text, separator, (row) => {
    rows.push(row);
    return true;
  });
  while (rows.length > 0 && (rows.at(-1) ?? []).every((value) => value === '')) rows.pop();
  return rows;
};

/** The same row by row, those that are empty among them, until `take` answers false. */
const eachRow = (text: string, separator: Separator, take: (row: string[]) => boolean): void => {
  let goesOn = true;
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  // Where a quote has no partner, none further on has: text full of them is still read in one go.
  let hopeless = false;
  const endCell = (): void => {
    row.push(dropGuards(cell, separator));
    cell = '';
  };
  const endRow = (): void => {
    endCell();
    goesOn = take(row);
    row = [];
  };
  const opens = (at: number): boolean => {
    if ((cell !== '' && cell !== '=') || hopeless) return false;
    const end = closing(text, at, separator);
    hopeless = end === 'none';
    return end === 'cell';
  };
  for (let i = text.startsWith('\uFEFF') ? 1 : 0; goesOn && i < text.length; i += 1) {
    const character = text[i] ?? '';
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[i + 1] === '"') {
        cell += '"';
        i += 1;
      } else quoted = false;
    } else if (character === '"' && opens(i)) {
      quoted = true;
      cell = '';
    } else if (character === separator) endCell();
    else if (character === '\n') endRow();
    else if (character === '\r') {
      if (text[i + 1] === '\n') i += 1;
      endRow();
    } else cell += character;
  }
  if (goesOn && (cell !== '' || row.length > 0)) endRow();
};

export const getWidth = (cells: readonly (readonly string[])[]): number =>
  cells.reduce((most, row) => Math.max(most, row.length), 0);

/** Rows that have something in them, and what there is beyond the room for them. */
export type Within = {
  cells: string[][];
  /** Columns there are, with those there was no room for. */
  width: number;
  /** There are rows there was no room for. */
  hasMore: boolean;
};

/** As many rows and columns as there is room for, empty rows left out; nothing is read beyond them. */
export const cellsWithin = (
  text: string,
  separator: Separator,
  room: { rows: number; columns: number },
): Within => {
  const within: Within = { cells: [], width: 0, hasMore: false };
  eachRow(text, separator, (row) => {
    if (row.every((cell) => cell.trim() === '')) return true;
    within.hasMore = within.cells.length === room.rows;
    if (within.hasMore) return false;
    within.width = Math.max(within.width, row.length);
    within.cells.push(row.slice(0, room.columns));
    return true;
  });
  return within;
};

/** Looked at to tell the separator, characters and rows. */
const LOOK = 20_000;
const LOOK_ROWS = 20;
/** Share of the rows that must have as many cells for it to be a table. */
const ALIKE = 0.6;
/** Share of the tabs that must protect cells for none of them to part cells. */
const GUARD_SHARE = 0.9;

type Table = { columns: number; share: number };

/** The number of columns most of the first rows have by a separator, and the share of rows that have it. */
const tableBy = (text: string, separator: Separator): Table => {
  const rows = parseCells(text.slice(0, LOOK), separator).filter((row) => row.join('') !== '');
  // The last one may be cut.
  const looked = rows.slice(0, text.length > LOOK ? -1 : undefined).slice(0, LOOK_ROWS);
  const widths = new Map<number, number>();
  for (const row of looked) widths.set(row.length, (widths.get(row.length) ?? 0) + 1);
  const [columns, times] = [...widths].toSorted(([, a], [, b]) => b - a)[0] ?? [1, 0];
  return { columns, share: times / Math.max(1, looked.length) };
};

const findBest = (text: string, separators: readonly Separator[]): Separator | null => {
  const [best] = separators
    .map((separator) => ({ separator, ...tableBy(text, separator) }))
    .filter(({ columns, share }) => columns > 1 && share >= ALIKE)
    .toSorted((a, b) => b.share - a.share || b.columns - a.columns);
  return best?.separator ?? null;
};

const getSeparator = (text: string): Separator | null =>
  // Tabs are what spreadsheets copy: one is enough, wherever.
  !hasTabGuards(text) && getWidth(parseCells(text)) > 1 ? '\t' : findBest(text, [',', ';', '|']);

/** Excel's first line `sep=;`, which says what stands between cells and is no row. */
const SEPARATOR_LINE = /^\uFEFF?"?sep=([\t,;|])"?\r?\n?/i;

/** A text without its separator line, and the separator it names; null where it has none. */
export const readSeparatorLine = (text: string): { text: string; separator: Separator | null } => {
  const found = SEPARATOR_LINE.exec(text.slice(0, 20));
  const separator = SEPARATORS.find((each) => each === found?.[1]) ?? null;
  return { text: separator === null ? text : text.slice(found?.[0].length), separator };
};

/** Tabs that stand beside another separator or at the end of a line protect cells, and part none. */
const TAB_GUARD = /\t(?=[,;|]|\r?\n|\r|$)|(?<=[,;|]|^)\t/gm;

/** Whether tabs only protect the cells that something else parts. */
const hasTabGuards = (text: string): boolean => {
  const looked = text.slice(0, LOOK);
  if (!/[,;|]/.test(looked)) return false;
  const tabs = looked.split('\t').length - 1;
  return tabs > 0 && (looked.match(TAB_GUARD) ?? []).length >= tabs * GUARD_SHARE;
};

/** What stands between the cells of a file: whichever makes the best table; a comma where none makes any. */
export const separatorOfFile = (text: string): Separator =>
  findBest(text, hasTabGuards(text) ? SEPARATORS.filter((each) => each !== '\t') : SEPARATORS) ??
  ',';

export type Pasted = { text: string; separator: Separator };

/**
 * The text of a paste and how its cells are told apart. CSV that stood in cells of one column, whole or line by line,
 * is taken out of the quotes the spreadsheet put around it.
 */
export const readPaste = (text: string): Pasted => {
  const separator = getSeparator(text);
  if (separator) return { text, separator };
  const inner = parseCells(text)
    .map(([value]) => value ?? '')
    .join('\n');
  const within = inner === text ? null : getSeparator(inner);
  return within ? { text: inner, separator: within } : { text, separator: '\t' };
};
