import { isTypedField } from './fields.ts';
import { isValidUpcA } from './gs1/check-digits.ts';
import { trimCodeContent } from './layout/invisible.ts';
import { findSolePlaceholderName } from './placeholders.ts';
import { listElementsWithCells } from './table.ts';
import type { LabelData, Template, TemplateField } from './template.ts';

export const restoreLeadingZero = (text: string): string => `0${trimCodeContent(text)}`;

/**
 * A field whose numbers may have lost their leading zero in a spreadsheet, and the affected rows,
 * from 0.
 */
export type LostZeroField = {
  field: TemplateField;
  rows: number[];
  example: string;
};

/**
 * Finds typed fields printed as EAN-13, with the rows whose twelve digits are ambiguous: valid as
 * UPC-A, and as another product with a check digit added. Linear in the rows.
 */
export function findLostLeadingZeros(
  template: Pick<Template, 'fields' | 'elements' | 'groups'>,
  data: readonly LabelData[],
): LostZeroField[] {
  const listFieldsPrintedAs = (type: 'ean13' | 'upca'): Set<string> =>
    new Set(
      listElementsWithCells(template).flatMap((element) =>
        element.type === type ? (findSolePlaceholderName(element.content) ?? []) : [],
      ),
    );
  // Fields also printed as UPC-A have twelve digits on purpose.
  const upcAFieldNames = listFieldsPrintedAs('upca');
  const names = new Set(
    [...listFieldsPrintedAs('ean13')].filter((name) => !upcAFieldNames.has(name)),
  );
  return template.fields
    .filter((field) => isTypedField(field) && names.has(field.name))
    .flatMap((field) => {
      const readFieldValue = (row: LabelData | undefined): string =>
        trimCodeContent(row?.[field.name] ?? '');
      const rows = data.flatMap((row, at) => (isValidUpcA(readFieldValue(row)) ? [at] : []));
      const [first] = rows;
      return first === undefined ? [] : [{ field, rows, example: readFieldValue(data[first]) }];
    });
}
