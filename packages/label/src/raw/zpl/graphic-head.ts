import { toLatin1 } from '../../zpl/lexer.ts';
import { isControl } from '../label.ts';
import { dropLineEnds } from './params.ts';

/** Numbers ahead of the dots; longer ones are none. */
const HEAD_BYTES = 80;
const GRAPHIC_FIELD = /^ *([AB]) *, *0*(\d{1,7}) *, *0*(\d{1,7}) *, *0*(\d{1,7}) *,/i;
const GRAPHIC = /^ *0*(\d{1,7}) *, *0*(\d{1,7}) *,/;
const DOWNLOAD = /^ *([ABP]) *, *([GPBX]) *, *0*(\d{1,7}) *,([^,]{0,9}),/i;

/** Digits with their run lengths, and the frames of encoded data. */
const isDigit = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x3a) ||
  (byte >= 0x41 && byte <= 0x5a) ||
  (byte >= 0x61 && byte <= 0x7a) ||
  [0x20, 0x21, 0x2b, 0x2c, 0x2f, 0x3d, 0x09, 0x0a, 0x0d].includes(byte);

/** A graphic as it is written again; `trouble` in Chinese. */
export type Graphic = { head: string; data: Uint8Array } | { trouble: string };

/** Of the largest label at 600 dpi, 200 × 300 mm. */
const MAX_GRAPHIC_BYTES = 4_200_000;
const BAD_SIZE = '说的大小不是一张标签上的图形';

/** Line ends mean nothing among digits, and behind one could stand a setting (`! U1`). */
const readDigits = (head: string, data: Uint8Array): Graphic =>
  data.every(isDigit)
    ? { head, data: dropLineEnds(data) }
    : { trouble: '图形数据里有不是图形的字符' };

/** What sets printers up between commands, in its two ways of writing. */
const SETUP = /! U(?:1|[\r\n])|\{\}\{"/;

function readCounted(head: string, data: Uint8Array, length: number): Graphic {
  if (data.length < length) return { trouble: '说的长度比后面的内容长，会吞掉下一张标签' };
  const rest = data.subarray(length);
  if (rest.some((byte) => byte > 0x20 || isControl(byte)))
    return { trouble: '说的长度比后面的内容短' };
  if (SETUP.test(toLatin1(data.subarray(0, length))))
    return { trouble: '图形数据里有改打印机设置的命令（! U 或 JSON）：改用十六进制（A）' };
  return { head, data: data.subarray(0, length) };
}

const readHead = (data: Uint8Array): string => toLatin1(data.subarray(0, HEAD_BYTES));

/** `^GFa,b,c,d,data`: digits, or `b` bytes as they are. */
export function readGraphicField(data: Uint8Array): Graphic {
  const match = GRAPHIC_FIELD.exec(readHead(data));
  if (!match) return { trouble: '参数读不懂，或是压缩的二进制' };
  const [head, kind = '', count = '', total = '', row = ''] = match;
  const written = `${kind.toUpperCase()},${count},${total},${row},`;
  const rest = data.subarray(head.length);
  const [sent, dots, stride] = [Number(count), Number(total), Number(row)];
  if (stride === 0 || Math.max(sent, dots) > MAX_GRAPHIC_BYTES) return { trouble: BAD_SIZE };
  // Printers take either of the two for how many bytes follow.
  const isOneSize = sent === dots && dots % stride === 0;
  if (kind.toUpperCase() === 'B' && !isOneSize) return { trouble: BAD_SIZE };
  if (kind.toUpperCase() === 'A') return readDigits(written, rest);
  return readCounted(written, rest, Number(count));
}

/** `~DGname,t,w,data`, from behind the first comma. */
export function readGraphic(data: Uint8Array): Graphic {
  const match = GRAPHIC.exec(readHead(data));
  if (!match) return { trouble: '参数读不懂' };
  const [head, total = '', row = ''] = match;
  if (Number(row) === 0 || Number(total) > MAX_GRAPHIC_BYTES) return { trouble: BAD_SIZE };
  return readDigits(`${total},${row},`, data.subarray(head.length));
}

const EXTENSIONS: Readonly<Record<string, string>> = { G: 'GRF', P: 'PNG', B: 'BMP', X: 'PCX' };

/** `~DYname,b,x,t,w,data`, from behind the first comma: a picture; with its extension. */
export function readDownload(data: Uint8Array): { graphic: Graphic; extension: string } {
  const match = DOWNLOAD.exec(readHead(data));
  const extension = EXTENSIONS[match?.[2]?.toUpperCase() ?? ''] ?? '';
  if (!match) return { graphic: { trouble: '参数读不懂，或者不是图片' }, extension };
  const [head, kind = '', type = '', total = '', row = ''] = match;
  if (Number(total) > MAX_GRAPHIC_BYTES) return { graphic: { trouble: BAD_SIZE }, extension };
  const written = `${kind.toUpperCase()},${type.toUpperCase()},${total},${row.trim()},`;
  const rest = data.subarray(head.length);
  if (!/^\s*(?:\d{1,7}\s*)?$/.test(row)) return { graphic: { trouble: '参数读不懂' }, extension };
  if (kind.toUpperCase() === 'B')
    return { graphic: readCounted(written, rest, Number(total)), extension };
  return { graphic: readDigits(written, rest), extension };
}
