const NBSP = '\u00A0';

/** Formats a file size with a no-break space: `86.4 MB`. Decimal units, as download pages use. */
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
