import { Inflate } from 'fflate';
import { BROKEN_FILE_MESSAGE, ENCRYPTED_FILE_MESSAGE, FileError } from './file-error.ts';

/** A file of an archive: offset of its header, compression method, packed and declared size. */
export type ZipEntry = { at: number; method: number; packed: number; size: number };

/** Maximum number of files. A workbook has a few dozen. */
const MAX_ENTRIES = 5_000;
/** Number of bytes that are inflated at once. The output is at most 1,000 times as large. */
const INFLATE_CHUNK_BYTES = 16_384;

const END = 0x06054b50;
const DIRECTORY = 0x02014b50;
const LOCAL = 0x04034b50;
/** Marks a size or offset that is stored in the ZIP64 field. */
const IN_ZIP64_FIELD = 0xffffffff;
/** Size of the end record with the longest possible comment, in bytes. */
const MAX_END_RECORD_BYTES = 65_557;

const createDataView = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const findZipEndRecord = (view: DataView): number => {
  const min = Math.max(0, view.byteLength - MAX_END_RECORD_BYTES);
  for (let at = view.byteLength - 22; at >= min; at -= 1)
    if (view.getUint32(at, true) === END) return at;
  throw new FileError(BROKEN_FILE_MESSAGE);
};

/** Reads sizes and offset from the ZIP64 field when the 32-bit fields overflow (APPNOTE 4.5.3). */
const readZip64Sizes = (
  view: DataView,
  from: number,
  length: number,
  sizes: number[],
): number[] => {
  if (!sizes.includes(IN_ZIP64_FIELD)) return sizes;
  for (let at = from; at + 4 <= from + length;) {
    const [id, size] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    if (id === 1) {
      let next = at + 4;
      return sizes.map((ownSize) => {
        if (ownSize !== IN_ZIP64_FIELD || next + 8 > at + 4 + size) return ownSize;
        next += 8;
        return Number(view.getBigUint64(next - 8, true));
      });
    }
    at += 4 + size;
  }
  return sizes;
};

/** Normalizes a name for lookup. Old exporters write backslashes or different letter case. */
export const normalizeZipEntryName = (name: string): string =>
  name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

/**
 * Reads the files of a ZIP archive by normalized name (APPNOTE 4.3.12). Throws FileError when a
 * file is encrypted.
 */
export const readZipDirectory = (bytes: Uint8Array): Map<string, ZipEntry> => {
  const view = createDataView(bytes);
  const end = findZipEndRecord(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (count > MAX_ENTRIES) throw new FileError('文件里的部分太多，不像一个表格');
  const entries = new Map<string, ZipEntry>();
  for (let n = 0; n < count; n += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== DIRECTORY)
      throw new FileError(BROKEN_FILE_MESSAGE);
    const [name, extra, comment] = [28, 30, 32].map((from) => view.getUint16(at + from, true));
    const nameEnd = at + 46 + (name ?? 0);
    if ((view.getUint16(at + 8, true) & 1) === 1) throw new FileError(ENCRYPTED_FILE_MESSAGE);
    const ownSizes = [24, 20, 42].map((from) => view.getUint32(at + from, true));
    if (nameEnd + (extra ?? 0) > bytes.length) throw new FileError(BROKEN_FILE_MESSAGE);
    const [size = 0, packedSize = 0, header = 0] = readZip64Sizes(
      view,
      nameEnd,
      extra ?? 0,
      ownSizes,
    );
    entries.set(normalizeZipEntryName(new TextDecoder().decode(bytes.subarray(at + 46, nameEnd))), {
      at: header,
      method: view.getUint16(at + 10, true),
      packed: packedSize,
      size,
    });
    at = nameEnd + (extra ?? 0) + (comment ?? 0);
  }
  return entries;
};

const readPackedEntry = (bytes: Uint8Array, { at, packed }: ZipEntry): Uint8Array => {
  const view = createDataView(bytes);
  if (at + 30 > bytes.length || view.getUint32(at, true) !== LOCAL)
    throw new FileError(BROKEN_FILE_MESSAGE);
  const from = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  if (from + packed > bytes.length) throw new FileError(BROKEN_FILE_MESSAGE);
  return bytes.subarray(from, from + packed);
};

/**
 * Unpacks an entry piece by piece until `take` returns false. Throws FileError when the entry
 * declares more than `max` bytes (before unpacking) or produces more.
 */
export const unpackZipEntry = (
  bytes: Uint8Array,
  entry: ZipEntry,
  max: number,
  take: (piece: Uint8Array, isLast: boolean) => boolean,
): void => {
  const createTooLargeError = (): FileError =>
    new FileError(`表格展开后超过 ${Math.round(max / 1_000_000)} MB，太大了，分成几个文件再打开`);
  if (entry.size > max) throw createTooLargeError();
  const packedBytes = readPackedEntry(bytes, entry);
  if (entry.method === 0) return void take(packedBytes, true);
  if (entry.method !== 8) throw new FileError(BROKEN_FILE_MESSAGE);
  let sum = 0;
  let goesOn = true;
  let isWhole = false;
  const inflate = new Inflate((piece, isLast) => {
    sum += piece.length;
    isWhole ||= isLast;
    if (sum > max) throw createTooLargeError();
    goesOn &&= take(piece, isLast);
  });
  for (let from = 0; goesOn && from < packedBytes.length; from += INFLATE_CHUNK_BYTES) {
    try {
      inflate.push(
        packedBytes.subarray(from, from + INFLATE_CHUNK_BYTES),
        from + INFLATE_CHUNK_BYTES >= packedBytes.length,
      );
    } catch (error) {
      throw error instanceof FileError ? error : new FileError(BROKEN_FILE_MESSAGE);
    }
  }
  if (goesOn && !isWhole) throw new FileError(BROKEN_FILE_MESSAGE);
};

/** Unpacks a complete entry. Throws FileError above `max` bytes. */
export const unpackZipEntryFully = (
  bytes: Uint8Array,
  entry: ZipEntry,
  max: number,
): Uint8Array => {
  const pieces: Uint8Array[] = [];
  unpackZipEntry(bytes, entry, max, (piece) => pieces.push(piece) > 0);
  const content = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    content.set(piece, at);
    at += piece.length;
  }
  return content;
};
