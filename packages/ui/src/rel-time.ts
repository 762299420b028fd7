const DAY_MS = 86_400_000;

type Parts = {
  year: string;
  month: string;
  day: string;
  hour: string;
  minute: string;
  second: string;
};

const formats = new Map<string, Intl.DateTimeFormat>();

const parts = (ms: number, timeZone: string | undefined): Parts => {
  const key = timeZone ?? '';
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      ...(timeZone ? { timeZone } : {}),
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(key, format);
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

/** `2026 年 11 月 21 日 13:37:08`, in the viewer's zone unless another is named. */
export const exactTime = (iso: string, timeZone?: string): string => {
  const p = parts(Date.parse(iso), timeZone);
  return `${p.year} 年 ${p.month} 月 ${p.day} 日 ${p.hour}:${p.minute}:${p.second}`;
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
