import { invalid } from './errors.ts';
import { addDays, startOfDay } from './time.ts';

export type DayFilter = { from?: string | undefined; to?: string | undefined; tz: string };

/** Instants a list is cut to; without a day that side is open. */
export const openBounds = ({ from, to, tz }: DayFilter): { start?: number; end?: number } => {
  if (from && to && from > to) throw invalid({ from: '开始日期不能晚于结束日期' });
  return {
    ...(from === undefined ? {} : { start: startOfDay(from, tz) }),
    ...(to === undefined ? {} : { end: startOfDay(addDays(to, 1), tz) }),
  };
};
