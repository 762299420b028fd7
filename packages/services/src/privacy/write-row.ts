import { createHash } from 'node:crypto';
import type { OwnedRow } from '@yunbiao/db';
import { toIso } from '../platform/time.ts';
import type { MemberTable, ExportFormat } from './table-inventory-types.ts';

type Value = string | number | boolean | null | object;

/** Maximum number of remembered texts, for references to an earlier row with the same text. */
const MAX_REMEMBERED_TEXTS = 1_000;

/** Finds texts that an earlier row of the table already contains. */
export const createDuplicateTextFinder = () => {
  const firstIds = new Map<string, string>();
  return (text: string, id: string): string | null => {
    const key = createHash('sha256').update(text).digest('base64');
    const first = firstIds.get(key);
    if (first !== undefined) return first;
    firstIds.set(key, id);
    const [eldest] = firstIds.keys();
    if (firstIds.size > MAX_REMEMBERED_TEXTS && eldest !== undefined) firstIds.delete(eldest);
    return null;
  };
};
export type CopyFinder = ReturnType<typeof createDuplicateTextFinder>;

const parseJsonOrText = (text: string): Value => {
  try {
    return JSON.parse(text) as Value;
  } catch {
    return text;
  }
};

type Where = { origin: string; id: string; copies: CopyFinder };

const formatExportValue = (format: ExportFormat, value: string | number, place: Where): Value => {
  switch (format) {
    case 'id':
      return String(value);
    case 'time':
      return toIso(Number(value));
    case 'flag':
      return value === 1;
    case 'json':
      return parseJsonOrText(String(value));
    case 'copy': {
      const sameAs = place.copies(String(value), place.id);
      return sameAs === null ? parseJsonOrText(String(value)) : { sameAs };
    }
    case 'path':
      return value === '' ? '' : `${place.origin}${value}`;
    case 'key':
      return `${place.origin}/${value}`;
    case 'plain':
    case 'secret':
    case 'inner':
      return value;
  }
};

const isExportedFormat = (format: ExportFormat): boolean =>
  format !== 'secret' && format !== 'inner';

/** `member_id` → `memberId` */
const toCamelCase = (column: string): string =>
  column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Columns of a table that the export contains. */
export const listExportedColumns = ({
  columns,
}: MemberTable): [column: string, shown: ExportFormat][] =>
  Object.entries(columns ?? {}).filter(([, format]) => isExportedFormat(format));

/** Writes a row as one JSON object. `origin`: the site's origin, to make own URLs absolute. */
export const formatExportRow = (
  row: OwnedRow,
  columns: readonly (readonly [string, ExportFormat])[],
  { origin, copies }: { origin: string; copies: CopyFinder },
): string => {
  const place = { origin, copies, id: String(row['id']) };
  const out: Record<string, Value> = {};
  for (const [column, format] of columns) {
    const value = row[column];
    out[toCamelCase(column)] =
      value === null || value === undefined ? null : formatExportValue(format, value, place);
  }
  return JSON.stringify(out);
};
