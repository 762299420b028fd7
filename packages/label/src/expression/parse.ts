import { ExpressionError } from './error.ts';
import { functionNamed } from './functions/functions.ts';
import type { FunctionDefinition } from './functions/definition.ts';
import { type Token, listTokens } from './tokens.ts';

export type Operator = '+' | '-' | '*' | '/' | '&' | '=' | '<>' | '<' | '<=' | '>' | '>=';

/** A formula as a tree. */
export type Node =
  | { kind: 'number'; digits: string }
  | { kind: 'text'; text: string }
  | { kind: 'field'; name: string }
  | { kind: 'negative'; of: Node }
  | { kind: 'binary'; operator: Operator; left: Node; right: Node }
  | { kind: 'call'; of: FunctionDefinition; inputs: readonly Node[] };

/** How deep brackets and functions may stand in each other. */
export const MAX_DEPTH = 32;

/** What binds weakest comes first; each level is read from the left. */
const LEVELS: readonly ReadonlySet<string>[] = [
  new Set(['=', '<>', '<', '<=', '>', '>=']),
  new Set(['&']),
  new Set(['+', '-']),
  new Set(['*', '/']),
];

type Reader = { tokens: readonly Token[]; next: number; depth: number };

const END: Token = { kind: 'end', text: '', at: 0, end: 0 };

const peek = (reader: Reader): Token => reader.tokens[reader.next] ?? END;

const isMark = ({ kind, text }: Token, mark: string): boolean => kind === 'mark' && text === mark;

function take(reader: Reader): Token {
  const token = peek(reader);
  reader.next += 1;
  return token;
}

function expectMark(reader: Reader, mark: string): void {
  const token = take(reader);
  if (isMark(token, mark)) return;
  const found = token.kind === 'end' ? '公式就完了' : `是“${token.text}”`;
  throw new ExpressionError(`这里应该是“${mark}”，${found}`, token.at);
}

/** One level deeper; the depth bounds what evaluation stacks up as well. */
function deeper(reader: Reader, at: number, read: () => Node): Node {
  reader.depth += 1;
  if (reader.depth > MAX_DEPTH) throw new ExpressionError(`括号和函数最多套 ${MAX_DEPTH} 层`, at);
  const node = read();
  reader.depth -= 1;
  return node;
}

function binary(reader: Reader, level = 0): Node {
  const operators = LEVELS[level];
  if (operators === undefined) return unary(reader);
  let left = binary(reader, level + 1);
  for (;;) {
    const token = peek(reader);
    if (token.kind !== 'mark' || !operators.has(token.text)) break;
    take(reader);
    const right = binary(reader, level + 1);
    left = { kind: 'binary', operator: token.text as Operator, left, right };
  }
  return left;
}

function unary(reader: Reader): Node {
  const token = peek(reader);
  if (!isMark(token, '-') && !isMark(token, '+')) return operand(reader);
  take(reader);
  const of = deeper(reader, token.at, () => unary(reader));
  return token.text === '-' ? { kind: 'negative', of } : of;
}

function operand(reader: Reader): Node {
  const token = take(reader);
  switch (token.kind) {
    case 'number':
      return { kind: 'number', digits: token.text };
    case 'text':
      return { kind: 'text', text: token.text };
    case 'bracketed':
      return { kind: 'field', name: token.text };
    case 'name':
      return isMark(peek(reader), '(') ? call(reader, token) : { kind: 'field', name: token.text };
    case 'mark':
      if (token.text !== '(') throw new ExpressionError(`“${token.text}”前面缺内容`, token.at);
      return deeper(reader, token.at, () => {
        const node = binary(reader);
        expectMark(reader, ')');
        return node;
      });
    case 'end':
      throw new ExpressionError('公式没有写完', token.at);
  }
}

function call(reader: Reader, { text, at }: Token): Node {
  const of = functionNamed(text);
  if (of === undefined) throw new ExpressionError(`没有“${text}”这个函数`, at);
  return deeper(reader, at, () => {
    const inputs = listInputs(reader);
    const [least, most] = of.inputs;
    if (inputs.length < least || inputs.length > most)
      throw new ExpressionError(`${of.name}要写成 ${of.usage}`, at);
    return { kind: 'call', of, inputs };
  });
}

function listInputs(reader: Reader): Node[] {
  expectMark(reader, '(');
  const inputs: Node[] = [];
  if (isMark(peek(reader), ')')) {
    take(reader);
    return inputs;
  }
  for (;;) {
    inputs.push(binary(reader));
    if (!isMark(peek(reader), ',')) break;
    take(reader);
  }
  expectMark(reader, ')');
  return inputs;
}

/** Reads a formula, in time linear in its length. @throws ExpressionError and nothing else */
export function parseFormula(source: string): Node {
  const reader: Reader = { tokens: listTokens(source), next: 0, depth: 0 };
  const node = binary(reader);
  const rest = peek(reader);
  if (rest.kind !== 'end')
    throw new ExpressionError(
      `“${rest.text}”前面缺一个运算符，比如 &；名字里有空格的栏写在 [ ] 里`,
      rest.at,
    );
  return node;
}

/** Names of the fields a formula uses, each once, in order of appearance. */
export function fieldsIn(node: Node): string[] {
  const names = new Set<string>();
  const visit = (one: Node): void => {
    if (one.kind === 'field') names.add(one.name);
    if (one.kind === 'negative') visit(one.of);
    if (one.kind === 'binary') [one.left, one.right].forEach(visit);
    if (one.kind === 'call') one.inputs.forEach(visit);
  };
  visit(node);
  return [...names];
}
