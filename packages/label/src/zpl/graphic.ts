import { LabelError } from '../errors.ts';
import { bytesOfBase64 } from '../image/base64.ts';
import { dither } from '../image/dither.ts';
import { inflateUpTo } from '../image/inflate.ts';
import { readPng } from '../image/png.ts';
import { readPngHeader } from '../image/png-header.ts';
import { scalePicture } from '../image/scale.ts';
import { crc16 } from '../output/crc.ts';
import type { Bitmap } from '../raster/bitmap.ts';
import { hexDigit } from './field-data.ts';
import { toLatin1 } from './lexer.ts';
import { ZPL_LIMITS } from './limits.ts';

/** A picture as a stream holds it; it is unpacked when it is drawn. */
export type PackedGraphic = {
  /** Digits, also compressed, or `:Z64:` and `:B64:`; the bytes of the dots themselves; a PNG file. */
  format: 'text' | 'binary' | 'png';
  data: Uint8Array;
  /** Bytes a row. */
  stride: number;
  /** Rows. */
  height: number;
};

/** Why a picture cannot be drawn, in Chinese. */
export type GraphicTrouble = { trouble: string };

/** Bytes of its dots. */
export const sizeOfGraphic = ({ stride, height }: PackedGraphic): number => stride * height;

/** Checks what a picture claims before anything is unpacked. */
export function packedGraphic(
  format: 'text' | 'binary',
  data: Uint8Array,
  { total, stride }: { total: number | undefined; stride: number | undefined },
): PackedGraphic | GraphicTrouble {
  if (total === undefined || stride === undefined) return { trouble: '图形的字节数没有写对' };
  if (total > ZPL_LIMITS.graphicBytes)
    return { trouble: `图形太大：${total} 字节，最多 ${ZPL_LIMITS.graphicBytes} 字节` };
  const height = Math.floor(total / stride);
  return height < 1 ? { trouble: '图形一行都不满' } : { format, data, stride, height };
}

/** Bytes of a file that a stream holds as digits, as `:B64:` or `:Z64:`, or as they are; at most `size`. */
function readFile(data: Uint8Array, size: number): Uint8Array {
  const head = getHead(data);
  if (isEncoded(head)) {
    const bytes = bytesOfBase64(readEncoded(data)?.text ?? '');
    return head === ':Z64:' ? inflateUpTo(bytes, size) : bytes.subarray(0, size);
  }
  if (hexDigit(data[0] ?? 0) < 0) return data.subarray(0, size);
  const bytes = new Uint8Array(Math.min(size, data.length >> 1));
  let count = 0;
  for (const code of data) {
    const digit = hexDigit(code);
    if (digit < 0) continue;
    const at = count >> 1;
    if (at >= bytes.length) break;
    bytes[at] = (bytes[at] ?? 0) | (digit << (count % 2 === 0 ? 4 : 0));
    count += 1;
  }
  return bytes.subarray(0, count >> 1);
}

/** A PNG file as a picture; its header is checked, its pixels are unpacked when it is drawn. */
export function packedPng(data: Uint8Array, size: number): PackedGraphic | GraphicTrouble {
  try {
    const file = readFile(data, Math.min(size, ZPL_LIMITS.graphicBytes));
    const { width, height } = readPngHeader(file);
    return { format: 'png', data: file, stride: Math.ceil(width / 8), height };
  } catch (error) {
    if (error instanceof LabelError) return { trouble: error.message };
    throw error;
  }
}

function drawPng(file: Uint8Array): Unpacked {
  try {
    const picture = readPng(file);
    const { width, height } = picture;
    const ink = scalePicture(picture, { width, height, fit: 'stretch', inverse: false });
    return { bitmap: dither(ink, 'threshold', MIDDLE_GREY) };
  } catch (error) {
    if (error instanceof LabelError) return { trouble: error.message };
    throw error;
  }
}

/** Two digits a byte, or less; the rest is for line ends, runs of one and the frame of encoded data. */
const CHARACTERS = { perByte: 8, besides: 1024 };
/** Work in dots: bytes of dots, and characters, count for eight; of encoded ones each is gone through several times. */
const COST = { byte: 8, digit: 8, encoded: 32, pixel: 8 };
/** The first grey that stays white. */
const MIDDLE_GREY = 128;

/** As much of its data as a picture of this size may have. */
const usedData = (graphic: PackedGraphic): Uint8Array =>
  graphic.data.subarray(
    0,
    graphic.format === 'binary'
      ? sizeOfGraphic(graphic)
      : sizeOfGraphic(graphic) * CHARACTERS.perByte + CHARACTERS.besides,
  );

/** `:Z64:` or `:B64:`; anything else where data is none of these. */
const getHead = (data: Uint8Array): string =>
  toLatin1(data.subarray(0, 12)).trimStart().slice(0, 5).toUpperCase();

const isEncoded = (head: string): boolean => head === ':Z64:' || head === ':B64:';

/** What it costs to unpack a picture, in dots that are gone through. */
export function unpackingCost(graphic: PackedGraphic): number {
  const size = sizeOfGraphic(graphic) * COST.byte;
  if (graphic.format === 'binary') return size;
  if (graphic.format === 'png') return size * COST.pixel + graphic.data.length * COST.encoded;
  const data = usedData(graphic);
  return size + data.length * (isEncoded(getHead(data)) ? COST.encoded : COST.digit);
}

/** The dots, and what is wrong with them though they can be drawn; `trouble` alone when they cannot. */
export type Unpacked = { bitmap?: Bitmap; trouble?: string };

export function unpackGraphic(graphic: PackedGraphic): Unpacked {
  const { format, stride, height } = graphic;
  if (format === 'png') return drawPng(graphic.data);
  const data = usedData(graphic);
  const size = sizeOfGraphic(graphic);
  const asBitmap = (bytes: Uint8Array, isWhole = bytes.length >= size): Unpacked => {
    const whole = new Uint8Array(size);
    whole.set(bytes.subarray(0, size));
    const bitmap = { width: stride * 8, height, stride, data: whole };
    return isWhole ? { bitmap } : { bitmap, trouble: '图形的数据不够，缺的地方空着' };
  };
  if (format === 'binary') return asBitmap(data);
  const head = getHead(data);
  if (!isEncoded(head)) {
    const { bytes, isWhole } = readDigits(data, stride, height);
    const drawn = asBitmap(bytes, isWhole);
    const isCut = data.length < graphic.data.length;
    return isCut ? { ...drawn, trouble: '图形的数据比它的大小长得多，后面的没有看' } : drawn;
  }
  const encoded = readEncoded(data);
  if (encoded === undefined) return { trouble: '图形没有写完整' };
  try {
    const bytes = bytesOfBase64(encoded.text);
    const dots = head === ':Z64:' ? inflateUpTo(bytes, size) : bytes;
    const drawn = asBitmap(dots);
    return encoded.isRight ? drawn : { ...drawn, trouble: '图形的校验和不对，打印机可能不印它' };
  } catch (error) {
    if (error instanceof LabelError) return { trouble: '图形的数据坏了' };
    throw error;
  }
}

/** `:Z64:` base64 `:` four hex digits, with line ends anywhere. */
function readEncoded(data: Uint8Array): { text: string; isRight: boolean } | undefined {
  const whole = toLatin1(data).replaceAll(/\s/g, '');
  const end = whole.indexOf(':', 5);
  if (end < 0) return undefined;
  const text = whole.slice(5, end);
  const claimed = Number.parseInt(whole.slice(end + 1, end + 5), 16);
  return { text, isRight: claimed === crc16(latin1Bytes(text)) };
}

function latin1Bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

const WHITE_REST = 0x2c;
const BLACK_REST = 0x21;
const ROW_AGAIN = 0x3a;

/**
 * Hex digits row by row, with the guide's run lengths (alternative data compression): G–Y 1 to 19 and g–z 20 to 400 of the
 * next digit, added up; `,` and `!` fill the row, `:` is the row above again. Other characters are nothing.
 */
function readDigits(
  data: Uint8Array,
  stride: number,
  height: number,
): { bytes: Uint8Array; isWhole: boolean } {
  const row = stride * 2;
  const end = row * height;
  const bytes = new Uint8Array(stride * height);
  let at = 0;
  let repeat = 0;
  const put = (digit: number, times: number): void => {
    for (const to = Math.min(end, at + times); at < to; at += 1)
      if (digit > 0) bytes[at >> 1] = (bytes[at >> 1] ?? 0) | (digit << (at % 2 === 0 ? 4 : 0));
  };
  for (const code of data) {
    if (at >= end) break;
    const digit = hexDigit(code);
    if (digit >= 0) {
      put(digit, Math.max(1, repeat));
      repeat = 0;
    } else if (code === WHITE_REST) at += row - (at % row);
    else if (code === BLACK_REST) put(15, row - (at % row));
    else if (code === ROW_AGAIN) {
      at = Math.ceil(at / row) * row;
      const start = at / 2;
      if (start >= stride) bytes.copyWithin(start, start - stride, Math.min(start, bytes.length));
      at += row;
    } else repeat += runLength(code);
  }
  return { bytes, isWhole: at >= end };
}

function runLength(code: number): number {
  if (code >= 0x47 && code <= 0x59) return code - 0x46;
  return code >= 0x67 && code <= 0x7a ? (code - 0x66) * 20 : 0;
}
