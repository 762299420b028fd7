import { randomInt } from 'node:crypto';
import { CHINA, toWallClock } from '../../../platform/time.ts';

const padTwoDigits = (value: number): string => String(value).padStart(2, '0');

/**
 * Generates an order number that people can read out on the phone and write on a transfer: the time
 * in China and four random digits.
 * @example generateOrderNo(Date.UTC(2026, 10, 21, 6, 7, 33)) // "YB2611211407334821"
 */
export const generateOrderNo = (now: number): string => {
  const { year, month, day, hour, minute, second } = toWallClock(now, CHINA);
  const time = [year % 100, month, day, hour, minute, second].map(padTwoDigits).join('');
  return `YB${time}${String(randomInt(10_000)).padStart(4, '0')}`;
};
