const CHINA_MS = 8 * 3_600_000;

const toChinaTime = (iso: string): Date => new Date(Date.parse(iso) + CHINA_MS);

/** Date in China, such as `2026-11-21`, for all readers, because cached pages are shared. */
export const formatChinaDay = (iso: string): string => toChinaTime(iso).toISOString().slice(0, 10);

/** Formats as `周六`. */
export const formatChinaWeekday = (iso: string): string =>
  `周${'日一二三四五六'[toChinaTime(iso).getUTCDay()] ?? ''}`;
