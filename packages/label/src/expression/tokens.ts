import { ExpressionError } from './error.ts';

/** Longest formula, in UTF-16 units. */
export const MAX_SOURCE = 1000;

export type Token = {
  kind: 'number' | 'text' | 'name' | 'bracketed' | 'mark' | 'end';
  /** The mark, the name, the digits, or what stands between the quotation marks. */
  text: string;
  /** Where it begins and ends in the formula. */
  at: number;
  end: number;
};

/** Marks as people type them with a Chinese keyboard; the full-width forms of ASCII are turned by their distance. */
const ALIKE: Readonly<Record<string, string>> = {
  '×': '*',
  '÷': '/',
  '−': '-',
  '≥': '>=',
  '≤': '<=',
  '≠': '<>',
  '【': '[',
  '】': ']',
};
const FULL_WIDTH = 0xfee0;

/** Opening mark → what may close it. */
const QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '“': '”“',
  '”': '”“',
  '‘': '’‘',
  '’': '’‘',
};

const MARKS = new Set('+-*/&=<>(),'.split(''));
const SECOND = new Set(['<>', '<=', '>=']);
const LETTER = /[\p{L}_]/u;
const NAME_PART = /[\p{L}\p{N}\p{M}_]/u;
const DIGIT = /[0-9]/;
const SPACE = /\s/;

function plain(character: string): string {
  const code = character.charCodeAt(0);
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - FULL_WIDTH);
  return ALIKE[character] ?? character;
}

/** The character at `at`, a surrogate pair whole; '' at the end. */
function characterAt(source: string, at: number): string {
  const point = source.codePointAt(at);
  return point === undefined ? '' : String.fromCodePoint(point);
}

/** What stands in quotation marks; a doubled closing mark is one of the text. */
function readText(source: string, at: number): { text: string; end: number } {
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

/** A field's name that holds spaces or marks: `[商品 名称]`. */
function readBracketed(source: string, at: number): { text: string; end: number } {
  for (let i = at + 1; i < source.length; i += 1) {
    if (plain(source.charAt(i)) === ']')
      return { text: source.slice(at + 1, i).trim(), end: i + 1 };
  }
  throw new ExpressionError('方括号没有成对', at);
}

function readNumber(source: string, at: number): { text: string; end: number } {
  let text = '';
  let end = at;
  for (; end < source.length; end += 1) {
    const character = plain(source.charAt(end));
    if (!DIGIT.test(character) && !(character === '.' && !text.includes('.'))) break;
    text += character;
  }
  if (text.endsWith('.')) throw new ExpressionError('小数点后面缺数字', end - 1);
  return { text, end };
}

function readName(source: string, at: number): { text: string; end: number } {
  let end = at;
  while (end < source.length) {
    const character = characterAt(source, end);
    if (!NAME_PART.test(character)) break;
    end += character.length;
  }
  return { text: source.slice(at, end), end };
}

function readMark(source: string, at: number): { text: string; end: number } | undefined {
  const first = plain(source.charAt(at));
  if (SECOND.has(first)) return { text: first, end: at + 1 };
  const both = first + plain(source.charAt(at + 1));
  if (SECOND.has(both)) return { text: both, end: at + 2 };
  if (both === '!=') return { text: '<>', end: at + 2 };
  return MARKS.has(first) ? { text: first, end: at + 1 } : undefined;
}

/** Cuts a formula into its parts, in one pass. @throws ExpressionError */
export function listTokens(source: string): Token[] {
  if (source.length > MAX_SOURCE)
    throw new ExpressionError(`公式最多 ${MAX_SOURCE} 个字，现在有 ${source.length} 个`);
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    const character = characterAt(source, at);
    const first = plain(character);
    if (SPACE.test(character)) {
      at += 1;
      continue;
    }
    let kind: Token['kind'] = 'mark';
    let read: { text: string; end: number } | undefined;
    if (character in QUOTES) [kind, read] = ['text', readText(source, at)];
    else if (first === '"' || first === "'") throw new ExpressionError('引号要用 " 或 “ ”', at);
    else if (first === '[') [kind, read] = ['bracketed', readBracketed(source, at)];
    else if (DIGIT.test(first)) [kind, read] = ['number', readNumber(source, at)];
    else if (LETTER.test(character)) [kind, read] = ['name', readName(source, at)];
    else read = readMark(source, at);
    if (read === undefined) throw new ExpressionError(`“${character}”用不上`, at);
    tokens.push({ kind, text: read.text, at, end: read.end });
    at = read.end;
  }
  tokens.push({ kind: 'end', text: '', at: source.length, end: source.length });
  return tokens;
}
