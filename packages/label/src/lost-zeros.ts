import { isTyped } from './fields.ts';
import { checkDigitOf } from './gs1/check-digits.ts';
import { fieldNamesIn } from './placeholders.ts';
import { withCells } from './table.ts';
import type { LabelData, Template, TemplateField } from './template.ts';

/** Twelve digits that end in the check digit of the eleven before: UPC-A, or an EAN-13 whose leading zero is gone. */
export const isWholeUpcA = (text: string): boolean =>
  /^\d{12}$/.test(text) && String(checkDigitOf(text.slice(0, 11))) === text.slice(11);

/** The one field a content consists of; undefined where there is more, or none. */
export function findSoleField(content: string): string | undefined {
  if (!/^\s*\{\{[^{}]*\}\}\s*$/.test(content)) return undefined;
  const [name, ...others] = fieldNamesIn(content);
  return others.length === 0 ? name : undefined;
}

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
  const names = new Set(
    withCells(elements).flatMap((element) =>
      element.type === 'ean13' ? (findSoleField(element.content) ?? []) : [],
    ),
  );
  return fields
    .filter((field) => isTyped(field) && names.has(field.name))
    .flatMap((field) => {
      const rows = data.flatMap((row, at) =>
        isWholeUpcA((row[field.name] ?? '').trim()) ? [at] : [],
      );
      const [first] = rows;
      if (first === undefined) return [];
      return [{ field, rows, example: (data[first]?.[field.name] ?? '').trim() }];
    });
}
