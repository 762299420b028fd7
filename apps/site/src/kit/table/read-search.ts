import { QUERY_LENGTH } from '@yunbiao/contract/limits/input';
import { isDay } from './days.ts';

/** An address's search as it was typed: malformed values are left out. */
export type RawSearch = Record<string, unknown>;

export const readText = (raw: RawSearch, key: string, max = QUERY_LENGTH): string | undefined => {
  const value = raw[key];
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
  return text === '' ? undefined : text.slice(0, max);
};

export const readId = (raw: RawSearch, key: string): string | undefined => {
  const text = readText(raw, key);
  return text !== undefined && /^[1-9]\d{0,15}$/.test(text) ? text : undefined;
};

export const readSingle = <T extends string>(
  raw: RawSearch,
  key: string,
  all: readonly T[],
): T | undefined => all.find((one) => one === raw[key]);

/** Without the keys that are not set, so that equal searches are equal. */
export const compact = <T extends RawSearch>(search: T): T =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as T;

export const readDates = (raw: RawSearch): { from: string | undefined; to: string | undefined } => {
  const [from, to] = [readText(raw, 'from'), readText(raw, 'to')];
  const toDay = (day: string | undefined) => (day !== undefined && isDay(day) ? day : undefined);
  const [a, b] = [toDay(from), toDay(to)];
  return a && b && a > b ? { from: b, to: a } : { from: a, to: b };
};
