import { CHINA, getCalendarDay, toWallClock } from '@yunbiao/services';

const padTwoDigits = (value: number): string => String(value).padStart(2, '0');

/** Formats an instant (epoch ms or ISO) in China time: `2026-11-21 17:05`. */
export const formatBeijingTime = (at: number | string): string => {
  const ms = typeof at === 'number' ? at : Date.parse(at);
  const { hour, minute } = toWallClock(ms, CHINA);
  return `${getCalendarDay(ms, CHINA)} ${padTwoDigits(hour)}:${padTwoDigits(minute)}`;
};
