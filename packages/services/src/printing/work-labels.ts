import { MAX_WORKED } from '@yunbiao/contract';
import { type LabelData, type Template, workedNames, workOut } from '@yunbiao/label';
import { createEditionFinder } from '@yunbiao/label/label-edition';
import { invalid } from '../errors.ts';
import { MAX_REPORTED, type Row, getTitle } from './rows.ts';
import { listSerials, type TakenSerial } from '../serial/serials.ts';
import { turnTaker } from '../turns.ts';

/** A label of the submission with everything worked out: what it prints, now and when it is sent again. */
export type WorkedLabel = {
  sequence: number;
  copy: number;
  data: string;
  title: string;
  /** The edition of the fonts it is drawn with; 0 where no font draws it. */
  fontEdition: number;
};

/** What was typed, and nothing in the place of what is worked out. */
const pickTyped = (row: Row, worked: ReadonlySet<string>): LabelData =>
  Object.keys(row).some((name) => worked.has(name))
    ? Object.fromEntries(Object.entries(row).filter(([name]) => !worked.has(name)))
    : row;

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
  const notTyped = workedNames(template);
  const findEdition = createEditionFinder(template);
  const takeTurns = turnTaker();
  // Copies differ only where each has a number of its own.
  const differing = serials.some(({ rule }) => rule.perCopy) ? copies : 1;
  for (const [index, row] of rows.entries()) {
    const sequence = index + 1;
    const typed = pickTyped(row, notTyped);
    for (let copy = 1; copy <= differing && troubles.length < MAX_REPORTED; copy += 1) {
      const numbers = listSerials(serials, { sequence, copy, copies });
      const { data, errors } = workOut(template, { ...typed, ...numbers }, { at });
      await takeTurns();
      troubles.push(...troublesIn(template, sequence, errors));
      // The row is named once, by its first copy that has trouble.
      if (errors.size > 0) break;
      const json = JSON.stringify(data);
      const last = differing === 1 ? copies : copy;
      length += json.length * (last - copy + 1);
      if (length > MAX_WORKED) throw invalid({ rows: '标签的内容一共太多，分几批打' });
      const title = getTitle(data, template);
      const fontEdition = findEdition(data);
      for (let same = copy; same <= last; same += 1)
        labels.push({ sequence, copy: same, data: json, title, fontEdition });
    }
  }
  if (troubles.length > 0) throw invalid(Object.fromEntries(troubles.slice(0, MAX_REPORTED)));
  return labels;
};
