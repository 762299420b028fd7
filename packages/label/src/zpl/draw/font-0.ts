/**
 * Advances of a printer's font 0 in thousandths of its height, where characters are as wide as they are high: measured on
 * pictures of it, ten of each between two capitals.
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

/** How far a character of font 0 reaches, as a share of its width parameter; letters with marks are as wide as without. */
export const getFont0Advance = (codePoint: number): number | undefined =>
  ADVANCES.get(String.fromCodePoint(codePoint).normalize('NFD').charAt(0));
