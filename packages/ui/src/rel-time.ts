const DAY_MS = 86_400_000;

type Parts = {
  year: string;
  month: string;
  day: string;
  hour: string;
  minute: string;
  second: string;
};

const padTwoDigits = (value: number): string => String(value).padStart(2, '0');

/** China has used one time zone without daylight saving time since 1991-09-15. */
const CHINA = { zone: 'Asia/Shanghai', offsetMs: 8 * 3_600_000, sinceMs: Date.UTC(1991, 8, 15) };

const formats = new Map<string, Intl.DateTimeFormat>();

const getDatePartsByIntl = (ms: number, timeZone: string): Parts => {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(timeZone, format);
  }
  const partByType = Object.fromEntries(
    format.formatToParts(ms).map(({ type, value }) => [type, value]),
  );
  const getFormattedPart = (name: keyof Parts): string => partByType[name] ?? '';
  return {
    year: getFormattedPart('year'),
    month: String(Number(getFormattedPart('month'))),
    day: String(Number(getFormattedPart('day'))),
    hour: getFormattedPart('hour'),
    minute: getFormattedPart('minute'),
    second: getFormattedPart('second'),
  };
};

/**
 * Date parts in the viewer's zone or in the given one. Creating an Intl format takes 100 ms on a
 * phone during hydration, so the common zones avoid it.
 */
const getDateParts = (ms: number, timeZone: string | undefined): Parts => {
  const date = new Date(ms);
  if (timeZone === undefined) {
    return {
      year: String(date.getFullYear()),
      month: String(date.getMonth() + 1),
      day: String(date.getDate()),
      hour: padTwoDigits(date.getHours()),
      minute: padTwoDigits(date.getMinutes()),
      second: padTwoDigits(date.getSeconds()),
    };
  }
  if (timeZone !== CHINA.zone || !(ms >= CHINA.sinceMs)) return getDatePartsByIntl(ms, timeZone);
  const shifted = new Date(ms + CHINA.offsetMs);
  return {
    year: String(shifted.getUTCFullYear()),
    month: String(shifted.getUTCMonth() + 1),
    day: String(shifted.getUTCDate()),
    hour: padTwoDigits(shifted.getUTCHours()),
    minute: padTwoDigits(shifted.getUTCMinutes()),
    second: padTwoDigits(shifted.getUTCSeconds()),
  };
};

/** Formats an instant: `2026 年 11 月 21 日 13:37:08`, in the viewer's zone by default. */
export const formatExactTime = (iso: string, timeZone?: string): string => {
  const p = getDateParts(Date.parse(iso), timeZone);
  return `${p.year} 年 ${p.month} 月 ${p.day} 日 ${p.hour}:${p.minute}:${p.second}`;
};

/**
 * Formats the day of an instant: `2026 年 11 月 21 日` with no-break spaces, in the viewer's zone by
 * default.
 */
export const formatFullDay = (iso: string, timeZone?: string): string => {
  const { year, month, day } = getDateParts(Date.parse(iso), timeZone);
  return `${year} 年 ${month} 月 ${day} 日`.replaceAll(' ', '\u00A0');
};

/** Number of days since 1970-01-01, in the viewer's zone by default. */
export const countLocalDaysSinceEpoch = (ms: number, timeZone?: string): number => {
  const { year, month, day } = getDateParts(ms, timeZone);
  return Date.UTC(Number(year), Number(month) - 1, Number(day)) / DAY_MS;
};

/** Formats the day of an instant: `11 月 21 日`, with the year if it differs from the current one. */
export const formatCalendarDay = (iso: string, now: number, timeZone?: string): string => {
  const p = getDateParts(Date.parse(iso), timeZone);
  const text = `${p.month} 月 ${p.day} 日`;
  return p.year === getDateParts(now, timeZone).year ? text : `${p.year} 年 ${text}`;
};

/** Relative time: 刚刚, 40 秒前, 12 分钟前, 3 小时前, 昨天 18:40, 11 月 3 日. */
export const formatRelativeTime = (iso: string, now: number, timeZone?: string): string => {
  const instant = Date.parse(iso);
  const seconds = Math.floor((now - instant) / 1000);
  if (seconds < 10) return '刚刚';
  if (seconds < 60) return `${seconds} 秒前`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} 分钟前`;
  const p = getDateParts(instant, timeZone);
  const isSameDay = (ms: number): boolean => {
    const q = getDateParts(ms, timeZone);
    return q.year === p.year && q.month === p.month && q.day === p.day;
  };
  if (isSameDay(now)) return `${Math.floor(seconds / 3600)} 小时前`;
  if (isSameDay(now - DAY_MS)) return `昨天 ${p.hour}:${p.minute}`;
  return formatCalendarDay(iso, now, timeZone);
};
