/** `88.80` → 8880; null unless the text is an amount in yuan with at most two decimals. */
export const parseYuanToFen = (yuan: string): number | null => {
  const [, wholeDigits = '', rest = ''] = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(yuan) ?? [];
  if (wholeDigits === '') return null;
  return Number(wholeDigits) * 100 + Number(rest.padEnd(2, '0'));
};

/** Formats fen as yuan: 8880 → `88.80`. */
export const formatFenAsYuan = (fen: number): string =>
  `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;
