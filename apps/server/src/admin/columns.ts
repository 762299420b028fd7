/** East Asian wide and full-width characters (UAX #11), and emoji: two columns of a terminal each. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;
const NO_WIDTH = /\p{M}/u;

/** Columns a text takes in a terminal. */
export const getWidth = (text: string): number => {
  let width = 0;
  for (const character of text)
    width += WIDE.test(character) ? 2 : NO_WIDTH.test(character) ? 0 : 1;
  return width;
};

/**
 * A text as it may be shown in a terminal: members write some of it, and control characters would move the cursor, hide
 * text or turn it round.
 */
export const shown = (text: string): string =>
  text.replaceAll(/\s+/gu, ' ').replaceAll(/\p{C}/gu, '\u{fffd}');

const GAP = '  ';

/** Rows under each other, every column as wide as its widest cell; the last one is not filled up. */
export const inColumns = (rows: readonly (readonly string[])[]): string => {
  const cells = rows.map((row) => row.map(shown));
  const widths: number[] = [];
  for (const row of cells)
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, getWidth(cell));
  return cells
    .map((row) => {
      const filled = row.map((cell, i) =>
        i === row.length - 1 ? cell : cell + ' '.repeat((widths[i] ?? 0) - getWidth(cell)),
      );
      return `${filled.join(GAP).trimEnd()}\n`;
    })
    .join('');
};
