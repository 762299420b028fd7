import { MAX_STAT_DAYS } from '@yunbiao/contract/limits/print';
import type { DayFilter } from '../day-bounds.ts';
import { invalid } from '../errors.ts';
import { addDays, DAY, getDay, startOfDay } from '../time.ts';

const DEFAULT_DAYS = 30;

/** Whole days in a zone: the calendar days, first and last included, and the instants they span. */
export type Period = {
  from: string;
  to: string;
  /** Number of days. */
  length: number;
  /** Epoch ms, included. */
  start: number;
  /** Epoch ms, not included. */
  end: number;
};

export const getPeriod = (from: string, to: string, tz: string): Period => ({
  from,
  to,
  length: Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1,
  start: startOfDay(from, tz),
  end: startOfDay(addDays(to, 1), tz),
});

/** The period asked for; without days the last thirty, today included. @throws 400 */
export const readPeriod = ({ from, to, tz }: DayFilter, now: number): Period => {
  const last = to ?? getDay(now, tz);
  const first = from ?? addDays(last, 1 - DEFAULT_DAYS);
  if (first > last) throw invalid({ from: '开始日期不能晚于结束日期' });
  const period = getPeriod(first, last, tz);
  if (period.length > MAX_STAT_DAYS) throw invalid({ from: '一次最多看两年' });
  return period;
};

/** The period of the same length before. */
export const periodBefore = ({ from, length }: Period, tz: string): Period =>
  getPeriod(addDays(from, -length), addDays(from, -1), tz);

/** The calendar days of a period, in order. */
export const listDays = ({ from, length }: Period): string[] => {
  const start = Date.parse(`${from}T00:00:00Z`);
  return Array.from({ length }, (_, index) =>
    new Date(start + index * DAY).toISOString().slice(0, 10),
  );
};
