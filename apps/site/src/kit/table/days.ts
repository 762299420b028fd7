import { FIRST_ZONE } from '@yunbiao/ui/clock.ts';
import { addDays, getWeekday } from '@yunbiao/ui/date-range/days.ts';

export { daysBetween, isDay } from '@yunbiao/ui/date-range/days.ts';

export const dayBefore = (day: string, days: number): string => addDays(day, -days);

/** The last one made: a page asks for one zone, the server always for the same. */
let format: { tz: string; made: Intl.DateTimeFormat } | undefined;

const getFormat = (tz: string): Intl.DateTimeFormat => {
  if (format?.tz !== tz) {
    const made = new Intl.DateTimeFormat('en-CA', {
      timeZone: tz,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    format = { tz, made };
  }
  return format.made;
};

/** The day it is somewhere. */
export const dayIn = (tz: string, now: number): string => {
  const parts = getFormat(tz).formatToParts(now);
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
};

/** The viewer's zone in the browser; on the server the one most viewers are in. */
export const viewerZone = (): string =>
  typeof window === 'undefined' ? FIRST_ZONE : new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The viewer's day and zone the page was read for. */
export type Zone = { tz: string; today: string };
export const zoneNow = (): Zone => {
  const tz = viewerZone();
  return { tz, today: dayIn(tz, Date.now()) };
};

/** `11/21`. */
export const shortDay = (day: string): string =>
  `${Number(day.slice(5, 7))}/${Number(day.slice(8, 10))}`;

const WEEK = '一二三四五六日';

/** `11 月 17 日 周二`. */
export const longDay = (day: string): string =>
  `${Number(day.slice(5, 7))} 月 ${Number(day.slice(8, 10))} 日 周${WEEK[getWeekday(day)] ?? ''}`;
