/** Epoch ms → ISO 8601 UTC, the format of times in the API. */
export const toIso = (ms: number): string => new Date(ms).toISOString();

export const toIsoOrNull = (ms: number | null): string | null => (ms === null ? null : toIso(ms));

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Seconds until `end`, rounded up; at least 0. */
export const countSecondsTo = (end: number, now: number): number =>
  Math.max(0, Math.ceil((end - now) / SECOND));

/** Time zone of the monthly quota, of batch numbers and of spreadsheets. */
export const CHINA = 'Asia/Shanghai';

/** China has had a single time zone without daylight saving time since 1991-09-15. */
const CHINA_OFFSET_MS = 8 * HOUR;
const CHINA_SINCE = Date.UTC(1991, 8, 15);

/** Maximum number of cached zones. Callers choose the names, and one zone has many spellings. */
const MAX_ZONES = 50;
/** Maximum number of cached offsets per zone: two months of quarter hours. */
const MAX_OFFSETS = 6_000;
const QUARTER = 15 * MINUTE;
/** Since this date every zone has changed its offset only on a quarter hour. */
const ON_QUARTERS_SINCE = Date.UTC(1973, 0, 1);

type Zone = { format: Intl.DateTimeFormat; offsets: Map<number, number> };

const zones = new Map<string, Zone>();

const getZoneFormat = (timeZone: string): Zone => {
  const knownZone = zones.get(timeZone);
  if (knownZone) return knownZone;
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
  const newZone = { format, offsets: new Map<number, number>() };
  if (zones.size >= MAX_ZONES) zones.clear();
  zones.set(timeZone, newZone);
  return newZone;
};

export type WallClock = {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
};

const computeZoneOffsetMs = (ms: number, format: Intl.DateTimeFormat): number => {
  const parts = Object.fromEntries(
    format.formatToParts(ms).map((part) => [part.type, Number(part.value)]),
  );
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / SECOND) * SECOND;
};

/**
 * Offset of the zone from UTC at that instant, ms; positive is ahead. Cached per quarter hour:
 * formatting takes µs, and statistics call this per row.
 */
const getOffsetAt = (ms: number, timeZone: string): number => {
  if (timeZone === CHINA && ms >= CHINA_SINCE) return CHINA_OFFSET_MS;
  const { format, offsets } = getZoneFormat(timeZone);
  if (!(ms >= ON_QUARTERS_SINCE)) return computeZoneOffsetMs(ms, format);
  const quarter = Math.floor(ms / QUARTER);
  const knownOffset = offsets.get(quarter);
  if (knownOffset !== undefined) return knownOffset;
  const offset = computeZoneOffsetMs(ms, format);
  if (offsets.size >= MAX_OFFSETS) offsets.clear();
  offsets.set(quarter, offset);
  return offset;
};

/**
 * Shifts an instant so that its UTC fields show the zone's local time. Days and hours follow by
 * division.
 */
export const shiftToLocalMs = (ms: number, timeZone: string): number =>
  ms + getOffsetAt(ms, timeZone);

/** Shortest period for which a zone keeps one offset. */
const MIN_OFFSET_DURATION = 7 * DAY;

/**
 * A period in which the zone's offset is constant. `start` and `end` are epoch ms, `end` exclusive;
 * `offset` from UTC in ms.
 */
type ConstantOffsetPeriod = { start: number; end: number; offset: number };

/**
 * Start of the first quarter hour with the offset of `to` instead of the offset of `from`, epoch
 * ms.
 */
const findOffsetChange = (from: number, to: number, timeZone: string): number => {
  const offset = getOffsetAt(from, timeZone);
  let [before, after] = [Math.floor(from / QUARTER), Math.floor(to / QUARTER)];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (getOffsetAt(middle * QUARTER, timeZone) === offset) before = middle;
    else after = middle;
  }
  return after * QUARTER;
};

/** Splits the time from `start` to `end` into consecutive periods of constant offset. */
export const splitAtClockChanges = (
  start: number,
  end: number,
  timeZone: string,
): ConstantOffsetPeriod[] => {
  const stretches: ConstantOffsetPeriod[] = [];
  let from = start;
  let offset = getOffsetAt(start, timeZone);
  for (let at = start; at < end - 1;) {
    const next = Math.min(at + MIN_OFFSET_DURATION, end - 1);
    if (getOffsetAt(next, timeZone) !== offset) {
      const change = findOffsetChange(at, next, timeZone);
      stretches.push({ start: from, end: change, offset });
      from = change;
      offset = getOffsetAt(change, timeZone);
    }
    at = next;
  }
  return [...stretches, { start: from, end, offset }];
};

/** Local date and time in the zone. `month` starts at 1. */
export const toWallClock = (ms: number, timeZone: string): WallClock => {
  const shifted = new Date(shiftToLocalMs(ms, timeZone));
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
    second: shifted.getUTCSeconds(),
  };
};

const padWithZeros = (value: number, length = 2): string => String(value).padStart(length, '0');

/** Calendar day in the zone, `2026-11-21`. */
export const getCalendarDay = (ms: number, timeZone: string): string => {
  const { year, month, day } = toWallClock(ms, timeZone);
  return `${padWithZeros(year, 4)}-${padWithZeros(month)}-${padWithZeros(day)}`;
};

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

/** Start of the day in the zone, epoch ms. */
export const getStartOfDay = (day: string, timeZone: string): number => {
  const utc = Date.parse(`${day}T00:00:00Z`);
  // Around an offset change the first guess may use the wrong offset; the second pass corrects it.
  const guess = utc - getOffsetAt(utc, timeZone);
  return utc - getOffsetAt(guess, timeZone);
};

/** Start of the current month in China, epoch ms: start of the quota period. */
export const getStartOfMonthInChina = (ms: number): number =>
  getStartOfDay(`${getCalendarDay(ms, CHINA).slice(0, 7)}-01`, CHINA);

/** Formats a wait in seconds: `45` → “45 秒”, `600` → “10 分钟”, `7200` → “2 小时”. Rounds up. */
export const formatWait = (seconds: number): string => {
  if (seconds < 90) return `${seconds} 秒`;
  return seconds < 5_400 ? `${Math.ceil(seconds / 60)} 分钟` : `${Math.ceil(seconds / 3_600)} 小时`;
};
