import { ExpressionError } from './error.ts';

/** Maximum length of a formula, in UTF-16 units. */
export const MAX_FORMULA_LENGTH = 1000;

export type Token = {
  kind: 'number' | 'text' | 'name' | 'bracketed' | 'mark' | 'end';
  /** The mark, the name, the digits, or the content of a text literal. */
  text: string;
  /** Start and end offset in the formula. */
  at: number;
  end: number;
};

/**
 * Marks typed on a Chinese keyboard and their ASCII equivalents. Full-width ASCII is mapped by
 * {@link FULL_WIDTH_OFFSET}.
 */
const ASCII_EQUIVALENTS: Readonly<Record<string, string>> = {
  '×': '*',
  '÷': '/',
  '−': '-',
  '≥': '>=',
  '≤': '<=',
  '≠': '<>',
  '【': '[',
  '】': ']',
};
const FULL_WIDTH_OFFSET = 0xfee0;

/** Opening quotation mark → accepted closing marks. */
const QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '“': '”“',
  '”': '”“',
  '‘': '’‘',
  '’': '’‘',
};

const MARKS = new Set('+-*/&=<>(),'.split(''));
const TWO_CHARACTER_MARKS = new Set(['<>', '<=', '>=']);
const LETTER = /[\p{L}_]/u;
const NAME_PART = /[\p{L}\p{N}\p{M}_]/u;
const DIGIT = /[0-9]/;
const SPACE = /\s/;

function normalizeCharacterToAscii(character: string): string {
  const code = character.charCodeAt(0);
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - FULL_WIDTH_OFFSET);
  return ASCII_EQUIVALENTS[character] ?? character;
}

/** Returns the code point at `at`, including both units of a surrogate pair; '' at the end. */
function getCharacterAt(source: string, at: number): string {
  const point = source.codePointAt(at);
  return point === undefined ? '' : String.fromCodePoint(point);
}

/** Reads a text literal; a doubled closing mark stands for the mark itself. */
function readTextLiteral(source: string, at: number): { text: string; end: number } {
  const closing = QUOTES[source.charAt(at)] ?? '';
  let text = '';
  for (let i = at + 1; i < source.length; i += 1) {
    const character = source.charAt(i);
    if (!closing.includes(character)) text += character;
    else if (source.charAt(i + 1) === character) {
      text += character;
      i += 1;
    } else return { text, end: i + 1 };
  }
  throw new ExpressionError('引号没有成对', at);
}

/** Reads a field name with spaces or marks: `[商品 名称]`. */
function readBracketedName(source: string, at: number): { text: string; end: number } {
  for (let i = at + 1; i < source.length; i += 1) {
    if (normalizeCharacterToAscii(source.charAt(i)) === ']')
      return { text: source.slice(at + 1, i).trim(), end: i + 1 };
  }
  throw new ExpressionError('方括号没有成对', at);
}

function readNumberToken(source: string, at: number): { text: string; end: number } {
  let text = '';
  let end = at;
  for (; end < source.length; end += 1) {
    const character = normalizeCharacterToAscii(source.charAt(end));
    if (!DIGIT.test(character) && !(character === '.' && !text.includes('.'))) break;
    text += character;
  }
  if (text.endsWith('.')) throw new ExpressionError('小数点后面缺数字', end - 1);
  return { text, end };
}

function readNameToken(source: string, at: number): { text: string; end: number } {
  let end = at;
  while (end < source.length) {
    const character = getCharacterAt(source, end);
    if (!NAME_PART.test(character)) break;
    end += character.length;
  }
  return { text: source.slice(at, end), end };
}

function readMarkToken(source: string, at: number): { text: string; end: number } | undefined {
  const first = normalizeCharacterToAscii(source.charAt(at));
  if (TWO_CHARACTER_MARKS.has(first)) return { text: first, end: at + 1 };
  const markPair = first + normalizeCharacterToAscii(source.charAt(at + 1));
  if (TWO_CHARACTER_MARKS.has(markPair)) return { text: markPair, end: at + 2 };
  if (markPair === '!=') return { text: '<>', end: at + 2 };
  return MARKS.has(first) ? { text: first, end: at + 1 } : undefined;
}

/** Splits a formula into tokens in one pass. @throws ExpressionError */
export function tokenizeFormula(source: string): Token[] {
  if (source.length > MAX_FORMULA_LENGTH)
    throw new ExpressionError(`公式最多 ${MAX_FORMULA_LENGTH} 个字，现在有 ${source.length} 个`);
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    const character = getCharacterAt(source, at);
    const first = normalizeCharacterToAscii(character);
    if (SPACE.test(character)) {
      at += 1;
      continue;
    }
    let kind: Token['kind'] = 'mark';
    let read: { text: string; end: number } | undefined;
    if (character in QUOTES) [kind, read] = ['text', readTextLiteral(source, at)];
    else if (first === '"' || first === "'") throw new ExpressionError('引号要用 " 或 “ ”', at);
    else if (first === '[') [kind, read] = ['bracketed', readBracketedName(source, at)];
    else if (DIGIT.test(first)) [kind, read] = ['number', readNumberToken(source, at)];
    else if (LETTER.test(character)) [kind, read] = ['name', readNameToken(source, at)];
    else read = readMarkToken(source, at);
    if (read === undefined) throw new ExpressionError(`“${character}”用不上`, at);
    tokens.push({ kind, text: read.text, at, end: read.end });
    at = read.end;
  }
  tokens.push({ kind: 'end', text: '', at: source.length, end: source.length });
  return tokens;
}
