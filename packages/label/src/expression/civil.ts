/**
 * A date, with or without a time of day, as a calendar on the wall shows it: no zone. Which zone it was read in is
 * decided by whoever hands it in. Years 1–9999, months and days from 1 (proleptic Gregorian, as ISO 8601).
 */
export type Civil = { day: number; second: number | undefined };

const DAY_S = 86_400;
/** 0001-01-01 and 9999-12-31 as days from 1970-01-01. */
const FIRST_DAY = -719_162;
const LAST_DAY = 2_932_896;
/** Days of the four centuries after which the calendar repeats, and of 1970-01-01 from 0000-03-01. */
const ERA = 146_097;
const SHIFT = 719_468;

/** Days from 1970-01-01. Years begin in March here, so that the leap day ends one. */
export function dayNumber(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const ofEra = shifted - era * 400;
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return era * ERA + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - SHIFT;
}

export type YearMonthDay = { year: number; month: number; day: number };

export function yearMonthDay(days: number): YearMonthDay {
  const shifted = days + SHIFT;
  const era = Math.floor(shifted / ERA);
  const ofEra = shifted - era * ERA;
  const year = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) /
      365,
  );
  const ofYear = ofEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const fromMarch = Math.floor((5 * ofYear + 2) / 153);
  const month = fromMarch + (fromMarch < 10 ? 3 : -9);
  const day = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  return { year: year + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

export function daysInMonth(year: number, month: number): number {
  return month === 12 ? 31 : dayNumber(year, month + 1, 1) - dayNumber(year, month, 1);
}

const isDay = (days: number): boolean => days >= FIRST_DAY && days <= LAST_DAY;

/** The date, or undefined when the calendar has none such. */
export function getCivil(
  year: number,
  month: number,
  day: number,
  second?: number,
): Civil | undefined {
  if (!(year >= 1 && year <= 9999 && month >= 1 && month <= 12)) return undefined;
  if (!(day >= 1 && day <= daysInMonth(year, month))) return undefined;
  if (second !== undefined && !(second >= 0 && second < DAY_S)) return undefined;
  return { day: dayNumber(year, month, day), second };
}

/** Later by whole days; undefined outside the years 1–9999. */
export function addDays({ day, second }: Civil, days: number): Civil | undefined {
  return isDay(day + days) ? { day: day + days, second } : undefined;
}

/** Later by whole months; 31 January and a month is the last day of February. */
export function addMonths({ day: days, second }: Civil, months: number): Civil | undefined {
  const { year, month, day } = yearMonthDay(days);
  const count = year * 12 + month - 1 + months;
  const [toYear, toMonth] = [Math.floor(count / 12), (((count % 12) + 12) % 12) + 1];
  if (toYear < 1 || toYear > 9999) return undefined;
  return getCivil(toYear, toMonth, Math.min(day, daysInMonth(toYear, toMonth)), second);
}

/** The last day of the month so many months later. */
export function endOfMonth(date: Civil, months: number): Civil | undefined {
  const to = addMonths({ ...date, day: date.day + 1 - yearMonthDay(date.day).day }, months);
  if (to === undefined) return undefined;
  const { year, month } = yearMonthDay(to.day);
  return addDays({ day: to.day, second: undefined }, daysInMonth(year, month) - 1);
}

/** Later by seconds on the same clock; a date alone counts from midnight. */
export function addSeconds({ day, second = 0 }: Civil, seconds: number): Civil | undefined {
  const total = second + seconds;
  const days = Math.floor(total / DAY_S);
  return isDay(day + days) ? { day: day + days, second: total - days * DAY_S } : undefined;
}

/** 1 for Monday … 7 for Sunday (ISO 8601). */
export function weekday({ day }: Civil): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

export function dayOfYear({ day }: Civil): number {
  return day - dayNumber(yearMonthDay(day).year, 1, 1) + 1;
}

/** The week that holds the year's first Thursday is week 1 (ISO 8601); its year may be the one before or after. */
export function isoWeek(date: Civil): { year: number; week: number } {
  const thursday = date.day + 4 - weekday(date);
  const { year } = yearMonthDay(thursday);
  return { year, week: Math.floor((thursday - dayNumber(year, 1, 1)) / 7) + 1 };
}

const WRITTEN =
  /^(\d{4})(?:-(\d{1,2})-(\d{1,2})|\/(\d{1,2})\/(\d{1,2})|\.(\d{1,2})\.(\d{1,2})|年(\d{1,2})月(\d{1,2})日|(\d{2})(\d{2}))(?:(?:[T ]| ?)(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;

/** A date as people write it: `2026-11-23`, `2026/11/23`, `2026年11月23日`, `20261123`, each with ` 14:05` or not. */
export function readCivil(text: string): Civil | undefined {
  if (text.length > 40) return undefined;
  const match = WRITTEN.exec(text.normalize('NFKC').trim());
  if (match === null) return undefined;
  const [year = 0, ...rest] = match.slice(1).map((part) => (part ? Number(part) : undefined));
  const [month = 0, day = 0] = rest.slice(0, 10).filter((part) => part !== undefined);
  const [hour, minute = 0, second = 0] = rest.slice(10);
  if (hour === undefined) return getCivil(year, month, day);
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return getCivil(year, month, day, hour * 3600 + minute * 60 + second);
}
