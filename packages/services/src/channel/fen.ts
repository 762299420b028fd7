/** `88.80` → 8880, exactly; null for what is no amount of yuan with at most two decimals. */
export const fenOfYuan = (yuan: string): number | null => {
  const [, whole = '', rest = ''] = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(yuan) ?? [];
  if (whole === '') return null;
  return Number(whole) * 100 + Number(rest.padEnd(2, '0'));
};

/** 8880 → `88.80`. */
export const yuanOfFen = (fen: number): string =>
  `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;
