import { MAX_STAT_DAYS } from '@yunbiao/contract/limits/print';
import type { DayFilter } from '../../../platform/day-bounds.ts';
import { createInvalidInputError } from '../../../platform/errors.ts';
import { addDays, DAY, getCalendarDay, getStartOfDay } from '../../../platform/time.ts';

const DEFAULT_DAYS = 30;

/** A range of calendar days in a zone, first and last included, and its instants. */
export type Period = {
  from: string;
  to: string;
  length: number;
  /** Epoch ms, inclusive. */
  start: number;
  /** Epoch ms, exclusive. */
  end: number;
};

export const createDayPeriod = (from: string, to: string, tz: string): Period => ({
  from,
  to,
  length: Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1,
  start: getStartOfDay(from, tz),
  end: getStartOfDay(addDays(to, 1), tz),
});

/** Period of a request; by default the last thirty days including today. @throws 400 */
export const parseStatisticsPeriod = ({ from, to, tz }: DayFilter, now: number): Period => {
  const last = to ?? getCalendarDay(now, tz);
  const first = from ?? addDays(last, 1 - DEFAULT_DAYS);
  if (first > last) throw createInvalidInputError({ from: '开始日期不能晚于结束日期' });
  const period = createDayPeriod(first, last, tz);
  if (period.length > MAX_STAT_DAYS) throw createInvalidInputError({ from: '一次最多看两年' });
  return period;
};

/** The preceding period of the same length. */
export const getPeriodBefore = ({ from, length }: Period, tz: string): Period =>
  createDayPeriod(addDays(from, -length), addDays(from, -1), tz);

export const listDays = ({ from, length }: Period): string[] => {
  const start = Date.parse(`${from}T00:00:00Z`);
  return Array.from({ length }, (_, index) =>
    new Date(start + index * DAY).toISOString().slice(0, 10),
  );
};
