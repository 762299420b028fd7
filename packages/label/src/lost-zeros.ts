import { isTyped } from './fields.ts';
import { isWholeUpcA } from './gs1/check-digits.ts';
import { trimCode } from './layout/invisible.ts';
import { findSoleField } from './placeholders.ts';
import { withCells } from './table.ts';
import type { LabelData, Template, TemplateField } from './template.ts';

/** The number with its leading zero. */
export const restoreZero = (text: string): string => `0${trimCode(text)}`;

/** A field whose numbers may have lost their leading zero, as spreadsheets drop it, and the rows, from 0. */
export type LostZeros = {
  field: TemplateField;
  rows: number[];
  example: string;
};

/**
 * Fields that are typed and printed as an EAN-13, with the rows where they hold twelve digits that are two products: one as
 * UPC-A, another with a check digit added. Linear in the rows.
 */
export function findLostZeros(
  { fields, elements }: Pick<Template, 'fields' | 'elements'>,
  data: readonly LabelData[],
): LostZeros[] {
  const listNames = (type: 'ean13' | 'upca'): Set<string> =>
    new Set(
      withCells(elements).flatMap((element) =>
        element.type === type ? (findSoleField(element.content) ?? []) : [],
      ),
    );
  // What is printed as a UPC-A as well has its twelve digits on purpose.
  const asUpcA = listNames('upca');
  const names = new Set([...listNames('ean13')].filter((name) => !asUpcA.has(name)));
  return fields
    .filter((field) => isTyped(field) && names.has(field.name))
    .flatMap((field) => {
      const read = (row: LabelData | undefined): string => trimCode(row?.[field.name] ?? '');
      const rows = data.flatMap((row, at) => (isWholeUpcA(read(row)) ? [at] : []));
      const [first] = rows;
      return first === undefined ? [] : [{ field, rows, example: read(data[first]) }];
    });
}
