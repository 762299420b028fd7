/** What an editor of GS1 contents needs: the table, the parser and the check digits. */
export { parseGs1, type Gs1Element, type Gs1Message } from './parse.ts';
export { computeCheckDigit } from './check-digits.ts';
export { listAiValueParts, PREDEFINED_LENGTH, type Part } from './table.ts';
export { validateGs1Value } from './value.ts';
