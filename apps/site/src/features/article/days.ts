const CHINA_MS = 8 * 3_600_000;

const inChina = (iso: string): Date => new Date(Date.parse(iso) + CHINA_MS);

/** `2026-11-21`, in China whoever reads: a cached page is the same for everyone. */
export const dayInChina = (iso: string): string => inChina(iso).toISOString().slice(0, 10);

/** `周六`. */
export const weekdayInChina = (iso: string): string =>
  `周${'日一二三四五六'[inChina(iso).getUTCDay()] ?? ''}`;
