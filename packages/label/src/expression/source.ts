import { ExpressionError } from './error.ts';
import { type Token, listTokens } from './tokens.ts';

export { MAX_SOURCE } from './tokens.ts';

/** Formulas as they are written: taken apart and put together without working anything out. */

const BARE = /^[\p{L}_][\p{L}\p{N}\p{M}_]*$/u;
/** What ends a name in brackets, or the braces around a formula. */
const UNWRITABLE = /[\]］】{}]/;

/** How a formula names a field; null for a name that cannot stand in one. */
export function fieldInSource(name: string): string | null {
  if (BARE.test(name)) return name;
  return name === '' || name !== name.trim() || UNWRITABLE.test(name) ? null : `[${name}]`;
}

/** How a formula writes a text; null for one with braces, which end the placeholder it stands in. */
export function textInSource(text: string): string | null {
  return /[{}]/.test(text) ? null : `"${text.replaceAll('"', '""')}"`;
}

/** The parts of a formula; null for one that cannot be read. */
function tokensOrNull(source: string): Token[] | null {
  try {
    return listTokens(source);
  } catch (error) {
    if (error instanceof ExpressionError) return null;
    throw error;
  }
}

const isMark = (token: Token | undefined, mark: string): boolean =>
  token?.kind === 'mark' && token.text === mark;

const isField = (token: Token, next: Token | undefined): boolean =>
  token.kind === 'bracketed' || (token.kind === 'name' && !isMark(next, '('));

/** A formula that names the field differently, the rest as it was written; null for one that cannot be read or written. */
export function renamedInSource(source: string, from: string, to: string): string | null {
  const tokens = tokensOrNull(source);
  const name = fieldInSource(to);
  if (!tokens) return null;
  let renamed = '';
  let done = 0;
  for (const [i, token] of tokens.entries()) {
    if (token.text !== from || !isField(token, tokens[i + 1])) continue;
    if (name === null) return null;
    renamed += source.slice(done, token.at) + name;
    done = token.end;
  }
  return renamed + source.slice(done);
}

/** Pieces of a formula between marks that stand in no bracket. */
function piecesAt(source: string, tokens: readonly Token[], mark: string): string[] {
  const pieces: string[] = [];
  let [depth, start] = [0, tokens[0]?.at ?? 0];
  for (const token of tokens) {
    if (isMark(token, '(')) depth += 1;
    else if (isMark(token, ')')) depth -= 1;
    else if (token.kind === 'end' || (depth === 0 && isMark(token, mark))) {
      pieces.push(source.slice(start, token.at).trim());
      start = token.end;
    }
  }
  return pieces;
}

/** What a formula that is nothing but a call of this function hands it, as written; null for any other. */
export function callInSource(source: string, names: readonly string[]): string[] | null {
  const tokens = tokensOrNull(source);
  const [first, second] = tokens ?? [];
  if (!tokens || first?.kind !== 'name' || !names.includes(first.text.toUpperCase())) return null;
  if (!second || !isMark(second, '(')) return null;
  let depth = 0;
  const last = tokens.findIndex((token, i) => {
    if (i > 0 && isMark(token, '(')) depth += 1;
    if (isMark(token, ')')) depth -= 1;
    return i > 0 && depth === 0;
  });
  const closing = tokens[last];
  if (!closing || tokens[last + 1]?.kind !== 'end') return null;
  const inside = source.slice(second.end, closing.at);
  const own = tokensOrNull(inside);
  return own && piecesAt(inside, own, ',');
}

export type SourcePart =
  | { kind: 'text'; text: string }
  | { kind: 'field'; name: string }
  | { kind: 'formula'; source: string };

const COMPARISONS = ['=', '<>', '<', '<=', '>', '>='];

const getPart = (source: string): SourcePart => {
  const [first, second] = tokensOrNull(source) ?? [];
  if (first && second?.kind === 'end') {
    if (first.kind === 'text') return { kind: 'text', text: first.text };
    if (isField(first, second)) return { kind: 'field', name: first.text };
  }
  return { kind: 'formula', source };
};

/** What a formula puts one after the other; itself alone when it does something else. */
export function joinedInSource(source: string): SourcePart[] {
  const tokens = tokensOrNull(source);
  if (!tokens) return [{ kind: 'formula', source }];
  const isCompared = COMPARISONS.some((mark) => piecesAt(source, tokens, mark).length > 1);
  const pieces = isCompared ? [] : piecesAt(source, tokens, '&');
  // A sign too many: it says so itself, whole.
  if (pieces.length === 0 || pieces.includes('')) return [{ kind: 'formula', source }];
  return pieces.map(getPart);
}
