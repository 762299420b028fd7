import { Inflate } from 'fflate';
import { BROKEN, ENCRYPTED, FileRefused } from './refused.ts';

/** One file of an archive: where its header lies, how it is packed, and the bytes it says it has. */
export type ZipEntry = { at: number; method: number; packed: number; size: number };

/** A workbook has a few dozen. */
const MAX_ENTRIES = 5_000;
/** Bytes fed to the inflater at once: what comes out of them is at most a thousand times as much. */
const STEP = 16_384;

const END = 0x06054b50;
const DIRECTORY = 0x02014b50;
const LOCAL = 0x04034b50;
/** Stands for a size or place that is in the ZIP64 field. */
const NOT_HERE = 0xffffffff;
/** The record at the end with the longest comment. */
const END_ROOM = 65_557;

const createView = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const findEnd = (view: DataView): number => {
  const least = Math.max(0, view.byteLength - END_ROOM);
  for (let at = view.byteLength - 22; at >= least; at -= 1)
    if (view.getUint32(at, true) === END) return at;
  throw new FileRefused(BROKEN);
};

/** Sizes and place that stand in the ZIP64 field of an entry because its own say that they do not fit (APPNOTE 4.5.3). */
const readLarge = (view: DataView, from: number, length: number, sizes: number[]): number[] => {
  if (!sizes.includes(NOT_HERE)) return sizes;
  for (let at = from; at + 4 <= from + length;) {
    const [id, size] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    if (id === 1) {
      let next = at + 4;
      return sizes.map((one) => {
        if (one !== NOT_HERE || next + 8 > at + 4 + size) return one;
        next += 8;
        return Number(view.getBigUint64(next - 8, true));
      });
    }
    at += 4 + size;
  }
  return sizes;
};

/** How parts are looked up: old exporters write backslashes, or capitals that the parts themselves do not have. */
export const normalizeName = (name: string): string =>
  name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

/** The files of a ZIP archive by their normalized names (APPNOTE 4.3.12). Encrypted ones are refused. */
export const readDirectory = (bytes: Uint8Array): Map<string, ZipEntry> => {
  const view = createView(bytes);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (count > MAX_ENTRIES) throw new FileRefused('文件里的部分太多，不像一个表格');
  const entries = new Map<string, ZipEntry>();
  for (let n = 0; n < count; n += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== DIRECTORY)
      throw new FileRefused(BROKEN);
    const [name, extra, comment] = [28, 30, 32].map((from) => view.getUint16(at + from, true));
    const nameEnd = at + 46 + (name ?? 0);
    if ((view.getUint16(at + 8, true) & 1) === 1) throw new FileRefused(ENCRYPTED);
    const own = [24, 20, 42].map((from) => view.getUint32(at + from, true));
    if (nameEnd + (extra ?? 0) > bytes.length) throw new FileRefused(BROKEN);
    const [size = 0, packed = 0, header = 0] = readLarge(view, nameEnd, extra ?? 0, own);
    entries.set(normalizeName(new TextDecoder().decode(bytes.subarray(at + 46, nameEnd))), {
      at: header,
      method: view.getUint16(at + 10, true),
      packed,
      size,
    });
    at = nameEnd + (extra ?? 0) + (comment ?? 0);
  }
  return entries;
};

/** Where the packed bytes of an entry are. */
const readPacked = (bytes: Uint8Array, { at, packed }: ZipEntry): Uint8Array => {
  const view = createView(bytes);
  if (at + 30 > bytes.length || view.getUint32(at, true) !== LOCAL) throw new FileRefused(BROKEN);
  const from = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  if (from + packed > bytes.length) throw new FileRefused(BROKEN);
  return bytes.subarray(from, from + packed);
};

/**
 * Unpacks an entry piece by piece, until `take` answers false or it ends. What says that it is, or turns out to be, more
 * than `most` bytes is refused, the former before anything is unpacked.
 */
export const unpack = (
  bytes: Uint8Array,
  entry: ZipEntry,
  most: number,
  take: (piece: Uint8Array, isLast: boolean) => boolean,
): void => {
  const tooLarge = (): FileRefused =>
    new FileRefused(
      `表格展开后超过 ${Math.round(most / 1_000_000)} MB，太大了，分成几个文件再打开`,
    );
  if (entry.size > most) throw tooLarge();
  const packed = readPacked(bytes, entry);
  if (entry.method === 0) return void take(packed, true);
  if (entry.method !== 8) throw new FileRefused(BROKEN);
  let sum = 0;
  let goesOn = true;
  let isWhole = false;
  const inflate = new Inflate((piece, isLast) => {
    sum += piece.length;
    isWhole ||= isLast;
    if (sum > most) throw tooLarge();
    goesOn &&= take(piece, isLast);
  });
  for (let from = 0; goesOn && from < packed.length; from += STEP) {
    try {
      inflate.push(packed.subarray(from, from + STEP), from + STEP >= packed.length);
    } catch (error) {
      throw error instanceof FileRefused ? error : new FileRefused(BROKEN);
    }
  }
  if (goesOn && !isWhole) throw new FileRefused(BROKEN);
};

/** A whole entry of at most so many bytes. */
export const unpackWhole = (bytes: Uint8Array, entry: ZipEntry, most: number): Uint8Array => {
  const pieces: Uint8Array[] = [];
  unpack(bytes, entry, most, (piece) => pieces.push(piece) > 0);
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
};
