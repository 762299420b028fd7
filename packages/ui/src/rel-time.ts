const DAY_MS = 86_400_000;

type Parts = {
  year: string;
  month: string;
  day: string;
  hour: string;
  minute: string;
  second: string;
};

const pad = (value: number): string => String(value).padStart(2, '0');

/** China has had one zone without summer time since 1991-09-15. */
const CHINA = { zone: 'Asia/Shanghai', offsetMs: 8 * 3_600_000, sinceMs: Date.UTC(1991, 8, 15) };

const formats = new Map<string, Intl.DateTimeFormat>();

const partsByIntl = (ms: number, timeZone: string): Parts => {
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
  const found = Object.fromEntries(
    format.formatToParts(ms).map(({ type, value }) => [type, value]),
  );
  const part = (name: keyof Parts): string => found[name] ?? '';
  return {
    year: part('year'),
    month: String(Number(part('month'))),
    day: String(Number(part('day'))),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
  };
};

/**
 * Of the viewer's own zone, or of the one named. A format of Intl takes a phone 100 ms to make, which every page with a
 * time on it would pay while it comes alive: the zones every page asks for do without.
 */
const parts = (ms: number, timeZone: string | undefined): Parts => {
  const date = new Date(ms);
  if (timeZone === undefined) {
    return {
      year: String(date.getFullYear()),
      month: String(date.getMonth() + 1),
      day: String(date.getDate()),
      hour: pad(date.getHours()),
      minute: pad(date.getMinutes()),
      second: pad(date.getSeconds()),
    };
  }
  if (timeZone !== CHINA.zone || !(ms >= CHINA.sinceMs)) return partsByIntl(ms, timeZone);
  const there = new Date(ms + CHINA.offsetMs);
  return {
    year: String(there.getUTCFullYear()),
    month: String(there.getUTCMonth() + 1),
    day: String(there.getUTCDate()),
    hour: pad(there.getUTCHours()),
    minute: pad(there.getUTCMinutes()),
    second: pad(there.getUTCSeconds()),
  };
};

/** `2026 年 11 月 21 日 13:37:08`, in the viewer's zone unless another is named. */
export const exactTime = (iso: string, timeZone?: string): string => {
  const p = parts(Date.parse(iso), timeZone);
  return `${p.year} 年 ${p.month} 月 ${p.day} 日 ${p.hour}:${p.minute}:${p.second}`;
};

/** `2026 年 11 月 21 日`, in one piece, in the viewer's zone unless another is named. */
export const wholeDay = (iso: string, timeZone?: string): string => {
  const { year, month, day } = parts(Date.parse(iso), timeZone);
  return `${year} 年 ${month} 月 ${day} 日`.replaceAll(' ', '\u00A0');
};

/** Number of the calendar day since 1970-01-01, in the viewer's zone unless another is named. */
export const dayNumber = (ms: number, timeZone?: string): number => {
  const { year, month, day } = parts(ms, timeZone);
  return Date.UTC(Number(year), Number(month) - 1, Number(day)) / DAY_MS;
};

/** `11 月 21 日`, with the year when it is not this one. */
export const dayText = (iso: string, now: number, timeZone?: string): string => {
  const p = parts(Date.parse(iso), timeZone);
  const text = `${p.month} 月 ${p.day} 日`;
  return p.year === parts(now, timeZone).year ? text : `${p.year} 年 ${text}`;
};

/** How long ago, as people say it: 刚刚, 40 秒前, 12 分钟前, 3 小时前, 昨天 18:40, 11 月 3 日. */
export const relativeTime = (iso: string, now: number, timeZone?: string): string => {
  const then = Date.parse(iso);
  const seconds = Math.floor((now - then) / 1000);
  if (seconds < 10) return '刚刚';
  if (seconds < 60) return `${seconds} 秒前`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} 分钟前`;
  const p = parts(then, timeZone);
  const sameDay = (ms: number): boolean => {
    const q = parts(ms, timeZone);
    return q.year === p.year && q.month === p.month && q.day === p.day;
  };
  if (sameDay(now)) return `${Math.floor(seconds / 3600)} 小时前`;
  if (sameDay(now - DAY_MS)) return `昨天 ${p.hour}:${p.minute}`;
  return dayText(iso, now, timeZone);
};
