import { setImmediate } from 'node:timers/promises';
import { MAX_WORKED } from '@yunbiao/contract';
import { isTyped, type LabelData, type Template, workOut } from '@yunbiao/label';
import { invalid } from '../errors.ts';
import { MOST_NAMED, type Row, titleOf } from './rows.ts';
import { serialsOf, type TakenSerial } from '../serial/serials.ts';

/** A label of the submission with everything worked out: what it prints, now and when it is sent again. */
export type WorkedLabel = { sequence: number; copy: number; data: string; title: string };

/** Labels worked out before others have a turn. */
const LABELS_AT_ONCE = 200;

/** What was typed, and nothing in the place of what is worked out. */
const typedOf = (row: Row, { fields }: Template): LabelData => {
  const computed = new Set(fields.filter((field) => !isTyped(field)).map(({ name }) => name));
  return computed.size === 0
    ? row
    : Object.fromEntries(Object.entries(row).filter(([name]) => !computed.has(name)));
};

type Work = {
  rows: readonly Row[];
  copies: number;
  template: Template;
  /** What the member's clock shows. */
  at: string;
  serials: readonly TakenSerial[];
};

/** What is wrong with the formulas of a row, by its field or formula. */
const troublesIn = (
  { fields }: Template,
  sequence: number,
  errors: ReadonlyMap<string, string>,
): [string, string][] =>
  Array.from(errors, ([name, message]) => {
    const label = fields.find((field) => field.name === name)?.label;
    return [
      `rows.${sequence - 1}.${name}`,
      `第 ${sequence} 行，${label ?? `公式“${name}”`}：${message}`,
    ];
  });

/**
 * Works out the formulas of every label, the copies of a row after each other. The results are stored with the labels:
 * whoever draws them later, an older client or a newer engine, draws what was accepted.
 * @throws 400 that names rows and formulas
 */
export const workLabels = async (work: Work): Promise<WorkedLabel[]> => {
  const { rows, copies, template, at, serials } = work;
  const labels: WorkedLabel[] = [];
  const troubles: [string, string][] = [];
  let length = 0;
  // Copies differ only where each has a number of its own.
  const differing = serials.some(({ rule }) => rule.perCopy) ? copies : 1;
  for (const [index, row] of rows.entries()) {
    const sequence = index + 1;
    const typed = typedOf(row, template);
    for (let copy = 1; copy <= differing && troubles.length < MOST_NAMED; copy += 1) {
      const numbers = serialsOf(serials, { sequence, copy, copies });
      const { data, errors } = workOut(template, { ...typed, ...numbers }, { at });
      troubles.push(...troublesIn(template, sequence, copy === 1 ? errors : new Map()));
      const json = JSON.stringify(data);
      length += json.length;
      if (length > MAX_WORKED) throw invalid({ rows: '公式算出来的内容太多，分几批打' });
      const title = titleOf(data, template);
      const last = differing === 1 ? copies : copy;
      for (let same = copy; same <= last; same += 1)
        labels.push({ sequence, copy: same, data: json, title });
      if (labels.length % LABELS_AT_ONCE === 0) await setImmediate();
    }
  }
  if (troubles.length > 0) throw invalid(Object.fromEntries(troubles.slice(0, MOST_NAMED)));
  return labels;
};
