import { type CivilDate, getDayOfYear, getIsoWeek, getWeekday, toYearMonthDay } from './civil.ts';

const NUMERALS = '〇一二三四五六七八九';
const WEEKDAYS = '一二三四五六日';

/** Writes 1–99 in Chinese, as months and days are written: 十一, 二十三. */
function formatSmallChineseNumber(value: number): string {
  const [tens, ones] = [Math.floor(value / 10), value % 10];
  const head = tens === 0 ? '' : `${tens === 1 ? '' : NUMERALS.charAt(tens)}十`;
  return head + (ones === 0 ? '' : NUMERALS.charAt(ones));
}

export const formatWeekday = (date: CivilDate): string =>
  `星期${WEEKDAYS.charAt(getWeekday(date) - 1)}`;

/** `二〇二六年十一月二十三日` (GB/T 15835: the year digit by digit, with 〇). */
export function formatChineseDate(date: CivilDate): string {
  const { year, month, day } = toYearMonthDay(date.day);
  const digits = [...String(year).padStart(4, '0')].map((digit) => NUMERALS.charAt(Number(digit)));
  return `${digits.join('')}年${formatSmallChineseNumber(month)}月${formatSmallChineseNumber(day)}日`;
}

const padTwoDigits = (value: number): string => String(value).padStart(2, '0');

type Part = (date: CivilDate, second: number) => string;

const getHourFromSeconds = (second: number): number => Math.floor(second / 3600);
const getMinuteFromSeconds = (second: number): number => Math.floor(second / 60) % 60;

/** Format letters, as in spreadsheets: `H` is hours, small `m` is minutes, `M` is months. */
const FORMATTERS: Readonly<Record<string, Part>> = {
  yyyy: (date) => String(toYearMonthDay(date.day).year).padStart(4, '0'),
  yy: (date) => padTwoDigits(toYearMonthDay(date.day).year % 100),
  MM: (date) => padTwoDigits(toYearMonthDay(date.day).month),
  M: (date) => String(toYearMonthDay(date.day).month),
  dd: (date) => padTwoDigits(toYearMonthDay(date.day).day),
  d: (date) => String(toYearMonthDay(date.day).day),
  HH: (_, second) => padTwoDigits(getHourFromSeconds(second)),
  H: (_, second) => String(getHourFromSeconds(second)),
  mm: (_, second) => padTwoDigits(getMinuteFromSeconds(second)),
  m: (_, second) => String(getMinuteFromSeconds(second)),
  ss: (_, second) => padTwoDigits(second % 60),
  s: (_, second) => String(second % 60),
  DDD: (date) => String(getDayOfYear(date)).padStart(3, '0'),
  WW: (date) => padTwoDigits(getIsoWeek(date).week),
  RRRR: (date) => String(getIsoWeek(date).year).padStart(4, '0'),
};

/** A run of one letter, or a literal in single quotation marks. */
const LETTER_RUN = /'([^']*)'|([A-Za-z])\2*/g;

/**
 * Formats a date with a pattern of {@link FORMATTERS}; characters other than letters are copied. Returns
 * undefined for unknown letters.
 *
 * @example
 * formatDate(date, 'yyyy年M月d日'); // '2026年11月23日'
 */
export function formatDateByPattern(date: CivilDate, pattern: string): string | undefined {
  let isKnown = true;
  const text = pattern.replaceAll(LETTER_RUN, (run: string, quoted: string | undefined) => {
    if (quoted !== undefined) return quoted;
    const part = Object.hasOwn(FORMATTERS, run) ? FORMATTERS[run] : undefined;
    isKnown &&= part !== undefined;
    return part?.(date, date.second ?? 0) ?? '';
  });
  return isKnown ? text : undefined;
}

/** Default format: `2026-11-23`, with a time `2026-11-23 14:05`. */
export const formatCivilDate = (date: CivilDate): string =>
  formatDateByPattern(date, date.second === undefined ? 'yyyy-MM-dd' : 'yyyy-MM-dd HH:mm') ?? '';
