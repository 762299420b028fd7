/** Epoch ms → ISO 8601 UTC, as times travel. */
export const iso = (ms: number): string => new Date(ms).toISOString();

export const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** How long it is to `end`, whole seconds. */
export const secondsTo = (end: number, now: number): number =>
  Math.max(0, Math.ceil((end - now) / SECOND));

/** Zone of the quota month, of batch numbers and of workbooks. */
export const CHINA = 'Asia/Shanghai';

/** China has had one zone without summer time since 1991-09-15. */
const CHINA_OFFSET_MS = 8 * HOUR;
const CHINA_SINCE = Date.UTC(1991, 8, 15);

/** Zones kept with what has been worked out for them: one may be written in many ways, and by anybody. */
const MAX_ZONES = 50;
/** Offsets kept of one zone: two months of quarters of an hour. */
const MAX_OFFSETS = 6_000;
const QUARTER = 15 * MINUTE;
/** Since then every zone has changed its clocks on a quarter of an hour. */
const ON_QUARTERS_SINCE = Date.UTC(1973, 0, 1);

type Zone = { format: Intl.DateTimeFormat; offsets: Map<number, number> };

const zones = new Map<string, Zone>();

const getZone = (timeZone: string): Zone => {
  const known = zones.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const made = { format, offsets: new Map<number, number>() };
  if (zones.size >= MAX_ZONES) zones.clear();
  zones.set(timeZone, made);
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

const offsetByFormat = (ms: number, format: Intl.DateTimeFormat): number => {
  const parts = Object.fromEntries(
    format.formatToParts(ms).map((part) => [part.type, Number(part.value)]),
  );
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / SECOND) * SECOND;
};

/** How far ahead of UTC the zone's clocks are at that instant, ms. A format takes µs, and statistics ask by the row. */
const offsetAt = (ms: number, timeZone: string): number => {
  if (timeZone === CHINA && ms >= CHINA_SINCE) return CHINA_OFFSET_MS;
  const { format, offsets } = getZone(timeZone);
  if (!(ms >= ON_QUARTERS_SINCE)) return offsetByFormat(ms, format);
  const quarter = Math.floor(ms / QUARTER);
  const known = offsets.get(quarter);
  if (known !== undefined) return known;
  const offset = offsetByFormat(ms, format);
  if (offsets.size >= MAX_OFFSETS) offsets.clear();
  offsets.set(quarter, offset);
  return offset;
};

/** The instant at which UTC shows what the clocks of that zone show: its days and hours are found by division. */
export const wallMs = (ms: number, timeZone: string): number => ms + offsetAt(ms, timeZone);

/** No zone has another offset for less than this. */
const OFFSET_LASTS = 7 * DAY;

/** A time in which a zone's clocks do not change: epoch ms, `end` not included; `offset`: how far ahead of UTC they are, ms. */
type Stretch = { start: number; end: number; offset: number };

/** The first quarter of an hour in which clocks show what they show at `to`, and no more what they show at `from`, epoch ms. */
const changeBetween = (from: number, to: number, timeZone: string): number => {
  const offset = offsetAt(from, timeZone);
  let [before, after] = [Math.floor(from / QUARTER), Math.floor(to / QUARTER)];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle * QUARTER, timeZone) === offset) before = middle;
    else after = middle;
  }
  return after * QUARTER;
};

/** The time from `start` to `end` in pieces, one after the other, in each of which the zone's clocks do not change. */
export const steadyStretches = (start: number, end: number, timeZone: string): Stretch[] => {
  const stretches: Stretch[] = [];
  let from = start;
  let offset = offsetAt(start, timeZone);
  for (let at = start; at < end - 1;) {
    const next = Math.min(at + OFFSET_LASTS, end - 1);
    if (offsetAt(next, timeZone) !== offset) {
      const change = changeBetween(at, next, timeZone);
      stretches.push({ start: from, end: change, offset });
      from = change;
      offset = offsetAt(change, timeZone);
    }
    at = next;
  }
  return [...stretches, { start: from, end, offset }];
};

/** What a clock on the wall of that zone shows. Months from 1. */
export const wallClock = (ms: number, timeZone: string): WallClock => {
  const there = new Date(wallMs(ms, timeZone));
  return {
    year: there.getUTCFullYear(),
    month: there.getUTCMonth() + 1,
    day: there.getUTCDate(),
    hour: there.getUTCHours(),
    minute: there.getUTCMinutes(),
    second: there.getUTCSeconds(),
  };
};

const pad = (value: number, length = 2): string => String(value).padStart(length, '0');

/** The calendar day in that zone, `2026-11-21`. */
export const getDay = (ms: number, timeZone: string): string => {
  const { year, month, day } = wallClock(ms, timeZone);
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
};

/** Another day of the calendar, so many days on. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

/** Epoch ms at which the day starts in that zone. */
export const startOfDay = (day: string, timeZone: string): number => {
  const utc = Date.parse(`${day}T00:00:00Z`);
  // The offset may differ between the guess and the answer, around a change of the clocks: settle once more.
  const guess = utc - offsetAt(utc, timeZone);
  return utc - offsetAt(guess, timeZone);
};

/** Epoch ms at which the current month starts in China: from there the month's quota counts. */
export const startOfMonth = (ms: number): number =>
  startOfDay(`${getDay(ms, CHINA).slice(0, 7)}-01`, CHINA);

/** How long to wait, in seconds: `45` → “45 秒”, `600` → “10 分钟”, `7200` → “2 小时”; never less than it is. */
export const waitWords = (seconds: number): string => {
  if (seconds < 90) return `${seconds} 秒`;
  return seconds < 5_400 ? `${Math.ceil(seconds / 60)} 分钟` : `${Math.ceil(seconds / 3_600)} 小时`;
};
