import { SERVER_ZONE } from '@yunbiao/ui/clock.ts';
import { addDays, getWeekday } from '@yunbiao/ui/date-range/days.ts';

export { countDays, isValidDay } from '@yunbiao/ui/date-range/days.ts';

export const subtractDays = (day: string, days: number): string => addDays(day, -days);

/** Cache of the last format. A page uses one zone, the server always the same one. */
let format: { tz: string; made: Intl.DateTimeFormat } | undefined;

const getZoneDateFormat = (tz: string): Intl.DateTimeFormat => {
  if (format?.tz !== tz) {
    const created = new Intl.DateTimeFormat('en-CA', {
      timeZone: tz,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    format = { tz, made: created };
  }
  return format.made;
};

/** Current day in a time zone. */
export const formatDayInZone = (tz: string, now: number): string => {
  const parts = getZoneDateFormat(tz).formatToParts(now);
  const getFormattedPart = (type: string): string =>
    parts.find((part) => part.type === type)?.value ?? '';
  return `${getFormattedPart('year')}-${getFormattedPart('month')}-${getFormattedPart('day')}`;
};

/** Time zone of the viewer; on the server, the zone of most viewers. */
export const getViewerZone = (): string =>
  typeof window === 'undefined'
    ? SERVER_ZONE
    : new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Time zone and day of the viewer for which the page was rendered. */
export type Zone = { tz: string; today: string };
export const readViewerZoneAndDay = (): Zone => {
  const tz = getViewerZone();
  return { tz, today: formatDayInZone(tz, Date.now()) };
};

/** Formats as `11/21`. */
export const formatShortDay = (day: string): string =>
  `${Number(day.slice(5, 7))}/${Number(day.slice(8, 10))}`;

const WEEK = '一二三四五六日';

/** Formats as `11 月 17 日 周二`. */
export const formatLongDay = (day: string): string =>
  `${Number(day.slice(5, 7))} 月 ${Number(day.slice(8, 10))} 日 周${WEEK[getWeekday(day)] ?? ''}`;
