import { createInvalidInputError } from './errors.ts';
import { addDays, getStartOfDay } from './time.ts';

export type DayFilter = { from?: string | undefined; to?: string | undefined; tz: string };

/**
 * Bounds of a day filter, epoch ms. A missing day leaves that side open.
 * @throws 400 when `from` is after `to`
 */
export const computeDayBounds = ({ from, to, tz }: DayFilter): { start?: number; end?: number } => {
  if (from && to && from > to) throw createInvalidInputError({ from: '开始日期不能晚于结束日期' });
  return {
    ...(from === undefined ? {} : { start: getStartOfDay(from, tz) }),
    ...(to === undefined ? {} : { end: getStartOfDay(addDays(to, 1), tz) }),
  };
};
