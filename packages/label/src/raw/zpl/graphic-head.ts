import { decodeLatin1 } from '../../zpl/lexer.ts';
import { isControlByte } from '../label.ts';
import { stripLineEnds } from './params.ts';

/** Maximum bytes of the numbers before the dots. */
const HEAD_BYTES = 80;
const GRAPHIC_FIELD = /^ *([AB]) *, *0*(\d{1,7}) *, *0*(\d{1,7}) *, *0*(\d{1,7}) *,/i;
const GRAPHIC = /^ *0*(\d{1,7}) *, *0*(\d{1,7}) *,/;
const DOWNLOAD = /^ *([ABP]) *, *([GPBX]) *, *0*(\d{1,7}) *,([^,]{0,9}),/i;

/**
 * Whether a byte belongs to a graphic: digits with their run lengths, and the frame of encoded
 * data.
 */
const isGraphicByte = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x3a) ||
  (byte >= 0x41 && byte <= 0x5a) ||
  (byte >= 0x61 && byte <= 0x7a) ||
  [0x20, 0x21, 0x2b, 0x2c, 0x2f, 0x3d, 0x09, 0x0a, 0x0d].includes(byte);

/** A normalized graphic; `trouble` is Chinese. */
export type Graphic = { head: string; data: Uint8Array } | { trouble: string };

/** Bytes of the largest label at 600 dpi, 200 × 300 mm. */
const MAX_GRAPHIC_BYTES = 4_200_000;
const BAD_SIZE = '说的大小不是一张标签上的图形';

/**
 * Removes line ends between digits: they have no meaning, and a setting command could follow one
 * (`! U1`).
 */
const readGraphicDigits = (head: string, data: Uint8Array): Graphic =>
  data.every(isGraphicByte)
    ? { head, data: stripLineEnds(data) }
    : { trouble: '图形数据里有不是图形的字符' };

/** Printer setting commands, which may occur between commands, in both syntaxes. */
const SETUP = /! U(?:1|[\r\n])|\{\}\{"/;

function readCountedGraphicData(head: string, data: Uint8Array, length: number): Graphic {
  if (data.length < length) return { trouble: '说的长度比后面的内容长，会吞掉下一张标签' };
  const trailing = data.subarray(length);
  if (trailing.some((byte) => byte > 0x20 || isControlByte(byte)))
    return { trouble: '说的长度比后面的内容短' };
  if (SETUP.test(decodeLatin1(data.subarray(0, length))))
    return { trouble: '图形数据里有改打印机设置的命令（! U 或 JSON）：改用十六进制（A）' };
  return { head, data: data.subarray(0, length) };
}

const readGraphicHead = (data: Uint8Array): string => decodeLatin1(data.subarray(0, HEAD_BYTES));

/** `^GFa,b,c,d,data`: digits, or `b` binary bytes. */
export function readGraphicFieldData(data: Uint8Array): Graphic {
  const match = GRAPHIC_FIELD.exec(readGraphicHead(data));
  if (!match) return { trouble: '参数读不懂，或是压缩的二进制' };
  const [head, kind = '', count = '', total = '', row = ''] = match;
  const normalizedHead = `${kind.toUpperCase()},${count},${total},${row},`;
  const body = data.subarray(head.length);
  const [sentBytes, dots, stride] = [Number(count), Number(total), Number(row)];
  if (stride === 0 || Math.max(sentBytes, dots) > MAX_GRAPHIC_BYTES) return { trouble: BAD_SIZE };
  // Printers differ in which of the two they use as the number of bytes.
  const isOneSize = sentBytes === dots && dots % stride === 0;
  if (kind.toUpperCase() === 'B' && !isOneSize) return { trouble: BAD_SIZE };
  if (kind.toUpperCase() === 'A') return readGraphicDigits(normalizedHead, body);
  return readCountedGraphicData(normalizedHead, body, Number(count));
}

/** `~DGname,t,w,data`, after the first comma. */
export function readGraphicDownload(data: Uint8Array): Graphic {
  const match = GRAPHIC.exec(readGraphicHead(data));
  if (!match) return { trouble: '参数读不懂' };
  const [head, total = '', row = ''] = match;
  if (Number(row) === 0 || Number(total) > MAX_GRAPHIC_BYTES) return { trouble: BAD_SIZE };
  return readGraphicDigits(`${total},${row},`, data.subarray(head.length));
}

const EXTENSIONS: Readonly<Record<string, string>> = { G: 'GRF', P: 'PNG', B: 'BMP', X: 'PCX' };

/** `~DYname,b,x,t,w,data`, after the first comma: a picture, with its file extension. */
export function readPictureDownload(data: Uint8Array): { graphic: Graphic; extension: string } {
  const match = DOWNLOAD.exec(readGraphicHead(data));
  const extension = EXTENSIONS[match?.[2]?.toUpperCase() ?? ''] ?? '';
  if (!match) return { graphic: { trouble: '参数读不懂，或者不是图片' }, extension };
  const [head, kind = '', type = '', total = '', row = ''] = match;
  if (Number(total) > MAX_GRAPHIC_BYTES) return { graphic: { trouble: BAD_SIZE }, extension };
  const normalizedHead = `${kind.toUpperCase()},${type.toUpperCase()},${total},${row.trim()},`;
  const body = data.subarray(head.length);
  if (!/^\s*(?:\d{1,7}\s*)?$/.test(row)) return { graphic: { trouble: '参数读不懂' }, extension };
  if (kind.toUpperCase() === 'B')
    return { graphic: readCountedGraphicData(normalizedHead, body, Number(total)), extension };
  return { graphic: readGraphicDigits(normalizedHead, body), extension };
}
