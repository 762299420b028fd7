/**
 * Advances of the printer's font 0 in thousandths of its height, for equal width and height:
 * measured on pictures, ten of each character between two capitals.
 */
const CHARACTERS: Readonly<Record<number, string>> = {
  250: " '\\|",
  275: '{}',
  278: '/:;Ifijlt',
  333: '!"(),.[]`r',
  389: 'z',
  444: 'Jcksvxy',
  500: '#$*+0123456789<=>?EFLTZ^_abdeghnopqu~',
  556: 'ABCKPSVXY',
  611: 'DGHNOQRU',
  667: '&w',
  778: 'Mm',
  800: '-',
  833: '%@W',
};

const ADVANCES: ReadonlyMap<string, number> = new Map(
  Object.entries(CHARACTERS).flatMap(([advance, letters]) =>
    Array.from(letters, (letter): [string, number] => [letter, Number(advance) / 1000]),
  ),
);

/**
 * Advance of a character in font 0, relative to its width parameter. Accented letters are as wide
 * as plain ones.
 */
export const getFont0Advance = (codePoint: number): number | undefined =>
  ADVANCES.get(String.fromCodePoint(codePoint).normalize('NFD').charAt(0));
