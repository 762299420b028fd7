import { validateElementCombinations } from './combinations.ts';
import { throwGs1Error } from './refuse.ts';
import { PREDEFINED_LENGTH, listAiValueParts } from './table.ts';
import { validateGs1Value } from './value.ts';

/** An application identifier without brackets, and its value as encoded. */
export type Gs1Element = { ai: string; value: string };

/**
 * `message` is the symbol's data after the leading FNC1, with U+001D for separating FNC1; `text` is
 * the human readable interpretation, with brackets in values unescaped.
 */
export type Gs1Message = { elements: Gs1Element[]; message: string; text: string };

/** Maximum input length, checked before parsing; far more than a GS1 symbol on a label holds. */
const MAX_INPUT = 500;

/**
 * FNC1 as a separator (7.8): follows each value without a predefined length, unless it is the last.
 */
const SEPARATOR = '\u001D';

function throwUnknownIdentifier(ai: string, first: boolean): never {
  const fourth = Array.from('0123456789').filter((digit) => listAiValueParts(ai + digit));
  if (ai.length === 3 && fourth.length > 0)
    throwGs1Error(`(${ai}) 要写成四位：(${ai}${fourth[0]}) 到 (${ai}${fourth.at(-1)})`);
  const escape = first ? '' : `；如果这是前一项的内容，请写成 \\(${ai})`;
  throwGs1Error(`没有 (${ai}) 这个应用标识符${escape}`);
}

/** Splits the content at bracketed identifiers. */
function splitGs1Elements(content: string): Gs1Element[] {
  const opening = /[(（](\d{2,4})[)）]/y;
  const elements: Gs1Element[] = [];
  let at = 0;
  while (at < content.length) {
    const character = content.charAt(at);
    opening.lastIndex = at;
    const ai = character === '(' || character === '（' ? opening.exec(content)?.[1] : undefined;
    const last = elements.at(-1);
    if (ai !== undefined) {
      elements.push({ ai, value: '' });
      at = opening.lastIndex;
    } else if (!last) {
      throwGs1Error('GS1 内容要以括号里的应用标识符开头，例如 (01)09521234543213(10)ABC123');
    } else {
      const next = content.charAt(at + 1);
      const isEscape = character === '\\' && (next === '(' || next === ')');
      if (isEscape) at += 1;
      last.value += isEscape ? next : character;
      at += 1;
    }
  }
  return elements;
}

/**
 * Parses the typed content of a GS1 symbol, validates it by the GS1 General Specifications
 * (sections 3 and 4.14), and returns the data to encode. Linear in the input, which is limited to
 * 500 characters.
 *
 * The input is application identifiers in brackets, each followed by its value. Brackets may be
 * full-width, and spaces around a value are trimmed: values can contain neither. Brackets around
 * two to four digits always start the next element. Other brackets belong to the value; `\(` is
 * always a bracket of the value.
 *
 * An omitted check digit is added if it is the end of the value: 13 digits of a GTIN, 17 of an
 * SSCC, 12 of a GLN. 13 digits of a GTIN that form a complete EAN-13 are rejected, because there
 * the leading zero is missing.
 *
 * Mandatory associations are checked only where both elements must be in one symbol, for example
 * (02) and (37): a batch may be in another symbol than its GTIN.
 *
 * @throws {LabelError} `code-not-encodable`, with a message that names the identifier.
 *
 * @example
 * parseGs1('(10)ABC(17)261231').message; // '10ABC\u001D17261231'
 */
export function parseGs1(content: string): Gs1Message {
  if (content.length > MAX_INPUT)
    throwGs1Error(`GS1 内容最多 ${MAX_INPUT} 个字符，现在有 ${content.length} 个`);
  const elementTexts = splitGs1Elements(content.trim());
  if (elementTexts.length === 0) throwGs1Error('GS1 内容是空的');
  const elements = elementTexts.map(({ ai, value }, index) => {
    const parts = listAiValueParts(ai) ?? throwUnknownIdentifier(ai, index === 0);
    return { ai, value: validateGs1Value(ai, parts, value.trim()) };
  });
  validateElementCombinations(elements);
  const message = elements.map(({ ai, value }, index) => {
    const separated = index < elements.length - 1 && !PREDEFINED_LENGTH.test(ai);
    return ai + value + (separated ? SEPARATOR : '');
  });
  return {
    elements,
    message: message.join(''),
    text: elements.map(({ ai, value }) => `(${ai})${value}`).join(''),
  };
}
