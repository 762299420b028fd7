import { wallClock } from '../time.ts';

const pad = (value: number, length = 2): string => String(value).padStart(length, '0');

/** What the clock of that zone shows, as the label engine takes it: `2026-11-23T14:05:09`. */
export const clockText = (ms: number, tz: string): string => {
  const { year, month, day, hour, minute, second } = wallClock(ms, tz);
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}:${pad(second)}`;
};
