import { Inflate } from 'pako';
import { LabelError } from '../errors.ts';

const createBrokenImageError = (): LabelError => new LabelError('bad-image', '图片的数据坏了');

/** Bytes unpacked between two checks of the limit. */
const CHUNK_BYTES = 16_384;

/** Window of zlib streams only: with this value pako does not accept gzip (RFC 1952). */
const WINDOW_BITS = 15;

/**
 * Decompresses a zlib stream (RFC 1950, RFC 1951) of exactly `size` bytes. Layout is synchronous,
 * and the browser's own decompressor is not.
 * @throws LabelError `bad-image` for anything else
 */
export function inflate(bytes: Uint8Array, size: number): Uint8Array {
  const inflated = inflateUpTo(bytes, size);
  if (inflated.length !== size) throw createBrokenImageError();
  return inflated;
}

/**
 * Decompresses a zlib stream of at most `maxBytes` bytes, and stops at the first chunk beyond.
 * @throws LabelError `bad-image`
 */
export function inflateUpTo(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const unpackedBytes = new Uint8Array(maxBytes);
  let length = 0;
  const stream = new Inflate({ chunkSize: CHUNK_BYTES, windowBits: WINDOW_BITS });
  stream.onData = (chunk) => {
    if (length + chunk.length > maxBytes) throw createBrokenImageError();
    unpackedBytes.set(chunk, length);
    length += chunk.length;
  };
  stream.push(bytes, true);
  if (!stream.ended || stream.err !== 0) throw createBrokenImageError();
  return unpackedBytes.subarray(0, length);
}
