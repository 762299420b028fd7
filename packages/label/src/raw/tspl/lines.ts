import { decodeLatin1 } from '../../zpl/lexer.ts';
import { findControlByte, formatHex, RawRefusal } from '../label.ts';
import { measureXpmlMark } from '../xpml.ts';

/** A line: a command with its parameters, or a `BITMAP` with its dots. */
export type Line = {
  /** Counted from 1. */
  number: number;
  from: number;
  /** Position after the line end. */
  to: number;
  /** In capitals; for `SET` including the name of the setting. */
  name: string;
  /** Text after the name. */
  rest: string;
  dots: Uint8Array | null;
};

const [LF, CR, ESC, TILDE, BANG] = [0x0a, 0x0d, 0x1b, 0x7e, 0x21];
const MAX_LINE_BYTES = 8_192;

/** `BITMAP x,y,width in bytes,height,mode,`, followed by width × height bytes. */
const BITMAP = /^BITMAP +(-?\d{1,6}) *, *(-?\d{1,6}) *, *(\d{1,5}) *, *(\d{1,6}) *, *([0-2]) *,/i;

/**
 * Comma-separated numbers, words and quoted texts: the grammar of all drawing and setting commands.
 */
const ARGUMENTS = /^ *(?:"[^"]*" *|[\w.+-][\w.+ -]*)?(?:, *(?:"[^"]*" *|[\w.+-][\w.+ -]*)?)*$/;
/** Escaped quote within a text. */
const QUOTE = /\\\["\]/g;

export const createLineRefusal = (number: number, message: string): RawRefusal =>
  new RawRefusal(`第 ${number} 行：${message}`);

/**
 * Rejects commands that are executed on arrival, even within data ("Immediate commands"). @throws
 * RawRefusal
 */
export function rejectImmediateCommands(bytes: Uint8Array): void {
  for (let at = bytes.indexOf(BANG); at >= 0; at = bytes.indexOf(BANG, at + 1))
    if (bytes[at - 1] === ESC || bytes[at - 1] === TILDE)
      throw new RawRefusal(
        `第 ${at} 个字节：ESC ! 和 ~! 会当场执行（查询、清空或重启），数据里也不行；位图里有就移动一点`,
      );
}

function findLineEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at += 1;
  return at;
}

const skipLineEnd = (bytes: Uint8Array, end: number): number =>
  bytes[end] === CR && bytes[end + 1] === LF ? end + 2 : Math.min(end + 1, bytes.length);

/** Start of the command after white space and page marks; a mark may contain line ends. */
function skipSpacesAndPageMarks(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    while (bytes[at] === 0x20 || bytes[at] === 0x09) at += 1;
    const mark = bytes[at] === 0x3c ? measureXpmlMark(bytes, at) : 0;
    if (mark === 0) return at;
    at += mark;
  }
}

const NAME = /^(SETC? +[A-Z_]+\d?|[A-Z][A-Z0-9$]*)/i;

const readCommandName = (text: string): string =>
  (NAME.exec(text)?.[1] ?? '').replace(/ +/, ' ').toUpperCase();

function readBitmapLine(
  bytes: Uint8Array,
  begin: number,
  number: number,
): { line: Line; end: number } | null {
  const head = decodeLatin1(bytes.subarray(begin, begin + 80));
  const bitmap = BITMAP.exec(head);
  if (!bitmap) return null;
  const [lead, x = '', y = '', width = '', height = '', mode = ''] = bitmap;
  const from = begin + lead.length;
  const to = from + Number(width) * Number(height);
  if (to > bytes.length)
    throw createLineRefusal(number, 'BITMAP 说的大小比后面的内容大，会吞掉下一张标签');
  const end = findLineEnd(bytes, to);
  if (decodeLatin1(bytes.subarray(to, Math.min(end, to + 80))).trim() !== '')
    throw createLineRefusal(number, 'BITMAP 说的大小比后面的内容小');
  const parameters = [x, y, width, height, mode].map(Number).join(',');
  const dots = bytes.subarray(from, to);
  return { line: { number, from: begin, to: end, name: 'BITMAP', rest: parameters, dots }, end };
}

function readTextLine(
  bytes: Uint8Array,
  begin: number,
  number: number,
): { line: Line; end: number } {
  const end = findLineEnd(bytes, begin);
  if (end - begin > MAX_LINE_BYTES) throw createLineRefusal(number, '太长，不像一条命令');
  const data = bytes.subarray(begin, end);
  const text = decodeLatin1(data).trim();
  const name = readCommandName(text);
  if (name === 'BITMAP') throw createLineRefusal(number, 'BITMAP 的参数读不懂，或是压缩的');
  const control = findControlByte(data);
  if (control >= 0)
    throw createLineRefusal(number, `有控制字节 ${formatHex(data[control] ?? 0)}，不是 TSPL`);
  const parameters = text.slice(NAME.exec(text)?.[0].length ?? 0).trim();
  return {
    line: {
      number,
      from: begin,
      to: end,
      name: name || text.slice(0, 12),
      rest: parameters,
      dots: null,
    },
    end,
  };
}

/** Whether a printer parses the parameters as intended. */
export const areParametersReadable = (rest: string): boolean =>
  ARGUMENTS.test(rest.replaceAll(QUOTE, ''));

/** Non-empty lines of a stream. @throws RawRefusal for an invalid line */
export function* readTsplLines(bytes: Uint8Array): Generator<Line> {
  // Skips a UTF-8 byte order mark.
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  for (let number = 1; at < bytes.length; number += 1) {
    const begin = skipSpacesAndPageMarks(bytes, at);
    const isEmpty = begin >= bytes.length || bytes[begin] === LF || bytes[begin] === CR;
    if (isEmpty) at = skipLineEnd(bytes, begin);
    else {
      const { line, end } =
        readBitmapLine(bytes, begin, number) ?? readTextLine(bytes, begin, number);
      at = skipLineEnd(bytes, end);
      yield { ...line, from: begin, to: at };
    }
  }
}
