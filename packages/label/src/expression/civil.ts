/**
 * A calendar date with an optional time of day and no time zone; the caller chooses the zone. Years
 * 1–9999, months and days from 1 (proleptic Gregorian, as in ISO 8601). `day` counts from
 * 1970-01-01, `second` from midnight.
 */
export type CivilDate = { day: number; second: number | undefined };

const DAY_S = 86_400;
/** 0001-01-01 and 9999-12-31 in days since 1970-01-01. */
const FIRST_DAY = -719_162;
const LAST_DAY = 2_932_896;
/** Days per 400 years, after which the calendar repeats, and days from 0000-03-01 to 1970-01-01. */
const DAYS_PER_ERA = 146_097;
const EPOCH_SHIFT_DAYS = 719_468;

/**
 * Returns days since 1970-01-01. Years start in March here, so that the leap day is the last day of
 * a year.
 */
export function countDaysSinceEpoch(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const dayOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return (
    era * DAYS_PER_ERA +
    dayOfEra * 365 +
    Math.floor(dayOfEra / 4) -
    Math.floor(dayOfEra / 100) +
    dayOfYear -
    EPOCH_SHIFT_DAYS
  );
}

export type YearMonthDay = { year: number; month: number; day: number };

export function toYearMonthDay(days: number): YearMonthDay {
  const shifted = days + EPOCH_SHIFT_DAYS;
  const era = Math.floor(shifted / DAYS_PER_ERA);
  const ofEra = shifted - era * DAYS_PER_ERA;
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

export function countDaysInMonth(year: number, month: number): number {
  return month === 12
    ? 31
    : countDaysSinceEpoch(year, month + 1, 1) - countDaysSinceEpoch(year, month, 1);
}

const isDayInRange = (days: number): boolean => days >= FIRST_DAY && days <= LAST_DAY;

/** Returns undefined if the date does not exist. */
export function createCivilDateIfExists(
  year: number,
  month: number,
  day: number,
  second?: number,
): CivilDate | undefined {
  if (!(year >= 1 && year <= 9999 && month >= 1 && month <= 12)) return undefined;
  if (!(day >= 1 && day <= countDaysInMonth(year, month))) return undefined;
  if (second !== undefined && !(second >= 0 && second < DAY_S)) return undefined;
  return { day: countDaysSinceEpoch(year, month, day), second };
}

/** Returns undefined outside the years 1–9999. */
export function addDays({ day, second }: CivilDate, days: number): CivilDate | undefined {
  return isDayInRange(day + days) ? { day: day + days, second } : undefined;
}

/**
 * Clamps to the end of the month: 31 January plus one month is the last day of February. Returns
 * undefined outside the years 1–9999.
 */
export function addMonths({ day: days, second }: CivilDate, months: number): CivilDate | undefined {
  const { year, month, day } = toYearMonthDay(days);
  const count = year * 12 + month - 1 + months;
  const [toYear, toMonth] = [Math.floor(count / 12), (((count % 12) + 12) % 12) + 1];
  if (toYear < 1 || toYear > 9999) return undefined;
  return createCivilDateIfExists(
    toYear,
    toMonth,
    Math.min(day, countDaysInMonth(toYear, toMonth)),
    second,
  );
}

/** Last day of the month that is `months` later. */
export function findEndOfMonth(date: CivilDate, months: number): CivilDate | undefined {
  const to = addMonths({ ...date, day: date.day + 1 - toYearMonthDay(date.day).day }, months);
  if (to === undefined) return undefined;
  const { year, month } = toYearMonthDay(to.day);
  return addDays({ day: to.day, second: undefined }, countDaysInMonth(year, month) - 1);
}

/** Adds seconds of clock time; a date without a time counts as midnight. */
export function addSeconds({ day, second = 0 }: CivilDate, seconds: number): CivilDate | undefined {
  const total = second + seconds;
  const days = Math.floor(total / DAY_S);
  return isDayInRange(day + days) ? { day: day + days, second: total - days * DAY_S } : undefined;
}

/** 1 for Monday … 7 for Sunday (ISO 8601). */
export function getWeekday({ day }: CivilDate): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

export function getDayOfYear({ day }: CivilDate): number {
  return day - countDaysSinceEpoch(toYearMonthDay(day).year, 1, 1) + 1;
}

/**
 * Week 1 contains the first Thursday of the year (ISO 8601). The week's year may be the year before
 * or after.
 */
export function getIsoWeek(date: CivilDate): { year: number; week: number } {
  const thursday = date.day + 4 - getWeekday(date);
  const { year } = toYearMonthDay(thursday);
  return { year, week: Math.floor((thursday - countDaysSinceEpoch(year, 1, 1)) / 7) + 1 };
}

const DATE_PATTERN =
  /^(\d{4})(?:-(\d{1,2})-(\d{1,2})|\/(\d{1,2})\/(\d{1,2})|\.(\d{1,2})\.(\d{1,2})|年(\d{1,2})月(\d{1,2})日|(\d{2})(\d{2}))(?:(?:[T ]| ?)(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;

/**
 * Parses the usual notations: `2026-11-23`, `2026/11/23`, `2026年11月23日`, `20261123`, each with or
 * without ` 14:05`.
 */
export function parseCivilDate(text: string): CivilDate | undefined {
  if (text.length > 40) return undefined;
  const match = DATE_PATTERN.exec(text.normalize('NFKC').trim());
  if (match === null) return undefined;
  const [year = 0, ...rest] = match.slice(1).map((part) => (part ? Number(part) : undefined));
  const [month = 0, day = 0] = rest.slice(0, 10).filter((part) => part !== undefined);
  const [hour, minute = 0, second = 0] = rest.slice(10);
  if (hour === undefined) return createCivilDateIfExists(year, month, day);
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return createCivilDateIfExists(year, month, day, hour * 3600 + minute * 60 + second);
}
