import { MAX_LABELS } from '@yunbiao/contract/limits/print';
import type { LabelData, Template } from '@yunbiao/label';
import { serialPlace, serialText } from '@yunbiao/label/serial';

type Place = {
  /** Row of the submission, from 0: rows that are not sent have no number. */
  row: number;
  /** Which of the copies, from 1; the first where none is named. */
  copy?: number;
  copies: number;
};

/** A template's fields, and the number that comes next in those that count. */
export type Counted = {
  content: Pick<Template, 'fields'>;
  serials: readonly { field: string; next: number }[];
};

/** As if none had been given yet. */
export const fromTheStart = (content: Pick<Template, 'fields'>): Counted => ({
  content,
  serials: content.fields.flatMap(({ name, serial }) =>
    serial === undefined ? [] : [{ field: name, next: serial.start }],
  ),
});

/**
 * The serial numbers a copy of a row would have if it were sent now, as the label shows them. Another batch may
 * be there first: the server gives them.
 */
export const comingNumbers = (
  { content, serials }: Counted,
  { row, copy = 1, copies }: Place,
): LabelData =>
  Object.fromEntries(
    content.fields.flatMap(({ name, serial }) => {
      const next = serials.find(({ field }) => field === name)?.next;
      if (serial === undefined || next === undefined) return [];
      const place = serialPlace(serial, { sequence: row + 1, copy, copies });
      return [[name, serialText(serial, next + place * serial.step)]];
    }),
  );

/** Numbers to look at labels with: of each shape that the numbers of a row of the submission have, one. */
export type NumbersOf = (row: number) => readonly LabelData[];

/** What a number is as wide as: so many digits and letters, in this order. A code packs pairs of digits closer. */
const getShape = (numbers: LabelData): string =>
  JSON.stringify(
    Object.values(numbers).map((text) => text.replaceAll(/\p{L}/gu, 'A').replaceAll(/\d/g, '0')),
  );

/**
 * The numbers rows would have, as far as they differ in what room they need: the 9 and the 10, not the 11. For one shape it
 * is the same numbers for every row, so that a row that moves is not looked at again. Beyond what a batch may have nothing
 * is printed, and no number is worked out.
 */
export const numbersByShape = (counted: Counted, copies: number): NumbersOf => {
  const first = comingNumbers(counted, { row: 0, copies: 1 });
  const known = new Map([[getShape(first), first]]);
  const fields = counted.content.fields.filter(({ serial }) => serial !== undefined);
  if (fields.length === 0) return () => [first];
  const each = fields.some(({ serial }) => serial?.perCopy) ? copies : 1;
  const found = new Map<number, readonly LabelData[]>();
  return (row) => {
    const before = found.get(row);
    if (before) return before;
    const own = new Set<LabelData>();
    const most = Math.min(each, MAX_LABELS - row * each);
    for (let copy = 1; copy <= most; copy += 1) {
      const numbers = comingNumbers(counted, { row, copy, copies });
      const shape = getShape(numbers);
      const same = known.get(shape) ?? numbers;
      known.set(shape, same);
      own.add(same);
    }
    const all = own.size > 0 ? [...own] : [first];
    found.set(row, all);
    return all;
  };
};
