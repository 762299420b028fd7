import type { LabelData, Template } from '@yunbiao/label';
import { serialPlace, serialText } from '@yunbiao/label/serial';

type Place = {
  /** Row of the submission, from 0. */
  row: number;
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
 * The serial numbers the first copy of a row would have if it were sent now, as the label shows them. Another batch may
 * be there first: the server gives them.
 */
export const comingNumbers = ({ content, serials }: Counted, { row, copies }: Place): LabelData =>
  Object.fromEntries(
    content.fields.flatMap(({ name, serial }) => {
      const next = serials.find(({ field }) => field === name)?.next;
      if (serial === undefined || next === undefined) return [];
      const place = serialPlace(serial, { sequence: row + 1, copy: 1, copies });
      return [[name, serialText(serial, next + place * serial.step)]];
    }),
  );
