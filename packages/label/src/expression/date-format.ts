import { type Civil, dayOfYear, isoWeek, weekday, yearMonthDay } from './civil.ts';

const NUMERALS = '〇一二三四五六七八九';
const WEEKDAYS = '一二三四五六日';

/** 1–99 in Chinese, as months and days are: 十一, 二十三. */
function smallNumber(value: number): string {
  const [tens, ones] = [Math.floor(value / 10), value % 10];
  const head = tens === 0 ? '' : `${tens === 1 ? '' : NUMERALS.charAt(tens)}十`;
  return head + (ones === 0 ? '' : NUMERALS.charAt(ones));
}

export const weekdayName = (date: Civil): string => `星期${WEEKDAYS.charAt(weekday(date) - 1)}`;

/** `二〇二六年十一月二十三日` (GB/T 15835: the year digit by digit, with 〇). */
export function chineseDate(date: Civil): string {
  const { year, month, day } = yearMonthDay(date.day);
  const digits = [...String(year).padStart(4, '0')].map((digit) => NUMERALS.charAt(Number(digit)));
  return `${digits.join('')}年${smallNumber(month)}月${smallNumber(day)}日`;
}

const two = (value: number): string => String(value).padStart(2, '0');

type Part = (date: Civil, second: number) => string;

const getHour = (second: number): number => Math.floor(second / 3600);
const getMinute = (second: number): number => Math.floor(second / 60) % 60;

/** What each run of letters stands for. Capitals are hours, small `m` is minutes: the letters spreadsheets use. */
const PARTS: Readonly<Record<string, Part>> = {
  yyyy: (date) => String(yearMonthDay(date.day).year).padStart(4, '0'),
  yy: (date) => two(yearMonthDay(date.day).year % 100),
  MM: (date) => two(yearMonthDay(date.day).month),
  M: (date) => String(yearMonthDay(date.day).month),
  dd: (date) => two(yearMonthDay(date.day).day),
  d: (date) => String(yearMonthDay(date.day).day),
  HH: (_, second) => two(getHour(second)),
  H: (_, second) => String(getHour(second)),
  mm: (_, second) => two(getMinute(second)),
  m: (_, second) => String(getMinute(second)),
  ss: (_, second) => two(second % 60),
  s: (_, second) => String(second % 60),
  DDD: (date) => String(dayOfYear(date)).padStart(3, '0'),
  WW: (date) => two(isoWeek(date).week),
  RRRR: (date) => String(isoWeek(date).year).padStart(4, '0'),
};

/** Runs of one letter; letters in quotation marks stand as they are. */
const RUN = /'([^']*)'|([A-Za-z])\2*/g;

/**
 * A date in a pattern of {@link PARTS}; anything that is no letter stands as it is. Undefined for letters that stand for
 * nothing.
 *
 * @example
 * formatDate(date, 'yyyy年M月d日'); // '2026年11月23日'
 */
export function formatDate(date: Civil, pattern: string): string | undefined {
  let isKnown = true;
  const text = pattern.replaceAll(RUN, (run: string, quoted: string | undefined) => {
    if (quoted !== undefined) return quoted;
    const part = Object.hasOwn(PARTS, run) ? PARTS[run] : undefined;
    isKnown &&= part !== undefined;
    return part?.(date, date.second ?? 0) ?? '';
  });
  return isKnown ? text : undefined;
}

/** As it is printed where nothing else is asked for: `2026-11-23`, with a time `2026-11-23 14:05`. */
export const writeCivil = (date: Civil): string =>
  formatDate(date, date.second === undefined ? 'yyyy-MM-dd' : 'yyyy-MM-dd HH:mm') ?? '';
