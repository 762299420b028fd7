/**
 * Rows and cells of what a spreadsheet puts on the clipboard: cells by tabs, rows by line ends, cells with either in
 * them in double quotes with "" for a quote. Empty rows at the end are dropped.
 */
export const parseTsv = (text: string): string[][] => {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  // Where no quote closed its cell, none further on does: text full of them is still read in one go.
  let hopeless = false;
  const endCell = (): void => {
    row.push(cell);
    cell = '';
  };
  const endRow = (): void => {
    endCell();
    rows.push(row);
    row = [];
  };
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i] ?? '';
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[i + 1] === '"') {
        cell += '"';
        i += 1;
      } else quoted = false;
    } else if (character === '"' && cell === '' && !hopeless && closes(text, i)) quoted = true;
    else if (character === '\t') endCell();
    else if (character === '\n') endRow();
    else if (character === '\r') {
      if (text[i + 1] === '\n') i += 1;
      endRow();
    } else {
      if (character === '"' && cell === '') hopeless = true;
      cell += character;
    }
  }
  if (cell !== '' || row.length > 0) endRow();
  while (rows.length > 0 && (rows.at(-1) ?? []).every((value) => value === '')) rows.pop();
  return rows;
};

/** Whether the quote at `start` opens a quoted cell: its partner stands before a tab, a line end or the end. */
const closes = (text: string, start: number): boolean => {
  for (let i = start + 1; i < text.length; i += 1) {
    if (text[i] !== '"') continue;
    if (text[i + 1] === '"') {
      i += 1;
      continue;
    }
    const next = text[i + 1];
    return next === undefined || next === '\t' || next === '\n' || next === '\r';
  }
  return false;
};
