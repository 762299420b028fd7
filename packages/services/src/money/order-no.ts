import { randomInt } from 'node:crypto';
import { CHINA, wallClock } from '../time.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/**
 * A number people read out over the phone and write on a transfer: the time in China and four digits.
 * @example newOrderNo(Date.UTC(2026, 10, 21, 6, 7, 33)) // "YB2611211407334821"
 */
export const newOrderNo = (now: number): string => {
  const { year, month, day, hour, minute, second } = wallClock(now, CHINA);
  const time = [year % 100, month, day, hour, minute, second].map(two).join('');
  return `YB${time}${String(randomInt(10_000)).padStart(4, '0')}`;
};
