import { QUERY_LENGTH } from '@yunbiao/contract/limits/input';
import { isValidDay } from './days.ts';

/** Unvalidated search of an address. Readers drop malformed values. */
export type RawSearch = Record<string, unknown>;

export const readSearchText = (
  raw: RawSearch,
  key: string,
  max = QUERY_LENGTH,
): string | undefined => {
  const value = raw[key];
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
  return text === '' ? undefined : text.slice(0, max);
};

export const readSearchId = (raw: RawSearch, key: string): string | undefined => {
  const text = readSearchText(raw, key);
  return text !== undefined && /^[1-9]\d{0,15}$/.test(text) ? text : undefined;
};

export const readSearchChoice = <T extends string>(
  raw: RawSearch,
  key: string,
  choices: readonly T[],
): T | undefined => choices.find((choice) => choice === raw[key]);

/** Removes unset keys, so that equal searches are equal objects. */
export const omitUnset = <T extends RawSearch>(search: T): T =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as T;

export const readDates = (raw: RawSearch): { from: string | undefined; to: string | undefined } => {
  const [from, to] = [readSearchText(raw, 'from'), readSearchText(raw, 'to')];
  const validateDay = (day: string | undefined) =>
    day !== undefined && isValidDay(day) ? day : undefined;
  const [a, b] = [validateDay(from), validateDay(to)];
  return a && b && a > b ? { from: b, to: a } : { from: a, to: b };
};
