/** Calendar days as `2026-11-21` and months as `2026-11`; arithmetic in UTC, where every day has 24 hours. */
const DAY_MS = 86_400_000;

const toMs = (day: string): number => Date.parse(`${day}T00:00:00Z`);

export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(toMs(text)) &&
  new Date(toMs(text)).toISOString().startsWith(text);

export const addDays = (day: string, days: number): string =>
  new Date(toMs(day) + days * DAY_MS).toISOString().slice(0, 10);

/** How many days from one to the other, both counted. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((toMs(to) - toMs(from)) / DAY_MS) + 1;

/** 0 on Mondays, 6 on Sundays: weeks begin on Monday. */
export const getWeekday = (day: string): number => (new Date(toMs(day)).getUTCDay() + 6) % 7;

export const findMonth = (day: string): string => day.slice(0, 7);

export const addMonths = (month: string, months: number): string => {
  const at = new Date(toMs(`${month}-01`));
  at.setUTCMonth(at.getUTCMonth() + months);
  return at.toISOString().slice(0, 7);
};

export const getLast = (month: string): string => addDays(`${addMonths(month, 1)}-01`, -1);

/** The same day of another month, or its last one where it is shorter. */
export const sameDayIn = (day: string, months: number): string => {
  const month = addMonths(findMonth(day), months);
  const wanted = `${month}-${day.slice(8)}`;
  return isDay(wanted) ? wanted : getLast(month);
};

/** Rows of seven, Monday first; null before the first and after the last day of the month. */
export const listWeeks = (month: string): (string | null)[][] => {
  const first = `${month}-01`;
  const blanks = getWeekday(first);
  const days = Number(getLast(month).slice(8));
  return Array.from({ length: Math.ceil((blanks + days) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (__, at) => {
      const place = week * 7 + at - blanks;
      return place < 0 || place >= days ? null : addDays(first, place);
    }),
  );
};

/** Where a key of the keyboard leads from a day; null: nowhere. */
export const dayByKey = (day: string, key: string, withShift: boolean): string | null => {
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
      return sameDayIn(day, withShift ? -12 : -1);
    case 'PageDown':
      return sameDayIn(day, withShift ? 12 : 1);
    default:
      return null;
  }
};

/** A typed day: `2026-11-03`, `2026/11/3`, `2026年11月3日`, `20261103`; null when it is none. */
export const readDay = (text: string): string | null => {
  const plain = text.normalize('NFKC').trim();
  const parts =
    /^(\d{4})(\d{2})(\d{2})$/.exec(plain) ??
    /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/.exec(plain);
  if (!parts) return null;
  const [, year = '', month = '', date = ''] = parts;
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(day) ? day : null;
};

/** `2026 年 11 月`. */
export const monthText = (month: string): string =>
  `${month.slice(0, 4)} 年 ${Number(month.slice(5))} 月`;

/** `2026 年 11 月 3 日`. */
export const dayText = (day: string): string =>
  `${monthText(findMonth(day))} ${Number(day.slice(8))} 日`;
