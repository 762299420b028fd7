/** East Asian wide and full-width characters (UAX #11) and emoji take two terminal columns each. */
const WIDE_CHARACTER =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;
const ZERO_WIDTH_CHARACTER = /\p{M}/u;

/** Width of a text in terminal columns. */
export const measureTerminalWidth = (text: string): number => {
  let width = 0;
  for (const character of text)
    width += WIDE_CHARACTER.test(character) ? 2 : ZERO_WIDTH_CHARACTER.test(character) ? 0 : 1;
  return width;
};

/**
 * Replaces control characters before a text is printed in a terminal. Members write some of these
 * texts, and control characters could move the cursor, hide text or reverse its direction.
 */
export const sanitizeForTerminal = (text: string): string =>
  text.replaceAll(/\s+/gu, ' ').replaceAll(/\p{C}/gu, '\u{fffd}');

const COLUMN_GAP = '  ';

/** Aligns rows in columns as wide as their widest cell. The last column is not padded. */
export const formatColumns = (rows: readonly (readonly string[])[]): string => {
  const cells = rows.map((row) => row.map(sanitizeForTerminal));
  const widths: number[] = [];
  for (const row of cells)
    for (const [i, cell] of row.entries())
      widths[i] = Math.max(widths[i] ?? 0, measureTerminalWidth(cell));
  return cells
    .map((row) => {
      const filled = row.map((cell, i) =>
        i === row.length - 1
          ? cell
          : cell + ' '.repeat((widths[i] ?? 0) - measureTerminalWidth(cell)),
      );
      return `${filled.join(COLUMN_GAP).trimEnd()}\n`;
    })
    .join('');
};
