import type { Operator } from './operator.ts';
import { ExpressionError } from './error.ts';
import { findFormulaFunction } from './functions/functions.ts';
import type { FunctionDefinition } from './functions/definition.ts';
import { type Token, tokenizeFormula } from './tokens.ts';

/** Syntax tree of a formula. */
export type Node =
  | { kind: 'number'; digits: string }
  | { kind: 'text'; text: string }
  | { kind: 'field'; name: string }
  | { kind: 'negative'; of: Node }
  | { kind: 'binary'; operator: Operator; left: Node; right: Node }
  | { kind: 'call'; of: FunctionDefinition; inputs: readonly Node[] };

/** Maximum nesting of brackets and function calls. */
export const MAX_DEPTH = 32;

/** Operators by precedence, lowest first; each level is left-associative. */
const PRECEDENCE_LEVELS: readonly ReadonlySet<string>[] = [
  new Set(['=', '<>', '<', '<=', '>', '>=']),
  new Set(['&']),
  new Set(['+', '-']),
  new Set(['*', '/']),
];

type Reader = { tokens: readonly Token[]; next: number; depth: number };

const END: Token = { kind: 'end', text: '', at: 0, end: 0 };

const peekToken = (reader: Reader): Token => reader.tokens[reader.next] ?? END;

const isMarkToken = ({ kind, text }: Token, mark: string): boolean =>
  kind === 'mark' && text === mark;

function consumeToken(reader: Reader): Token {
  const token = peekToken(reader);
  reader.next += 1;
  return token;
}

function consumeExpectedMark(reader: Reader, mark: string): void {
  const token = consumeToken(reader);
  if (isMarkToken(token, mark)) return;
  const actualToken = token.kind === 'end' ? '公式就完了' : `是“${token.text}”`;
  throw new ExpressionError(`这里应该是“${mark}”，${actualToken}`, token.at);
}

/** Parses one level deeper. The limit also bounds the recursion of the evaluation. */
function parseNestedExpression(reader: Reader, at: number, read: () => Node): Node {
  reader.depth += 1;
  if (reader.depth > MAX_DEPTH) throw new ExpressionError(`括号和函数最多套 ${MAX_DEPTH} 层`, at);
  const node = read();
  reader.depth -= 1;
  return node;
}

function parseBinaryExpression(reader: Reader, level = 0): Node {
  const operators = PRECEDENCE_LEVELS[level];
  if (operators === undefined) return parseUnaryExpression(reader);
  let left = parseBinaryExpression(reader, level + 1);
  for (;;) {
    const token = peekToken(reader);
    if (token.kind !== 'mark' || !operators.has(token.text)) break;
    consumeToken(reader);
    const right = parseBinaryExpression(reader, level + 1);
    left = { kind: 'binary', operator: token.text as Operator, left, right };
  }
  return left;
}

function parseUnaryExpression(reader: Reader): Node {
  const token = peekToken(reader);
  if (!isMarkToken(token, '-') && !isMarkToken(token, '+')) return parseOperand(reader);
  consumeToken(reader);
  const of = parseNestedExpression(reader, token.at, () => parseUnaryExpression(reader));
  return token.text === '-' ? { kind: 'negative', of } : of;
}

function parseOperand(reader: Reader): Node {
  const token = consumeToken(reader);
  switch (token.kind) {
    case 'number':
      return { kind: 'number', digits: token.text };
    case 'text':
      return { kind: 'text', text: token.text };
    case 'bracketed':
      return { kind: 'field', name: token.text };
    case 'name':
      return isMarkToken(peekToken(reader), '(')
        ? parseCall(reader, token)
        : { kind: 'field', name: token.text };
    case 'mark':
      if (token.text !== '(') throw new ExpressionError(`“${token.text}”前面缺内容`, token.at);
      return parseNestedExpression(reader, token.at, () => {
        const node = parseBinaryExpression(reader);
        consumeExpectedMark(reader, ')');
        return node;
      });
    case 'end':
      throw new ExpressionError('公式没有写完', token.at);
  }
}

function parseCall(reader: Reader, { text, at }: Token): Node {
  const of = findFormulaFunction(text);
  if (of === undefined) throw new ExpressionError(`没有“${text}”这个函数`, at);
  return parseNestedExpression(reader, at, () => {
    const inputs = parseFunctionInputs(reader);
    const [minInputs, maxInputs] = of.inputs;
    if (inputs.length < minInputs || inputs.length > maxInputs)
      throw new ExpressionError(`${of.name}要写成 ${of.usage}`, at);
    return { kind: 'call', of, inputs };
  });
}

function parseFunctionInputs(reader: Reader): Node[] {
  consumeExpectedMark(reader, '(');
  const inputs: Node[] = [];
  if (isMarkToken(peekToken(reader), ')')) {
    consumeToken(reader);
    return inputs;
  }
  for (;;) {
    inputs.push(parseBinaryExpression(reader));
    if (!isMarkToken(peekToken(reader), ',')) break;
    consumeToken(reader);
  }
  consumeExpectedMark(reader, ')');
  return inputs;
}

/** Parses a formula in time linear in its length. @throws ExpressionError and nothing else */
export function parseFormula(source: string): Node {
  const reader: Reader = { tokens: tokenizeFormula(source), next: 0, depth: 0 };
  const node = parseBinaryExpression(reader);
  const trailingToken = peekToken(reader);
  if (trailingToken.kind !== 'end')
    throw new ExpressionError(
      `“${trailingToken.text}”前面缺一个运算符，比如 &；名字里有空格的栏写在 [ ] 里`,
      trailingToken.at,
    );
  return node;
}

/** Field names in a formula without duplicates, in order of appearance. */
export function listFormulaFieldNames(node: Node): string[] {
  const names = new Set<string>();
  const collectFieldNames = (node: Node): void => {
    if (node.kind === 'field') names.add(node.name);
    if (node.kind === 'negative') collectFieldNames(node.of);
    if (node.kind === 'binary') [node.left, node.right].forEach(collectFieldNames);
    if (node.kind === 'call') node.inputs.forEach(collectFieldNames);
  };
  collectFieldNames(node);
  return [...names];
}
