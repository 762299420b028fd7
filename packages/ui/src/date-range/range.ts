import { addDays, addMonths, dayText, daysBetween, getLast, findMonth, readDay } from './days.ts';

/** First and last day, both included; '' on both sides: no limit. */
export type Range = { from: string; to: string };

export const NO_RANGE: Range = { from: '', to: '' };

export type Preset = { label: string; range: Range };

export const listPresets = (today: string, withAll: boolean): Preset[] => {
  const month = findMonth(today);
  const before = addMonths(month, -1);
  const back = (days: number): Range => ({ from: addDays(today, 1 - days), to: today });
  return [
    ...(withAll ? [{ label: '全部时间', range: NO_RANGE }] : []),
    { label: '今天', range: back(1) },
    { label: '昨天', range: { from: addDays(today, -1), to: addDays(today, -1) } },
    { label: '近 7 天', range: back(7) },
    { label: '近 30 天', range: back(30) },
    { label: '本月', range: { from: `${month}-01`, to: today } },
    { label: '上月', range: { from: `${before}-01`, to: getLast(before) } },
  ];
};

export const isSame = (a: Range, b: Range): boolean => a.from === b.from && a.to === b.to;

/** Two days in order, whichever was chosen first. */
export const between = (a: string, b: string): Range =>
  a <= b ? { from: a, to: b } : { from: b, to: a };

export type Limits = {
  /** The last day that can be chosen. */
  max: string;
  /** Longest range, days. */
  maxDays?: number | undefined;
};

type Field = keyof Range;

/** What the two fields say: a range, or why not, by field. */
export type Typed = { ok: true; range: Range } | { ok: false; field: Field; message: string };

const NAMES = { from: '开始日期', to: '结束日期' } as const;

/** The field that was typed wrong; null while nothing is, or the one amiss is only blank. */
export const findWrongField = (typed: Range, read: Typed): Field | null =>
  read.ok || typed[read.field] === '' ? null : read.field;

export const readRange = (typed: Range, { max, maxDays }: Limits): Typed => {
  const days = { from: readDay(typed.from), to: readDay(typed.to) };
  // What was typed wrong is named before what is still blank.
  const fields: Field[] = typed.from === '' && typed.to !== '' ? ['to', 'from'] : ['from', 'to'];
  for (const field of fields) {
    const day = days[field];
    const name = NAMES[field];
    if (day === null) return { ok: false, field, message: `${name}写成 ${max} 这样` };
    if (day > max) return { ok: false, field, message: `${name}最晚是 ${dayText(max)}` };
  }
  const range = { from: days.from ?? '', to: days.to ?? '' };
  if (range.from > range.to)
    return { ok: false, field: 'from', message: '开始日期不能晚于结束日期' };
  if (maxDays !== undefined && daysBetween(range.from, range.to) > maxDays)
    return { ok: false, field: 'from', message: `一次最多看 ${maxDays} 天` };
  return { ok: true, range };
};
