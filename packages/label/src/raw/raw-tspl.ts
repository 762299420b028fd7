import { latin1Of } from '../zpl/lexer.ts';

/** They draw one label, or set what every label of ours sets again, or what is the printer's calibration. */
const ALLOWED = new Set(
  (
    'SIZE GAP BLINE OFFSET SHIFT DIRECTION REFERENCE SPEED DENSITY CODEPAGE COUNTRY CLS SET PRINT TEXT BLOCK BARCODE ' +
    'QRCODE DMATRIX PDF417 MPDF417 AZTEC MAXICODE RSS TLC39 CODABLOCK BOX BAR CIRCLE ELLIPSE LINE DIAGONAL ERASE ' +
    'REVERSE BITMAP PUTBMP PUTPCX'
  ).split(' '),
);
/** Of `SET`: what becomes of a label that is out, and how it is printed. */
const SET =
  /^SET +(?:TEAR|PEEL|CUTTER|PARTIAL_CUTTER|BACK|REPRINT|RIBBON|GAP|HEAD|PRINTKEY|COUNTER)\b/i;
const TALKS = new Set(['OUT', 'INP', 'INP$', 'FILES', 'OUTR']);

const LF = 0x0a;
const CR = 0x0d;
const ESC = 0x1b;
const TILDE = 0x7e;
const BANG = 0x21;
const HEAD_BYTES = 80;

/** `BITMAP x,y,width in bytes,height,mode,` and then that many bytes. */
const BITMAP = /^BITMAP +-?\d{1,6} *, *-?\d{1,6} *, *(\d{1,5}) *, *(\d{1,6}) *, *([0-2]) *,/i;
const PRINT = /^PRINT +(\d{1,9})(?: *, *(\d{1,9}))? *$/i;

/** Commands that are carried out the moment they arrive, wherever they stand ("Immediate commands"). */
function immediateAt(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(BANG); at >= 0; at = bytes.indexOf(BANG, at + 1))
    if (bytes[at - 1] === ESC || bytes[at - 1] === TILDE) return at - 1;
  return -1;
}

function lineEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at += 1;
  return at;
}

const nameOf = (line: string): string =>
  /^[A-Za-z][A-Za-z0-9$]*/.exec(line)?.[0].toUpperCase() ?? line.slice(0, 12);

function lineTrouble(line: string): string {
  const name = nameOf(line);
  if (TALKS.has(name)) return `${name} 会让打印机回话，这里没有人听`;
  if (!ALLOWED.has(name))
    return `${name} 不是画标签的命令，会动打印机本身（设置、走纸、程序或存储）`;
  if (name === 'SET' && !SET.test(line)) return `${line.slice(0, 24)} 会动打印机本身的设置`;
  return '';
}

/** Labels a `PRINT` asks for; null for one that cannot be read. */
function printedBy(line: string): number | null {
  const [, sets, copies = '1'] = PRINT.exec(line) ?? [];
  return sets === undefined ? null : Number(sets) * Number(copies);
}

/**
 * What is wrong with TSPL that is to be printed as one label between others, '' when nothing is: it prints one label, leaves
 * nothing open that would swallow the next one, and touches nothing but its label. In linear time.
 */
export function rawTsplTrouble(bytes: Uint8Array): string {
  const immediate = immediateAt(bytes);
  if (immediate >= 0)
    return `第 ${immediate + 1} 个字节：ESC ! 和 ~! 会当场执行（查询、清空或重启），数据里也不行；位图里有就挪动一点`;
  let labels = 0;
  for (let at = 0, number = 1; at < bytes.length; number += 1) {
    let end = lineEnd(bytes, at);
    const head = latin1Of(bytes.subarray(at, Math.min(end, at + HEAD_BYTES)));
    const line = head.trimStart();
    const bitmap = BITMAP.exec(line);
    if (bitmap) {
      const begin = at + head.length - line.length + bitmap[0].length;
      end = lineEnd(bytes, begin + Number(bitmap[1]) * Number(bitmap[2]));
      if (end >= bytes.length && begin + Number(bitmap[1]) * Number(bitmap[2]) > bytes.length)
        return `第 ${number} 行：BITMAP 说的大小比后面的内容大，会吞掉下一张标签`;
    } else if (line !== '') {
      const trouble = lineTrouble(line);
      if (trouble !== '') return `第 ${number} 行：${trouble}`;
      if (nameOf(line) === 'BITMAP') return `第 ${number} 行：BITMAP 的参数读不懂，或是压缩的`;
      if (nameOf(line) === 'PRINT') {
        const printed = printedBy(line.trimEnd());
        if (printed === null) return `第 ${number} 行：PRINT 的张数读不懂`;
        labels += printed;
      }
    }
    at = bytes[end] === CR && bytes[end + 1] === LF ? end + 2 : end + 1;
  }
  if (labels === 0) return '没有要印的标签：最后要有一行 PRINT 1';
  return labels > 1 ? `一次只印一张，这里要印 ${labels} 张：分几次提交` : '';
}
