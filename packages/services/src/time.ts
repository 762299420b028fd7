/** Epoch ms → ISO 8601 UTC, as times travel. */
export const iso = (ms: number): string => new Date(ms).toISOString();

export const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Zone of the quota month, of batch numbers and of workbooks. */
export const CHINA = 'Asia/Shanghai';

const formatters = new Map<string, Intl.DateTimeFormat>();

const formatter = (timeZone: string): Intl.DateTimeFormat => {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formatters.set(timeZone, made);
  return made;
};

export type WallClock = {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
};

/** What a clock on the wall of that zone shows. Months from 1. */
export const wallClock = (ms: number, timeZone: string): WallClock => {
  const parts = Object.fromEntries(
    formatter(timeZone)
      .formatToParts(ms)
      .map((part) => [part.type, Number(part.value)]),
  );
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return { year, month, day, hour, minute, second };
};

const pad = (value: number, length = 2): string => String(value).padStart(length, '0');

/** The calendar day in that zone, `2026-11-21`. */
export const dayOf = (ms: number, timeZone: string): string => {
  const { year, month, day } = wallClock(ms, timeZone);
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
};

/** Another day of the calendar, so many days on. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

/** How far ahead of UTC the zone's clocks are at that instant, ms. */
const offsetAt = (ms: number, timeZone: string): number => {
  const { year, month, day, hour, minute, second } = wallClock(ms, timeZone);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / SECOND) * SECOND;
};

/** Epoch ms at which the day starts in that zone. */
export const startOfDay = (day: string, timeZone: string): number => {
  const utc = Date.parse(`${day}T00:00:00Z`);
  // The offset may differ between the guess and the answer, around a change of the clocks: settle once more.
  const guess = utc - offsetAt(utc, timeZone);
  return utc - offsetAt(guess, timeZone);
};

/** Epoch ms at which the current month starts in China: from there the month's quota counts. */
export const startOfMonth = (ms: number): number =>
  startOfDay(`${dayOf(ms, CHINA).slice(0, 7)}-01`, CHINA);

/** How long to wait, in seconds: `45` → “45 秒”, `600` → “10 分钟”, `7200` → “2 小时”; never less than it is. */
export const waitWords = (seconds: number): string => {
  if (seconds < 90) return `${seconds} 秒`;
  return seconds < 5_400 ? `${Math.ceil(seconds / 60)} 分钟` : `${Math.ceil(seconds / 3_600)} 小时`;
};
