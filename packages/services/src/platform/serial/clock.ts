import { toWallClock } from '../time.ts';

const padWithZeros = (value: number, length = 2): string => String(value).padStart(length, '0');

/** Local date and time in the zone in the label engine's format: `2026-11-23T14:05:09`. */
export const formatClock = (ms: number, tz: string): string => {
  const { year, month, day, hour, minute, second } = toWallClock(ms, tz);
  return `${padWithZeros(year, 4)}-${padWithZeros(month)}-${padWithZeros(day)}T${padWithZeros(hour)}:${padWithZeros(minute)}:${padWithZeros(second)}`;
};
