const NBSP = '\u00A0';

const CHINA_OFFSET_MS = 8 * 3600 * 1000;

/**
 * The calendar day of a published thing, in China time whoever reads: `2026 年 11 月 18 日`. The server and every
 * browser write the same, so a cached page never changes under the reader.
 */
export const formatDay = (iso: string): string => {
  const day = new Date(Date.parse(iso) + CHINA_OFFSET_MS);
  if (Number.isNaN(day.getTime())) return '';
  return `${day.getUTCFullYear()}${NBSP}年${NBSP}${day.getUTCMonth() + 1}${NBSP}月${NBSP}${day.getUTCDate()}${NBSP}日`;
};

/** Fen as yuan, without decimals when there are none: `¥29`, `¥29.90`. */
export const formatYuan = (fen: number): string =>
  fen % 100 === 0 ? `¥${fen / 100}` : `¥${(fen / 100).toFixed(2)}`;

/** `20,000`. */
export const formatCount = (count: number): string =>
  // Most counts are small, and a page has hundreds.
  Math.abs(count) < 1_000 ? String(count) : String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/**
 * A sentence in which a line ends neither between a number and its unit (`发了 2 张` breaks before the 2 or not) nor inside a
 * size (`80 × 60`) or a price (`¥29 / 30 天`).
 */
export const keepUnits = (sentence: string): string =>
  sentence
    .replace(/(\d) (?=[\p{Script=Han}%a-zA-Z])/gu, `$1${NBSP}`)
    .replace(/(\d) ([×/]) (?=\d)/g, `$1${NBSP}$2${NBSP}`);
