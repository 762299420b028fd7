import { MAX_LABELS } from '@yunbiao/contract/limits/print';
import type { LabelData, Template } from '@yunbiao/label';
import { computeSerialIndexInBatch, formatSerial } from '@yunbiao/label/serial';

type SerialPlace = {
  /** Row of the submission, from 0. Rows that are not sent get no serial number. */
  row: number;
  /** Copy number, from 1. Default 1. */
  copy?: number;
  copies: number;
};

/** The fields of a template and the next number of each serial field. */
export type SerialState = {
  content: Pick<Template, 'fields'>;
  serials: readonly { field: string; next: number }[];
};

/** Starts all serial fields at their start value. */
export const createInitialSerialState = (content: Pick<Template, 'fields'>): SerialState => ({
  content,
  serials: content.fields.flatMap(({ name, serial }) =>
    serial === undefined ? [] : [{ field: name, next: serial.start }],
  ),
});

/**
 * Computes the serial numbers a copy of a row would get if it were sent now. This is a preview: the
 * server assigns the numbers, and another batch may be sent first.
 */
export const previewSerialNumbers = (
  { content, serials }: SerialState,
  { row, copy = 1, copies }: SerialPlace,
): LabelData =>
  Object.fromEntries(
    content.fields.flatMap(({ name, serial }) => {
      const next = serials.find(({ field }) => field === name)?.next;
      if (serial === undefined || next === undefined) return [];
      const place = computeSerialIndexInBatch(serial, { sequence: row + 1, copy, copies });
      return [[name, formatSerial(serial, next + place * serial.step)]];
    }),
  );

/** Returns representative serial numbers for a row, one for each text shape (see `getSerialNumbersShape`). */
export type GetRowNumbers = (row: number) => readonly LabelData[];

/**
 * Replaces letters with A and digits with 0. Numbers with the same shape need the same space. The
 * shape keeps the order because barcodes encode pairs of digits more densely.
 */
const getSerialNumbersShape = (numbers: LabelData): string =>
  JSON.stringify(
    Object.values(numbers).map((text) => text.replaceAll(/\p{L}/gu, 'A').replaceAll(/\d/g, '0')),
  );

/**
 * Returns serial numbers that differ in the space they need: 9 and 10, but not 11. Rows with the
 * same shape share one object, so that a moved row is not checked again. Rows beyond MAX_LABELS are
 * not printed and get the first numbers.
 */
export const createDistinctNumbersOfRows = (state: SerialState, copies: number): GetRowNumbers => {
  const first = previewSerialNumbers(state, { row: 0, copies: 1 });
  const numbersOfShape = new Map([[getSerialNumbersShape(first), first]]);
  const fields = state.content.fields.filter(({ serial }) => serial !== undefined);
  if (fields.length === 0) return () => [first];
  const copiesPerShape = fields.some(({ serial }) => serial?.perCopy) ? copies : 1;
  const numbersByRow = new Map<number, readonly LabelData[]>();
  return (row) => {
    const knownNumbers = numbersByRow.get(row);
    if (knownNumbers) return knownNumbers;
    const ownNumbers = new Set<LabelData>();
    const max = Math.min(copiesPerShape, MAX_LABELS - row * copiesPerShape);
    for (let copy = 1; copy <= max; copy += 1) {
      const numbers = previewSerialNumbers(state, { row, copy, copies });
      const shape = getSerialNumbersShape(numbers);
      const shapeNumbers = numbersOfShape.get(shape) ?? numbers;
      numbersOfShape.set(shape, shapeNumbers);
      ownNumbers.add(shapeNumbers);
    }
    const rowNumbers = ownNumbers.size > 0 ? [...ownNumbers] : [first];
    numbersByRow.set(row, rowNumbers);
    return rowNumbers;
  };
};
