import { ExpressionError } from './error.ts';
import { type Token, tokenizeFormula } from './tokens.ts';

export { MAX_FORMULA_LENGTH } from './tokens.ts';

/**
 * Names that need no brackets in a formula. This file splits and rewrites formula source without
 * evaluating it.
 */

const BARE_NAME = /^[\p{L}_][\p{L}\p{N}\p{M}_]*$/u;
/** Characters that would end a bracketed name, or the braces around the formula. */
const FORBIDDEN_IN_NAME = /[\]］】{}]/;

/** Writes a field name as a formula reference; null if the name cannot be written in a formula. */
export function formatFieldReference(name: string): string | null {
  if (BARE_NAME.test(name)) return name;
  return name === '' || name !== name.trim() || FORBIDDEN_IN_NAME.test(name) ? null : `[${name}]`;
}

/** Writes a text literal; null if the text contains braces, which would end the placeholder. */
export function formatTextLiteral(text: string): string | null {
  return /[{}]/.test(text) ? null : `"${text.replaceAll('"', '""')}"`;
}

/** Splits a formula into tokens; null when it is invalid. */
function tokenizeOrNull(source: string): Token[] | null {
  try {
    return tokenizeFormula(source);
  } catch (error) {
    if (error instanceof ExpressionError) return null;
    throw error;
  }
}

const isMarkToken = (token: Token | undefined, mark: string): boolean =>
  token?.kind === 'mark' && token.text === mark;

const isFieldToken = (token: Token, next: Token | undefined): boolean =>
  token.kind === 'bracketed' || (token.kind === 'name' && !isMarkToken(next, '('));

/**
 * Renames a field in a formula and keeps the rest of the source; null if the formula is invalid or
 * the new name cannot be written.
 */
export function renameFieldInFormula(source: string, from: string, to: string): string | null {
  const tokens = tokenizeOrNull(source);
  const name = formatFieldReference(to);
  if (!tokens) return null;
  let renamedFormula = '';
  let copiedEnd = 0;
  for (const [i, token] of tokens.entries()) {
    if (token.text !== from || !isFieldToken(token, tokens[i + 1])) continue;
    if (name === null) return null;
    renamedFormula += source.slice(copiedEnd, token.at) + name;
    copiedEnd = token.end;
  }
  return renamedFormula + source.slice(copiedEnd);
}

/** Names of the fields that a formula uses, each once; null if the formula is invalid. */
export function listFormulaFieldNames(source: string): string[] | null {
  const tokens = tokenizeOrNull(source);
  const fields = tokens?.filter((token, i) => isFieldToken(token, tokens[i + 1]));
  return fields ? [...new Set(fields.map(({ text }) => text))] : null;
}

/** Splits a formula at a mark, outside brackets. */
function splitFormulaAtMark(source: string, tokens: readonly Token[], mark: string): string[] {
  const pieces: string[] = [];
  let [depth, start] = [0, tokens[0]?.at ?? 0];
  for (const token of tokens) {
    if (isMarkToken(token, '(')) depth += 1;
    else if (isMarkToken(token, ')')) depth -= 1;
    else if (token.kind === 'end' || (depth === 0 && isMarkToken(token, mark))) {
      pieces.push(source.slice(start, token.at).trim());
      start = token.end;
    }
  }
  return pieces;
}

/**
 * Arguments, as written, of a formula that is a single call of one of `names`; null for any other
 * formula.
 */
export function parseSoleCallArguments(source: string, names: readonly string[]): string[] | null {
  const tokens = tokenizeOrNull(source);
  const [first, second] = tokens ?? [];
  if (!tokens || first?.kind !== 'name' || !names.includes(first.text.toUpperCase())) return null;
  if (!second || !isMarkToken(second, '(')) return null;
  let depth = 0;
  const last = tokens.findIndex((token, i) => {
    if (i > 0 && isMarkToken(token, '(')) depth += 1;
    if (isMarkToken(token, ')')) depth -= 1;
    return i > 0 && depth === 0;
  });
  const closing = tokens[last];
  if (!closing || tokens[last + 1]?.kind !== 'end') return null;
  const inside = source.slice(second.end, closing.at);
  const argumentTokens = tokenizeOrNull(inside);
  return argumentTokens && splitFormulaAtMark(inside, argumentTokens, ',');
}

export type SourcePart =
  | { kind: 'text'; text: string }
  | { kind: 'field'; name: string }
  | { kind: 'formula'; source: string };

/** `类别 = "易燃"` as its parts; null for any other formula. */
export function parseFieldComparison(
  source: string,
): { field: string; operator: '=' | '<>'; text: string } | null {
  const [field, operator, text, end] = tokenizeOrNull(source) ?? [];
  if (!field || !operator || text?.kind !== 'text' || end?.kind !== 'end') return null;
  if (!isFieldToken(field, operator)) return null;
  if (isMarkToken(operator, '=')) return { field: field.text, operator: '=', text: text.text };
  return isMarkToken(operator, '<>')
    ? { field: field.text, operator: '<>', text: text.text }
    : null;
}

const COMPARISONS = ['=', '<>', '<', '<=', '>', '>='];

const parseConcatenationPart = (source: string): SourcePart => {
  const [first, second] = tokenizeOrNull(source) ?? [];
  if (first && second?.kind === 'end') {
    if (first.kind === 'text') return { kind: 'text', text: first.text };
    if (isFieldToken(first, second)) return { kind: 'field', name: first.text };
  }
  return { kind: 'formula', source };
};

/** Splits a concatenation into its operands; returns the whole formula if it is anything else. */
export function splitConcatenation(source: string): SourcePart[] {
  const tokens = tokenizeOrNull(source);
  if (!tokens) return [{ kind: 'formula', source }];
  const isCompared = COMPARISONS.some(
    (mark) => splitFormulaAtMark(source, tokens, mark).length > 1,
  );
  const pieces = isCompared ? [] : splitFormulaAtMark(source, tokens, '&');
  // A surplus `&` is a syntax error: return the formula as a whole so that it reports the error
  // itself.
  if (pieces.length === 0 || pieces.includes('')) return [{ kind: 'formula', source }];
  return pieces.map(parseConcatenationPart);
}
