import type { ZplField } from '../label.ts';
import { isWithin } from './context.ts';
import type { TemplateContext } from './context.ts';

const MAX_SERIAL_DIGITS = 12;

/** No font draws it. */
const APART = '\u200b';

/** Two braces would be a field of ours: something goes between them. */
const withoutBraces = (text: string): string => text.replaceAll(/\{(?=\{)/g, `{${APART}`);

/** Whether a code's content has braces that would be a field of ours: nothing may be put between them. */
export const hasBraces = ({ serial }: ZplField, text: string): boolean =>
  text.includes('{{') || (serial !== undefined && /[{}]/.test(text));

/** A field of ours between foreign texts, whose braces are none of its. */
function between(before: string, name: string, after: string): string {
  const left = before.endsWith('{') ? APART : '';
  const right = after.startsWith('}') ? APART : '';
  return `${withoutBraces(before)}${left}{{${name}}}${right}${withoutBraces(after)}`;
}

/** What an element says: as it is, with a field for a value that is given from outside, or with a number that counts. */
export function getValue(context: TemplateContext, field: ZplField, text: string): string {
  if (field.serial !== undefined) return serialValue(context, field, text);
  if (field.number === undefined) return withoutBraces(text);
  const name = fieldNamed(context, `FN${field.number}`, text);
  return name === undefined ? withoutBraces(text) : `{{${name}}}`;
}

/** The name of a field with this sample; another one, where the same number already says something else. */
function fieldNamed(
  { fields, limits, tell, label }: TemplateContext,
  wanted: string,
  sample: string,
): string | undefined {
  for (let i = 1; i <= limits.fields; i += 1) {
    const name = i === 1 ? wanted : `${wanted}_${i}`;
    const known = fields.get(name);
    if (known?.sample === sample) return name;
    if (known !== undefined) continue;
    if (fields.size >= limits.fields || sample.length > limits.sampleLength) break;
    fields.set(name, { name, label: name, sample });
    return name;
  }
  const [first] = label.fields;
  if (first) tell('warning', first.place, `“${wanted}”没有做成可填的一栏，照原样写死`);
  return undefined;
}

/** The last digits of a text, and what stands around them. */
function lastDigits(text: string): { before: string; digits: string; after: string } | undefined {
  let to = text.length;
  while (to > 0 && !isDigit(text, to - 1)) to -= 1;
  let from = to;
  while (from > 0 && isDigit(text, from - 1) && to - from < MAX_SERIAL_DIGITS) from -= 1;
  if (from === to) return undefined;
  return { before: text.slice(0, from), digits: text.slice(from, to), after: text.slice(to) };
}

const isDigit = (text: string, at: number): boolean => /[0-9]/.test(text.charAt(at));

/** A number that goes on from label to label, as one of ours does. */
function serialValue(
  { fields, limits, tell }: TemplateContext,
  field: ZplField,
  text: string,
): string {
  const { serial, place } = field;
  const parts = lastDigits(text);
  const count = [...fields.values()].filter((one) => one.serial !== undefined).length;
  if (
    serial === undefined ||
    parts === undefined ||
    !isWithin(serial.step, limits.serialStep) ||
    fields.size >= limits.fields
  ) {
    tell('warning', place, '流水号没有保留，照第一张的写死');
    return withoutBraces(text);
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
  return between(before, name, after);
}
