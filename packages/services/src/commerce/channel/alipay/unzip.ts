import { pipeline } from 'node:stream';
import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { ChannelError } from '../../../platform/payment-channel.ts';

/** Local file header of a ZIP archive (APPNOTE 4.3.7). */
const SIGNATURE = 0x04034b50;
const HEADER_BYTES = 30;
const DEFLATED = 8;
const STORED = 0;

const createZipError = (): ChannelError =>
  new ChannelError('the bill is no ZIP archive that can be read');

type Bytes = AsyncIterator<Uint8Array>;

/** Returns the next `count` bytes and the rest of the data read so far. */
const readBytes = async (
  from: Bytes,
  heldBytes: Buffer,
  count: number,
): Promise<[Buffer, Buffer]> => {
  let bytes = heldBytes;
  while (bytes.length < count) {
    const { done, value } = await from.next();
    if (done) throw createZipError();
    bytes = Buffer.concat([bytes, value]);
  }
  return [bytes.subarray(0, count), bytes.subarray(count)];
};

const streamRemainingBytes = async function* (
  from: Bytes,
  heldBytes: Buffer,
): AsyncGenerator<Buffer> {
  if (heldBytes.length > 0) yield heldBytes;
  for (let next = await from.next(); !next.done; next = await from.next())
    yield Buffer.from(next.value);
};

const limitBytes = async function* (
  from: AsyncIterable<Buffer>,
  count: number,
): AsyncGenerator<Buffer> {
  let remaining = count;
  for await (const part of from) {
    yield part.subarray(0, remaining);
    remaining -= part.length;
    if (remaining <= 0) return;
  }
};

/**
 * Streams the first file of an archive. In Alipay's bill that is the details; the totals follow and
 * are not needed. Never buffers the whole file, because a bill has any size.
 */
export const unzipFirstFile = async function* (
  archive: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const from = archive[Symbol.asyncIterator]();
  const [header, afterHeader] = await readBytes(from, Buffer.alloc(0), HEADER_BYTES);
  const method = header.readUInt16LE(8);
  if (header.readUInt32LE(0) !== SIGNATURE || ![STORED, DEFLATED].includes(method))
    throw createZipError();
  const namesLength = header.readUInt16LE(26) + header.readUInt16LE(28);
  const [, buffered] = await readBytes(from, afterHeader, namesLength);
  if (method === STORED)
    return yield* limitBytes(streamRemainingBytes(from, buffered), header.readUInt32LE(18));
  const inflate = createInflateRaw();
  // Deflate data marks its own end. The bytes after it belong to the next entry.
  pipeline(Readable.from(streamRemainingBytes(from, buffered)), inflate, () => {});
  try {
    yield* inflate as AsyncIterable<Uint8Array>;
  } catch {
    throw createZipError();
  }
};
