import { CHINA, getDay, wallClock } from '@yunbiao/services';

const two = (value: number): string => String(value).padStart(2, '0');

/** An instant (epoch ms or ISO) on a clock in China, where operators are: `2026-11-21 17:05`. */
export const beijing = (at: number | string): string => {
  const ms = typeof at === 'number' ? at : Date.parse(at);
  const { hour, minute } = wallClock(ms, CHINA);
  return `${getDay(ms, CHINA)} ${two(hour)}:${two(minute)}`;
};
