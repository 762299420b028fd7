import { LabelError } from '../errors.ts';
import { decodeBase64 } from '../image/base64.ts';
import { ditherToBitmap } from '../image/dither.ts';
import { inflateUpTo } from '../image/inflate.ts';
import { readPng } from '../image/png.ts';
import { readPngHeader } from '../image/png-header.ts';
import { scalePicture } from '../image/scale.ts';
import { computeCrc16 } from '../output/crc.ts';
import type { Bitmap } from '../raster/bitmap.ts';
import { parseHexDigit } from './field-data.ts';
import { decodeLatin1 } from './lexer.ts';
import { ZPL_LIMITS } from './limits.ts';

/** A packed picture; unpacked when it is drawn. */
export type PackedGraphic = {
  /**
   * `text`: digits, compressed digits, or `:Z64:` and `:B64:` data. `binary`: raw dots. `png`: a
   * PNG file.
   */
  format: 'text' | 'binary' | 'png';
  data: Uint8Array;
  /** Bytes per row. */
  stride: number;
  /** Number of rows. */
  height: number;
};

/** Why a picture cannot be drawn, in Chinese. */
export type GraphicTrouble = { trouble: string };

/** Bytes of the unpacked dots. */
export const computeGraphicSize = ({ stride, height }: PackedGraphic): number => stride * height;

/** Validates the declared size before anything is unpacked. */
export function readPackedGraphic(
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

/** Reads a file given as digits, as `:B64:` or `:Z64:`, or as raw bytes; at most `size` bytes. */
function decodeGraphicFile(data: Uint8Array, size: number): Uint8Array {
  const head = readEncodingPrefix(data);
  if (isEncodedPrefix(head)) {
    const bytes = decodeBase64(readEncodedGraphic(data)?.text ?? '');
    return head === ':Z64:' ? inflateUpTo(bytes, size) : bytes.subarray(0, size);
  }
  if (parseHexDigit(data[0] ?? 0) < 0) return data.subarray(0, size);
  const bytes = new Uint8Array(Math.min(size, data.length >> 1));
  let count = 0;
  for (const code of data) {
    const digit = parseHexDigit(code);
    if (digit < 0) continue;
    const at = count >> 1;
    if (at >= bytes.length) break;
    bytes[at] = (bytes[at] ?? 0) | (digit << (count % 2 === 0 ? 4 : 0));
    count += 1;
  }
  return bytes.subarray(0, count >> 1);
}

/** Reads a PNG. The header is validated; the pixels are unpacked when it is drawn. */
export function readPackedPng(data: Uint8Array, size: number): PackedGraphic | GraphicTrouble {
  try {
    const file = decodeGraphicFile(data, Math.min(size, ZPL_LIMITS.graphicBytes));
    const { width, height } = readPngHeader(file);
    return { format: 'png', data: file, stride: Math.ceil(width / 8), height };
  } catch (error) {
    if (error instanceof LabelError) return { trouble: error.message };
    throw error;
  }
}

function unpackPngToBitmap(file: Uint8Array): UnpackedGraphic {
  try {
    const picture = readPng(file);
    const { width, height } = picture;
    const ink = scalePicture(picture, { width, height, fit: 'stretch', inverse: false });
    return { bitmap: ditherToBitmap(ink, 'threshold', MIDDLE_GREY) };
  } catch (error) {
    if (error instanceof LabelError) return { trouble: error.message };
    throw error;
  }
}

/**
 * Maximum input characters per byte, including line ends and runs of one, plus the frame of encoded
 * data.
 */
const CHARACTERS = { perByte: 8, besides: 1024 };
/** Cost in dots: bytes and characters count for eight; encoded data is processed several times. */
const COST = { byte: 8, digit: 8, encoded: 32, pixel: 8 };
/** First grey that stays white. */
const MIDDLE_GREY = 128;

/** Truncates the data to the maximum for a picture of this size. */
const truncateGraphicDataToSize = (graphic: PackedGraphic): Uint8Array =>
  graphic.data.subarray(
    0,
    graphic.format === 'binary'
      ? computeGraphicSize(graphic)
      : computeGraphicSize(graphic) * CHARACTERS.perByte + CHARACTERS.besides,
  );

/** `:Z64:` or `:B64:`; any other text for other data. */
const readEncodingPrefix = (data: Uint8Array): string =>
  decodeLatin1(data.subarray(0, 12)).trimStart().slice(0, 5).toUpperCase();

const isEncodedPrefix = (head: string): boolean => head === ':Z64:' || head === ':B64:';

/** Estimated cost of unpacking, in dots. */
export function estimateUnpackingCost(graphic: PackedGraphic): number {
  const size = computeGraphicSize(graphic) * COST.byte;
  if (graphic.format === 'binary') return size;
  if (graphic.format === 'png') return size * COST.pixel + graphic.data.length * COST.encoded;
  const data = truncateGraphicDataToSize(graphic);
  return (
    size + data.length * (isEncodedPrefix(readEncodingPrefix(data)) ? COST.encoded : COST.digit)
  );
}

/** The bitmap, with a warning when it is incomplete; only `trouble` when it cannot be drawn. */
export type UnpackedGraphic = { bitmap?: Bitmap; trouble?: string };

export function unpackGraphic(graphic: PackedGraphic): UnpackedGraphic {
  const { format, stride, height } = graphic;
  if (format === 'png') return unpackPngToBitmap(graphic.data);
  const data = truncateGraphicDataToSize(graphic);
  const size = computeGraphicSize(graphic);
  const buildUnpackedBitmap = (
    bytes: Uint8Array,
    isWhole = bytes.length >= size,
  ): UnpackedGraphic => {
    const paddedBytes = new Uint8Array(size);
    paddedBytes.set(bytes.subarray(0, size));
    const bitmap = { width: stride * 8, height, stride, data: paddedBytes };
    return isWhole ? { bitmap } : { bitmap, trouble: '图形的数据不够，缺的地方空着' };
  };
  if (format === 'binary') return buildUnpackedBitmap(data);
  const head = readEncodingPrefix(data);
  if (!isEncodedPrefix(head)) {
    const { bytes, isWhole } = readHexDigitRows(data, stride, height);
    const unpackedBitmap = buildUnpackedBitmap(bytes, isWhole);
    const isCut = data.length < graphic.data.length;
    return isCut
      ? { ...unpackedBitmap, trouble: '图形的数据比它的大小长得多，后面的没有看' }
      : unpackedBitmap;
  }
  const encoded = readEncodedGraphic(data);
  if (encoded === undefined) return { trouble: '图形没有写完整' };
  try {
    const bytes = decodeBase64(encoded.text);
    const dots = head === ':Z64:' ? inflateUpTo(bytes, size) : bytes;
    const unpackedBitmap = buildUnpackedBitmap(dots);
    return encoded.isChecksumValid
      ? unpackedBitmap
      : { ...unpackedBitmap, trouble: '图形的校验和不对，打印机可能不打印它' };
  } catch (error) {
    if (error instanceof LabelError) return { trouble: '图形的数据坏了' };
    throw error;
  }
}

/** `:Z64:` base64 `:` four hex digits, with line ends anywhere. */
function readEncodedGraphic(
  data: Uint8Array,
): { text: string; isChecksumValid: boolean } | undefined {
  const encodedText = decodeLatin1(data).replaceAll(/\s/g, '');
  const end = encodedText.indexOf(':', 5);
  if (end < 0) return undefined;
  const text = encodedText.slice(5, end);
  const claimedChecksum = Number.parseInt(encodedText.slice(end + 1, end + 5), 16);
  return { text, isChecksumValid: claimedChecksum === computeCrc16(toLatin1Bytes(text)) };
}

function toLatin1Bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

const WHITE_REST = 0x2c;
const BLACK_REST = 0x21;
const ROW_AGAIN = 0x3a;

/**
 * Reads hex digits row by row with the guide's run lengths (alternative data compression): G–Y for
 * 1 to 19 and g–z for 20 to 400 repeats of the next digit, summed; `,` and `!` fill the row, `:`
 * repeats the row above. Other characters are ignored.
 */
function readHexDigitRows(
  data: Uint8Array,
  stride: number,
  height: number,
): { bytes: Uint8Array; isWhole: boolean } {
  const row = stride * 2;
  const end = row * height;
  const bytes = new Uint8Array(stride * height);
  let at = 0;
  let repeat = 0;
  const writeRepeatedDigit = (digit: number, times: number): void => {
    for (const to = Math.min(end, at + times); at < to; at += 1)
      if (digit > 0) bytes[at >> 1] = (bytes[at >> 1] ?? 0) | (digit << (at % 2 === 0 ? 4 : 0));
  };
  for (const code of data) {
    if (at >= end) break;
    const digit = parseHexDigit(code);
    if (digit >= 0) {
      writeRepeatedDigit(digit, Math.max(1, repeat));
      repeat = 0;
    } else if (code === WHITE_REST) at += row - (at % row);
    else if (code === BLACK_REST) writeRepeatedDigit(15, row - (at % row));
    else if (code === ROW_AGAIN) {
      at = Math.ceil(at / row) * row;
      const start = at / 2;
      if (start >= stride) bytes.copyWithin(start, start - stride, Math.min(start, bytes.length));
      at += row;
    } else repeat += parseRunLength(code);
  }
  return { bytes, isWhole: at >= end };
}

function parseRunLength(code: number): number {
  if (code >= 0x47 && code <= 0x59) return code - 0x46;
  return code >= 0x67 && code <= 0x7a ? (code - 0x66) * 20 : 0;
}
