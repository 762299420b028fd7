import type { Fonts } from './font/font.ts';
import { fieldNamesIn } from './placeholders.ts';
import { typedFields } from './fields.ts';
import { withCells } from './table.ts';
import type { LabelData, Template, TemplateField } from './template.ts';
import { missingIn } from './text/shape.ts';
import { explainMissing, showMissing } from './text/why-missing.ts';

/** Why a value cannot be printed. `message` is Chinese, names the field, and says what to change. */
export type DataTrouble = {
  field: TemplateField;
  code: 'field-required' | 'field-too-long' | 'missing-glyph';
  message: string;
};

/** A field without a value prints nothing, whether its key is there or not. */
export function getValue(data: LabelData, name: string): string {
  return (Object.hasOwn(data, name) ? data[name] : undefined) ?? '';
}

function lengthTrouble(field: TemplateField, value: string): DataTrouble | undefined {
  const { label, maxLength } = field;
  // Characters are counted only where it can matter: 10,000 rows are looked at one after another.
  if (maxLength === undefined || value.length <= maxLength) return undefined;
  const length = Array.from(value).length;
  if (length <= maxLength) return undefined;
  const message = `${label}最多 ${maxLength} 个字，现在有 ${length} 个`;
  return { field, code: 'field-too-long', message };
}

function glyphTrouble(
  field: TemplateField,
  value: string,
  fonts: readonly Fonts[400][],
): DataTrouble | undefined {
  for (const font of fonts) {
    const [first] = missingIn(font, value);
    if (first === undefined) continue;
    const message = `${field.label}的第 ${first.place} 个字“${showMissing(first.character)}”${explainMissing(first.character)}，印不出来，请换一个`;
    return { field, code: 'missing-glyph', message };
  }
  return undefined;
}

/** The weights each field is drawn in. Only text is drawn with a font: what a code holds is no glyph. */
function drawnWeights(elements: Template['elements']): Map<string, Set<400 | 700>> {
  const weights = new Map<string, Set<400 | 700>>();
  for (const element of withCells(elements)) {
    if (element.type !== 'text' || element.missingGlyph === 'gap') continue;
    const add = (content: string, weight: 400 | 700): void => {
      for (const name of fieldNamesIn(content))
        weights.set(name, (weights.get(name) ?? new Set()).add(weight));
    };
    add(element.content, element.weight);
    if (element.tail) add(element.tail.content, element.tail.weight);
  }
  return weights;
}

/**
 * The check every row passes before it is printed: the page's before it is sent, the server's before it is stored and
 * the engine's own. Linear in the text. Without `fonts` characters are not looked at.
 *
 * @example
 * const check = dataCheck(template, fonts);
 * check({ 货号: '' }); // [{ field, code: 'field-required', message: '请填写货号' }]
 */
export function dataCheck(
  template: Pick<Template, 'fields' | 'elements'>,
  fonts?: Fonts,
): (data: LabelData) => DataTrouble[] {
  const weights = fonts ? drawnWeights(template.elements) : undefined;
  // What is worked out is told by the element that shows it.
  const checked = typedFields(template).map((field) => ({
    field,
    fonts: fonts ? [...(weights?.get(field.name) ?? [])].map((weight) => fonts[weight]) : [],
  }));
  return (data) =>
    checked.flatMap(({ field, fonts: drawnWith }): DataTrouble[] => {
      const value = getValue(data, field.name);
      if (value.trim() === '') {
        const message = `请填写${field.label}`;
        return field.required === true ? [{ field, code: 'field-required', message }] : [];
      }
      const trouble = lengthTrouble(field, value) ?? glyphTrouble(field, value, drawnWith);
      return trouble ? [trouble] : [];
    });
}
