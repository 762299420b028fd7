/**
 * Calendar days as `2026-11-21` and months as `2026-11`. Computed in UTC, where every day has 24
 * hours.
 */
const DAY_MS = 86_400_000;

const parseDayToMs = (day: string): number => Date.parse(`${day}T00:00:00Z`);

export const isValidDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(parseDayToMs(text)) &&
  new Date(parseDayToMs(text)).toISOString().startsWith(text);

export const addDays = (day: string, days: number): string =>
  new Date(parseDayToMs(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Number of days between two days, both included. */
export const countDays = (from: string, to: string): number =>
  Math.round((parseDayToMs(to) - parseDayToMs(from)) / DAY_MS) + 1;

/** 0 on Mondays, 6 on Sundays: weeks start on Monday. */
export const getWeekday = (day: string): number =>
  (new Date(parseDayToMs(day)).getUTCDay() + 6) % 7;

export const getMonthOfDay = (day: string): string => day.slice(0, 7);

export const addMonths = (month: string, months: number): string => {
  const at = new Date(parseDayToMs(`${month}-01`));
  at.setUTCMonth(at.getUTCMonth() + months);
  return at.toISOString().slice(0, 7);
};

export const getLastDay = (month: string): string => addDays(`${addMonths(month, 1)}-01`, -1);

/** The same day of another month, or the last day of a shorter month. */
export const shiftDayByMonths = (day: string, months: number): string => {
  const month = addMonths(getMonthOfDay(day), months);
  const sameDay = `${month}-${day.slice(8)}`;
  return isValidDay(sameDay) ? sameDay : getLastDay(month);
};

/** Rows of seven days, Monday first; null before the first and after the last day of the month. */
export const listWeeks = (month: string): (string | null)[][] => {
  const first = `${month}-01`;
  const blanks = getWeekday(first);
  const days = Number(getLastDay(month).slice(8));
  return Array.from({ length: Math.ceil((blanks + days) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (__, at) => {
      const place = week * 7 + at - blanks;
      return place < 0 || place >= days ? null : addDays(first, place);
    }),
  );
};

/** Day that a key moves to; null for other keys. */
export const moveDayByKey = (day: string, key: string, withShift: boolean): string | null => {
  const weekday = getWeekday(day);
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -weekday);
    case 'End':
      return addDays(day, 6 - weekday);
    case 'PageUp':
      return shiftDayByMonths(day, withShift ? -12 : -1);
    case 'PageDown':
      return shiftDayByMonths(day, withShift ? 12 : 1);
    default:
      return null;
  }
};

/**
 * Parses a typed day: `2026-11-03`, `2026/11/3`, `2026年11月3日`, `20261103`. Returns null if invalid.
 */
export const parseDay = (text: string): string | null => {
  const plainText = text.normalize('NFKC').trim();
  const parts =
    /^(\d{4})(\d{2})(\d{2})$/.exec(plainText) ??
    /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/.exec(plainText);
  if (!parts) return null;
  const [, year = '', month = '', date = ''] = parts;
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isValidDay(day) ? day : null;
};

/** Formats a month: `2026 年 11 月`. */
export const formatMonth = (month: string): string =>
  `${month.slice(0, 4)} 年 ${Number(month.slice(5))} 月`;

/** Formats a day: `2026 年 11 月 3 日`. */
export const formatFullDay = (day: string): string =>
  `${formatMonth(getMonthOfDay(day))} ${Number(day.slice(8))} 日`;
