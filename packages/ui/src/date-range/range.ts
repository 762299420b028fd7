import {
  addDays,
  addMonths,
  formatFullDay,
  countDays,
  getLastDay,
  getMonthOfDay,
  parseDay,
} from './days.ts';

/** First and last day, both included; '' for both: no limit. */
export type Range = { from: string; to: string };

export const NO_RANGE: Range = { from: '', to: '' };

export type Preset = { label: string; range: Range };

export const listDateRangePresets = (today: string, withAll: boolean): Preset[] => {
  const month = getMonthOfDay(today);
  const before = addMonths(month, -1);
  const toLastDays = (days: number): Range => ({ from: addDays(today, 1 - days), to: today });
  return [
    ...(withAll ? [{ label: '全部时间', range: NO_RANGE }] : []),
    { label: '今天', range: toLastDays(1) },
    { label: '昨天', range: { from: addDays(today, -1), to: addDays(today, -1) } },
    { label: '近 7 天', range: toLastDays(7) },
    { label: '近 30 天', range: toLastDays(30) },
    { label: '本月', range: { from: `${month}-01`, to: today } },
    { label: '上月', range: { from: `${before}-01`, to: getLastDay(before) } },
  ];
};

export const isSameRange = (a: Range, b: Range): boolean => a.from === b.from && a.to === b.to;

/** Range of two days in any order. */
export const createOrderedRange = (a: string, b: string): Range =>
  a <= b ? { from: a, to: b } : { from: b, to: a };

export type Limits = {
  /** Last selectable day. */
  max: string;
  /** Maximum length, days. */
  maxDays?: number | undefined;
};

type Field = keyof Range;

/** Result of parsing the two fields: a range, or an error for one field. */
export type ParsedRange = { ok: true; range: Range } | { ok: false; field: Field; message: string };

const NAMES = { from: '开始日期', to: '结束日期' } as const;

/** Field with invalid input. Null if there is none or the field is only empty. */
export const findInvalidField = (range: Range, read: ParsedRange): Field | null =>
  read.ok || range[read.field] === '' ? null : read.field;

export const parseDayRange = (typedRange: Range, { max, maxDays }: Limits): ParsedRange => {
  const days = { from: parseDay(typedRange.from), to: parseDay(typedRange.to) };
  // Report invalid input before an empty field.
  const fields: Field[] =
    typedRange.from === '' && typedRange.to !== '' ? ['to', 'from'] : ['from', 'to'];
  for (const field of fields) {
    const day = days[field];
    const name = NAMES[field];
    if (day === null) return { ok: false, field, message: `${name}写成 ${max} 这样` };
    if (day > max) return { ok: false, field, message: `${name}最晚是 ${formatFullDay(max)}` };
  }
  const range = { from: days.from ?? '', to: days.to ?? '' };
  if (range.from > range.to)
    return { ok: false, field: 'from', message: '开始日期不能晚于结束日期' };
  if (maxDays !== undefined && countDays(range.from, range.to) > maxDays)
    return { ok: false, field: 'from', message: `一次最多看 ${maxDays} 天` };
  return { ok: true, range };
};
