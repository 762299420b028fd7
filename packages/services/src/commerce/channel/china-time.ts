const CHINA_MS = 8 * 3_600_000;

/** Epoch ms → `2026-11-21 10:00:00` in China time. */
export const formatChinaTime = (ms: number): string =>
  new Date(ms + CHINA_MS).toISOString().slice(0, 19).replace('T', ' ');

/** Epoch ms → `2026-11-21T10:00:00+08:00` (RFC 3339). */
export const formatChinaInstant = (ms: number): string =>
  `${new Date(ms + CHINA_MS).toISOString().slice(0, 19)}+08:00`;

/** `2026-11-21 10:00:00` in China time → epoch ms; null if invalid. */
export const parseChinaTime = (text: string): number | null => {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return null;
  const ms = Date.parse(`${text.replace(' ', 'T')}Z`);
  return Number.isNaN(ms) ? null : ms - CHINA_MS;
};

/** An RFC 3339 instant → epoch ms; null if invalid. */
export const parseInstant = (text: string): number | null => {
  const ms = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
};
