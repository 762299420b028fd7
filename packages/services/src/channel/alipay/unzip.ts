import { pipeline } from 'node:stream';
import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { ChannelError } from '../channel.ts';

/** Local file header of a ZIP archive (APPNOTE 4.3.7). */
const SIGNATURE = 0x04034b50;
const HEADER_BYTES = 30;
const DEFLATED = 8;
const STORED = 0;

const bad = (): ChannelError => new ChannelError('the bill is no ZIP archive that can be read');

type Bytes = AsyncIterator<Uint8Array>;

/** The next so many bytes, and what came with them. */
const take = async (from: Bytes, held: Buffer, count: number): Promise<[Buffer, Buffer]> => {
  let all = held;
  while (all.length < count) {
    const { done, value } = await from.next();
    if (done) throw bad();
    all = Buffer.concat([all, value]);
  }
  return [all.subarray(0, count), all.subarray(count)];
};

const rest = async function* (from: Bytes, held: Buffer): AsyncGenerator<Buffer> {
  if (held.length > 0) yield held;
  for (let next = await from.next(); !next.done; next = await from.next())
    yield Buffer.from(next.value);
};

/** At most so many bytes. */
const atMost = async function* (
  from: AsyncIterable<Buffer>,
  count: number,
): AsyncGenerator<Buffer> {
  let left = count;
  for await (const part of from) {
    yield part.subarray(0, left);
    left -= part.length;
    if (left <= 0) return;
  }
};

/**
 * The first file of an archive as it comes: Alipay's bill is the details, then their sums, which nobody needs here. It is
 * not read whole: a bill has any size.
 */
export const unzipped = async function* (
  archive: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const from = archive[Symbol.asyncIterator]();
  const [header, afterHeader] = await take(from, Buffer.alloc(0), HEADER_BYTES);
  const method = header.readUInt16LE(8);
  if (header.readUInt32LE(0) !== SIGNATURE || ![STORED, DEFLATED].includes(method)) throw bad();
  const named = header.readUInt16LE(26) + header.readUInt16LE(28);
  const [, held] = await take(from, afterHeader, named);
  if (method === STORED) return yield* atMost(rest(from, held), header.readUInt32LE(18));
  const inflate = createInflateRaw();
  // The deflated data says itself where it ends; what follows is not its.
  pipeline(Readable.from(rest(from, held)), inflate, () => {});
  try {
    yield* inflate as AsyncIterable<Uint8Array>;
  } catch {
    throw bad();
  }
};
