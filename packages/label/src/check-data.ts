import { listConditionalElements } from './condition/conditions.ts';
import type { GroupedElements } from './groups.ts';
import type { Fonts } from './font/font.ts';
import { getFullElementText, listPlaceholderNames } from './placeholders.ts';
import { listFillableFields } from './fields.ts';
import { listElementsWithCells } from './table.ts';
import { listTextRuns } from './text-runs.ts';
import type { LabelData, Template, TemplateField } from './template.ts';
import { listMissingCharacters } from './text/shape.ts';
import { describeMissingGlyphReason, formatMissingCharacter } from './text/missing-reason.ts';

/**
 * Reason why a value cannot be printed. `message` is Chinese, names the field, and says what to
 * change.
 */
export type DataFault = {
  field: TemplateField;
  code: 'field-required' | 'field-too-long' | 'missing-glyph';
  message: string;
};

/** Returns '' for a missing or undefined value: both print nothing. */
export function getFieldValue(data: LabelData, name: string): string {
  return (Object.hasOwn(data, name) ? data[name] : undefined) ?? '';
}

function checkFieldLength(field: TemplateField, value: string): DataFault | undefined {
  const { label, maxLength } = field;
  // Counts code points only if the UTF-16 length exceeds the limit: a batch checks 10,000 rows.
  if (maxLength === undefined || value.length <= maxLength) return undefined;
  const length = Array.from(value).length;
  if (length <= maxLength) return undefined;
  const message = `${label}最多 ${maxLength} 个字，现在有 ${length} 个`;
  return { field, code: 'field-too-long', message };
}

function checkFieldGlyphs(
  field: TemplateField,
  value: string,
  fonts: readonly Fonts[400][],
): DataFault | undefined {
  for (const font of fonts) {
    const [first] = listMissingCharacters(font, value);
    if (first === undefined) continue;
    const message = `${field.label}的第 ${first.place} 个字“${formatMissingCharacter(first.character)}”${describeMissingGlyphReason(first.character)}，打印不出来，请换一个`;
    return { field, code: 'missing-glyph', message };
  }
  return undefined;
}

/**
 * Weights in which each field is drawn. Only text elements count: barcodes draw no glyphs of their
 * content.
 */
function listFontWeightsByTextField(template: GroupedElements): Map<string, Set<400 | 700>> {
  const weights = new Map<string, Set<400 | 700>>();
  for (const element of listElementsWithCells(template)) {
    if (element.type !== 'text' || element.missingGlyph === 'gap') continue;
    for (const { content, weight } of listTextRuns(element))
      for (const name of listPlaceholderNames(content))
        weights.set(name, (weights.get(name) ?? new Set()).add(weight));
  }
  return weights;
}

/** Names a label needs after its conditions; undefined for all. */
export type NeededNamesFinder = (data: LabelData) => ReadonlySet<string> | undefined;

/** Fields that elements without conditions show. */
function createNeededNamesFallback(
  template: Pick<Template, 'fields' | 'elements' | 'groups'>,
): NeededNamesFinder {
  const elements = listConditionalElements(template);
  if (elements.every(({ conditions }) => conditions.length === 0)) return () => undefined;
  const names = new Set(
    elements.flatMap(({ element, conditions }) =>
      conditions.length === 0 ? listPlaceholderNames(getFullElementText(element) ?? '') : [],
    ),
  );
  return () => names;
}

/**
 * Creates the check of a label's data: required fields, maximum lengths, and glyphs that the
 * template's fonts lack. It returns the faults, at most one per field. Every row passes it before
 * printing: on the page before sending, on the server before storing, and in the engine. Linear in
 * the text. Without `fonts`, missing glyphs are not checked. Fields that only hidden elements of the
 * label use are not checked when `findNeeded` says so (`listNeededNames`); without it, fields that only
 * elements with conditions use are left to the checks that have it.
 *
 * @example
 * const check = createLabelDataCheck(template, fonts);
 * check({ 货号: '' }); // [{ field, code: 'field-required', message: '请填写货号' }]
 */
export function createLabelDataCheck(
  template: Pick<Template, 'fields' | 'elements' | 'groups'>,
  fonts?: Fonts,
  findNeeded: NeededNamesFinder = createNeededNamesFallback(template),
): (data: LabelData) => DataFault[] {
  const weights = fonts ? listFontWeightsByTextField(template) : undefined;
  // The element that shows a computed value reports its problems, so only typed fields are checked.
  const checkedFields = listFillableFields(template).map((field) => ({
    field,
    fonts: fonts ? [...(weights?.get(field.name) ?? [])].map((weight) => fonts[weight]) : [],
  }));
  return (data) => {
    const neededNames = findNeeded(data);
    return checkedFields.flatMap(({ field, fonts: drawnWith }): DataFault[] => {
      if (neededNames?.has(field.name) === false) return [];
      const value = getFieldValue(data, field.name);
      if (value.trim() === '') {
        const message = `请填写${field.label}`;
        return field.required === true ? [{ field, code: 'field-required', message }] : [];
      }
      const trouble = checkFieldLength(field, value) ?? checkFieldGlyphs(field, value, drawnWith);
      return trouble ? [trouble] : [];
    });
  };
}
