import { setImmediate } from 'node:timers/promises';
import { MAX_WORKED } from '@yunbiao/contract';
import { isTyped, type LabelData, type Template, workOut } from '@yunbiao/label';
import { invalid } from '../errors.ts';
import { wallClock } from '../time.ts';
import { MOST_NAMED, type Row, titleOf } from './rows.ts';

/** A row of the submission with everything worked out: what its labels print, now and when they are sent again. */
export type WorkedRow = { data: string; title: string };

/** Rows worked out before others have a turn. */
const ROWS_AT_ONCE = 200;

const pad = (value: number, length = 2): string => String(value).padStart(length, '0');

/** What the clock of that zone shows, as the label engine takes it: `2026-11-23T14:05:09`. */
export const clockText = (ms: number, tz: string): string => {
  const { year, month, day, hour, minute, second } = wallClock(ms, tz);
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}:${pad(second)}`;
};

/** What was typed, and nothing in the place of what is worked out. */
const typedOf = (row: Row, { fields }: Template): LabelData => {
  const computed = new Set(fields.filter((field) => !isTyped(field)).map(({ name }) => name));
  return computed.size === 0
    ? row
    : Object.fromEntries(Object.entries(row).filter(([name]) => !computed.has(name)));
};

/**
 * Works out the formulas of every row. The results are stored with the labels: whoever draws them later, an older client
 * or a newer engine, draws what was accepted.
 * @throws 400 that names rows and formulas
 */
export const workRows = async (
  rows: readonly Row[],
  template: Template,
  at: string,
): Promise<WorkedRow[]> => {
  const worked: WorkedRow[] = [];
  const troubles: Record<string, string> = {};
  let length = 0;
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate();
    const { data, errors } = workOut(template, typedOf(row, template), { at });
    for (const [name, message] of errors) {
      const label = template.fields.find((field) => field.name === name)?.label;
      const what = label === undefined ? `公式“${name}”` : label;
      troubles[`rows.${index}.${name}`] = `第 ${index + 1} 行，${what}：${message}`;
    }
    const json = JSON.stringify(data);
    length += json.length;
    if (length > MAX_WORKED) throw invalid({ rows: '公式算出来的内容太多，分几批打' });
    if (Object.keys(troubles).length >= MOST_NAMED) break;
    worked.push({ data: json, title: titleOf(data, template) });
  }
  if (Object.keys(troubles).length > 0)
    throw invalid(Object.fromEntries(Object.entries(troubles).slice(0, MOST_NAMED)));
  return worked;
};
