import { checkCombinations } from './combinations.ts';
import { refuse } from './refuse.ts';
import { PREDEFINED, listParts } from './table.ts';
import { checkedValue } from './value.ts';

/** An application identifier, without brackets, and its value as it is encoded. */
export type Gs1Element = { ai: string; value: string };

/**
 * `message` is what a symbol encodes behind its leading FNC1, with U+001D where FNC1 separates; `text` is the human
 * readable interpretation, in which a bracket of a value stands as it is.
 */
export type Gs1Message = { elements: Gs1Element[]; message: string; text: string };

/** Far more than a label says in one GS1 symbol: what is longer is refused before it is read. */
const MAX_INPUT = 500;

/** FNC1 as a separator (7.8): behind each value whose length readers cannot know, unless it is the last. */
const SEPARATOR = '\u001D';

function refuseUnknown(ai: string, first: boolean): never {
  const fourth = Array.from('0123456789').filter((digit) => listParts(ai + digit));
  if (ai.length === 3 && fourth.length > 0)
    refuse(`(${ai}) 要写成四位：(${ai}${fourth[0]}) 到 (${ai}${fourth.at(-1)})`);
  const escape = first ? '' : `；如果这是前一项的内容，请写成 \\(${ai})`;
  refuse(`没有 (${ai}) 这个应用标识符${escape}`);
}

/** Finds the bracketed identifiers, and what stands behind each. */
function split(content: string): Gs1Element[] {
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
      refuse('GS1 内容要以括号里的应用标识符开头，例如 (01)09521234543213(10)ABC123');
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
 * Reads what people type for a GS1 symbol, checks it by the GS1 General Specifications (sections 3 and 4.14), and gives
 * what is encoded. Linear in the input, of which at most 500 characters are read.
 *
 * Input is application identifiers in brackets, each followed by its value. Brackets may be full-width, and blanks around
 * a value are dropped: no value can hold either. A bracket pair with two to four digits in it always begins the next
 * element. Other brackets belong to the value; `\(` is a bracket of the value whatever follows it.
 *
 * A check digit that is left out is added where it ends the value: 13 digits of a GTIN, 17 of an SSCC, 12 of a GLN.
 * 13 digits of a GTIN that are a complete EAN-13 are refused instead, as what is missing is then a leading zero.
 *
 * What must be together is asked for only where both have to be in one symbol, (02) and (37) for one: a batch may be in
 * another symbol than its GTIN.
 *
 * @throws {LabelError} `code-not-encodable`, with a message that names the identifier.
 *
 * @example
 * parseGs1('(10)ABC(17)261231').message; // '10ABC\u001D17261231'
 */
export function parseGs1(content: string): Gs1Message {
  if (content.length > MAX_INPUT)
    refuse(`GS1 内容最多 ${MAX_INPUT} 个字符，现在有 ${content.length} 个`);
  const typed = split(content.trim());
  if (typed.length === 0) refuse('GS1 内容是空的');
  const elements = typed.map(({ ai, value }, index) => {
    const parts = listParts(ai) ?? refuseUnknown(ai, index === 0);
    return { ai, value: checkedValue(ai, parts, value.trim()) };
  });
  checkCombinations(elements);
  const message = elements.map(({ ai, value }, index) => {
    const separated = index < elements.length - 1 && !PREDEFINED.test(ai);
    return ai + value + (separated ? SEPARATOR : '');
  });
  return {
    elements,
    message: message.join(''),
    text: elements.map(({ ai, value }) => `(${ai})${value}`).join(''),
  };
}
