import { toLatin1 } from '../../zpl/lexer.ts';
import { findControl, writeHex, RawRefusal } from '../label.ts';
import { measureXpml } from '../xpml.ts';

/** A line of a stream: a command with its parameters, and the dots of a `BITMAP`. */
export type Line = {
  /** Counted from 1. */
  number: number;
  from: number;
  /** Behind its last byte and its end. */
  to: number;
  /** In capitals; of `SET` with what is set. */
  name: string;
  /** What stands behind the name. */
  rest: string;
  dots: Uint8Array | null;
};

const [LF, CR, ESC, TILDE, BANG] = [0x0a, 0x0d, 0x1b, 0x7e, 0x21];
const MAX_LINE_BYTES = 8_192;

/** `BITMAP x,y,width in bytes,height,mode,`, and then that many bytes. */
const BITMAP = /^BITMAP +(-?\d{1,6}) *, *(-?\d{1,6}) *, *(\d{1,5}) *, *(\d{1,6}) *, *([0-2]) *,/i;

/** Numbers, words and quoted texts, parted by commas: the grammar of all commands that draw or set. */
const ARGUMENTS = /^ *(?:"[^"]*" *|[\w.+-][\w.+ -]*)?(?:, *(?:"[^"]*" *|[\w.+-][\w.+ -]*)?)*$/;
/** A quote within a text. */
const QUOTE = /\\\["\]/g;

export const refuseLine = (number: number, message: string): RawRefusal =>
  new RawRefusal(`第 ${number} 行：${message}`);

/** Commands that are carried out the moment they arrive, in data, too ("Immediate commands"). @throws RawRefusal */
export function checkImmediate(bytes: Uint8Array): void {
  for (let at = bytes.indexOf(BANG); at >= 0; at = bytes.indexOf(BANG, at + 1))
    if (bytes[at - 1] === ESC || bytes[at - 1] === TILDE)
      throw new RawRefusal(
        `第 ${at} 个字节：ESC ! 和 ~! 会当场执行（查询、清空或重启），数据里也不行；位图里有就挪动一点`,
      );
}

function findLineEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at += 1;
  return at;
}

const skipLineEnd = (bytes: Uint8Array, end: number): number =>
  bytes[end] === CR && bytes[end + 1] === LF ? end + 2 : Math.min(end + 1, bytes.length);

/** Where the command begins behind white space and page marks; a mark may hold a line end. */
function skipMarks(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    while (bytes[at] === 0x20 || bytes[at] === 0x09) at += 1;
    const mark = bytes[at] === 0x3c ? measureXpml(bytes, at) : 0;
    if (mark === 0) return at;
    at += mark;
  }
}

const NAME = /^(SETC? +[A-Z_]+\d?|[A-Z][A-Z0-9$]*)/i;

const readCommandName = (text: string): string =>
  (NAME.exec(text)?.[1] ?? '').replace(/ +/, ' ').toUpperCase();

function readDots(
  bytes: Uint8Array,
  begin: number,
  number: number,
): { line: Line; end: number } | null {
  const head = toLatin1(bytes.subarray(begin, begin + 80));
  const bitmap = BITMAP.exec(head);
  if (!bitmap) return null;
  const [lead, x = '', y = '', width = '', height = '', mode = ''] = bitmap;
  const from = begin + lead.length;
  const to = from + Number(width) * Number(height);
  if (to > bytes.length)
    throw refuseLine(number, 'BITMAP 说的大小比后面的内容大，会吞掉下一张标签');
  const end = findLineEnd(bytes, to);
  if (toLatin1(bytes.subarray(to, Math.min(end, to + 80))).trim() !== '')
    throw refuseLine(number, 'BITMAP 说的大小比后面的内容小');
  const rest = [x, y, width, height, mode].map(Number).join(',');
  const dots = bytes.subarray(from, to);
  return { line: { number, from: begin, to: end, name: 'BITMAP', rest, dots }, end };
}

function readText(bytes: Uint8Array, begin: number, number: number): { line: Line; end: number } {
  const end = findLineEnd(bytes, begin);
  if (end - begin > MAX_LINE_BYTES) throw refuseLine(number, '太长，不像一条命令');
  const data = bytes.subarray(begin, end);
  const text = toLatin1(data).trim();
  const name = readCommandName(text);
  if (name === 'BITMAP') throw refuseLine(number, 'BITMAP 的参数读不懂，或是压缩的');
  const control = findControl(data);
  if (control >= 0)
    throw refuseLine(number, `有控制字节 ${writeHex(data[control] ?? 0)}，不是 TSPL`);
  const rest = text.slice(NAME.exec(text)?.[0].length ?? 0).trim();
  return {
    line: { number, from: begin, to: end, name: name || text.slice(0, 12), rest, dots: null },
    end,
  };
}

/** Whether the parameters are such that a printer reads them as they are meant. */
export const isReadable = (rest: string): boolean => ARGUMENTS.test(rest.replaceAll(QUOTE, ''));

/** The lines of a stream that are not empty. @throws RawRefusal for what is none */
export function* readLines(bytes: Uint8Array): Generator<Line> {
  // Senders end a text with it.
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  for (let number = 1; at < bytes.length; number += 1) {
    const begin = skipMarks(bytes, at);
    const isEmpty = begin >= bytes.length || bytes[begin] === LF || bytes[begin] === CR;
    if (isEmpty) at = skipLineEnd(bytes, begin);
    else {
      const { line, end } = readDots(bytes, begin, number) ?? readText(bytes, begin, number);
      at = skipLineEnd(bytes, end);
      yield { ...line, from: begin, to: at };
    }
  }
}
