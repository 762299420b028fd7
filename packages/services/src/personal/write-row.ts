import { createHash } from 'node:crypto';
import type { OwnedRow } from '@yunbiao/db';
import { iso } from '../time.ts';
import type { Held, Shown } from './holding.ts';

type Value = string | number | boolean | null | object;

/** Texts that were written in full, and in which row; so many are remembered. */
const COPIES = 1_000;

/** Finds what an earlier row of the table has already. */
export const createCopies = () => {
  const seen = new Map<string, string>();
  return (text: string, id: string): string | null => {
    const key = createHash('sha256').update(text).digest('base64');
    const first = seen.get(key);
    if (first !== undefined) return first;
    seen.set(key, id);
    const [eldest] = seen.keys();
    if (seen.size > COPIES && eldest !== undefined) seen.delete(eldest);
    return null;
  };
};
export type Copies = ReturnType<typeof createCopies>;

const parsed = (text: string): Value => {
  try {
    return JSON.parse(text) as Value;
  } catch {
    return text;
  }
};

type Where = { origin: string; id: string; copies: Copies };

const written = (shown: Shown, value: string | number, where: Where): Value => {
  switch (shown) {
    case 'id':
      return String(value);
    case 'time':
      return iso(Number(value));
    case 'flag':
      return value === 1;
    case 'json':
      return parsed(String(value));
    case 'copy': {
      const sameAs = where.copies(String(value), where.id);
      return sameAs === null ? parsed(String(value)) : { sameAs };
    }
    case 'path':
      return value === '' ? '' : `${where.origin}${value}`;
    case 'key':
      return `${where.origin}/${value}`;
    case 'plain':
    case 'secret':
    case 'inner':
      return value;
  }
};

const isShown = (shown: Shown): boolean => shown !== 'secret' && shown !== 'inner';

/** `member_id` → `memberId` */
const getName = (column: string): string =>
  column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Columns of a table that are taken along. */
export const columnsShown = ({ columns }: Held): [column: string, shown: Shown][] =>
  Object.entries(columns ?? {}).filter(([, shown]) => isShown(shown));

/** A row as one JSON object. `origin`: of the site, before own addresses. */
export const writeRow = (
  row: OwnedRow,
  columns: readonly (readonly [string, Shown])[],
  { origin, copies }: { origin: string; copies: Copies },
): string => {
  const where = { origin, copies, id: String(row['id']) };
  const out: Record<string, Value> = {};
  for (const [column, shown] of columns) {
    const value = row[column];
    out[getName(column)] =
      value === null || value === undefined ? null : written(shown, value, where);
  }
  return JSON.stringify(out);
};
