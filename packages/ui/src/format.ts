const NBSP = '\u00A0';

const CHINA_OFFSET_MS = 8 * 3600 * 1000;

/**
 * Publication day in China time for all readers: `2026 年 11 月 18 日`. Server and browsers format it
 * identically, so a cached page never changes during hydration.
 */
export const formatDay = (iso: string): string => {
  const day = new Date(Date.parse(iso) + CHINA_OFFSET_MS);
  if (Number.isNaN(day.getTime())) return '';
  return `${day.getUTCFullYear()}${NBSP}年${NBSP}${day.getUTCMonth() + 1}${NBSP}月${NBSP}${day.getUTCDate()}${NBSP}日`;
};

/** Fen as yuan, without decimals for whole amounts: `¥29`, `¥29.90`. */
export const formatYuan = (fen: number): string =>
  fen % 100 === 0 ? `¥${fen / 100}` : `¥${(fen / 100).toFixed(2)}`;

/** Formats with thousands separators: `20,000`. */
export const formatCount = (count: number): string =>
  // Fast path: most counts are small, and a page has hundreds.
  Math.abs(count) < 1_000 ? String(count) : String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/**
 * Inserts no-break spaces so that a line never breaks between a number and its unit (`发了 2 张`),
 * inside a size (`80 × 60`) or inside a price (`¥29 / 30 天`).
 */
export const keepNumbersWithUnits = (sentence: string): string =>
  sentence
    .replace(/(\d) (?=[\p{Script=Han}%a-zA-Z])/gu, `$1${NBSP}`)
    .replace(/(\d) ([×/]) (?=\d)/g, `$1${NBSP}$2${NBSP}`);
