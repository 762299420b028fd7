import type { ZplField } from '../label.ts';
import { isWithin } from './context.ts';
import type { TemplateContext } from './context.ts';

const MAX_SERIAL_DIGITS = 12;

/** Zero-width space, which no font draws. */
const ZERO_WIDTH_SPACE = '\u200b';

/** Separates double braces, which would be a template field. */
const separateDoubleBraces = (text: string): string =>
  text.replaceAll(/\{(?=\{)/g, `{${ZERO_WIDTH_SPACE}`);

/**
 * Whether a code contains braces that would be a template field; codes cannot contain the
 * separator.
 */
export const hasBraces = ({ serial }: ZplField, text: string): boolean =>
  text.includes('{{') || (serial !== undefined && /[{}]/.test(text));

/** Inserts a field between texts whose braces must not join it. */
function embedFieldPlaceholder(before: string, name: string, after: string): string {
  const left = before.endsWith('{') ? ZERO_WIDTH_SPACE : '';
  const right = after.startsWith('}') ? ZERO_WIDTH_SPACE : '';
  return `${separateDoubleBraces(before)}${left}{{${name}}}${right}${separateDoubleBraces(after)}`;
}

/** Content of an element: constant, with a field for an external value, or with a serial number. */
export function buildElementContent(
  context: TemplateContext,
  field: ZplField,
  text: string,
): string {
  if (field.serial !== undefined) return buildSerialContent(context, field, text);
  if (field.number === undefined) return separateDoubleBraces(text);
  const name = registerTemplateField(context, `FN${field.number}`, text);
  return name === undefined ? separateDoubleBraces(text) : `{{${name}}}`;
}

/**
 * Returns the name of a field with this sample. Uses a numbered name when the field already has
 * another sample.
 */
function registerTemplateField(
  { fields, limits, report, label }: TemplateContext,
  wantedName: string,
  sample: string,
): string | undefined {
  for (let i = 1; i <= limits.fields; i += 1) {
    const name = i === 1 ? wantedName : `${wantedName}_${i}`;
    const existingField = fields.get(name);
    if (existingField?.sample === sample) return name;
    if (existingField !== undefined) continue;
    if (fields.size >= limits.fields || sample.length > limits.sampleLength) break;
    fields.set(name, { name, label: name, sample });
    return name;
  }
  const [first] = label.fields;
  if (first) report('warning', first.place, `“${wantedName}”没有做成可填的一栏，照原样写死`);
  return undefined;
}

/** Splits at the last run of digits. */
function splitLastDigits(
  text: string,
): { before: string; digits: string; after: string } | undefined {
  let to = text.length;
  while (to > 0 && !isDigitAt(text, to - 1)) to -= 1;
  let from = to;
  while (from > 0 && isDigitAt(text, from - 1) && to - from < MAX_SERIAL_DIGITS) from -= 1;
  if (from === to) return undefined;
  return { before: text.slice(0, from), digits: text.slice(from, to), after: text.slice(to) };
}

const isDigitAt = (text: string, at: number): boolean => /[0-9]/.test(text.charAt(at));

/** Converts a serial number to a serial field. */
function buildSerialContent(
  { fields, limits, report }: TemplateContext,
  field: ZplField,
  text: string,
): string {
  const { serial, place } = field;
  const parts = splitLastDigits(text);
  const count = [...fields.values()].filter((field) => field.serial !== undefined).length;
  if (
    serial === undefined ||
    parts === undefined ||
    !isWithin(serial.step, limits.serialStep) ||
    fields.size >= limits.fields
  ) {
    report('warning', place, '流水号没有保留，照第一张的写死');
    return separateDoubleBraces(text);
  }
  const { before, digits, after } = parts;
  const name = `流水号${count + 1}`;
  const width = serial.isFilled ? digits.length : 0;
  fields.set(name, {
    name,
    label: name,
    sample: digits,
    serial: {
      start: Number(digits),
      step: serial.step,
      width,
      digits: 'decimal',
      reset: 'never',
      perCopy: true,
    },
  });
  return embedFieldPlaceholder(before, name, after);
}
