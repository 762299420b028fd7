const NBSP = '\u00A0';

/** A file's size for people, number and unit kept on one line: `86.4 MB`. Decimal units, as download pages use. */
export const formatBytes = (bytes: number): string => {
  if (bytes < 1000) return `${bytes}${NBSP}B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 99.95 ? value.toFixed(1) : value.toFixed(0)}${NBSP}${units[unit] ?? ''}`;
};

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
  String(count).replace(/\B(?=(\d{3})+$)/g, ',');
