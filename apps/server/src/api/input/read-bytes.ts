import { ServiceError } from '@yunbiao/services';
import { type BodySlot, createBodyTooLargeError } from './body-slots.ts';

const INITIAL_BUFFER_BYTES = 4_096;

type ReadOptions = { limit: number; place: BodySlot; contentName: string };

/** Reads the next chunk. A disconnect of the sender becomes a 400. */
const readNextChunk = (
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<ReadableStreamReadResult<Uint8Array>> =>
  reader.read().catch((cause: unknown) => {
    throw Object.assign(new ServiceError(400, '内容没有传完'), { cause });
  });

/**
 * Yields a body in chunks, up to the limit. Does not rely on `Content-Length`. A chunk is valid
 * until the next one is requested.
 * @throws 400 when the sender disconnects, 408 when it is too slow, 413
 */
export const readChunks = async function* (
  request: Request,
  { limit, place, contentName }: ReadOptions,
): AsyncGenerator<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > limit)
    throw createBodyTooLargeError(limit);
  if (!request.body) return;
  const reader = request.body.getReader();
  const { pace } = place;
  let [size, previousSize, isSlow] = [0, 0, false];
  const timer = setInterval(() => {
    isSlow ||= size - previousSize < pace.bytes;
    previousSize = size;
    // Ends the pending read.
    if (isSlow) void reader.cancel().catch(() => {});
  }, pace.ms);
  try {
    for (;;) {
      const { done, value } = await readNextChunk(reader);
      if (isSlow) throw new ServiceError(408, `${contentName}传得太慢，没有传完，请换个网络后重试`);
      if (done) return;
      size += value.byteLength;
      if (size > limit) throw createBodyTooLargeError(limit);
      place.reportBytes(value.byteLength);
      yield value;
    }
  } finally {
    clearInterval(timer);
    await reader.cancel().catch(() => {});
  }
};

/** Removes the UTF-8 byte order mark that some programs write before a text. */
const stripByteOrderMark = (bytes: Buffer): Buffer =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;

/**
 * Reads the full body into one growing buffer. Storing a million tiny chunks separately would take
 * a hundred times the memory.
 */
export const readBodyBytes = async (request: Request, reading: ReadOptions): Promise<Buffer> => {
  let bytes = Buffer.alloc(0);
  let size = 0;
  for await (const chunk of readChunks(request, reading)) {
    if (size + chunk.byteLength > bytes.length) {
      const room = Math.max(INITIAL_BUFFER_BYTES, 2 * bytes.length, size + chunk.byteLength);
      const largerBuffer = Buffer.allocUnsafeSlow(Math.min(room, reading.limit));
      reading.place.setHeldBytes(largerBuffer.length);
      bytes.copy(largerBuffer, 0, 0, size);
      bytes = largerBuffer;
    }
    bytes.set(chunk, size);
    size += chunk.byteLength;
  }
  return stripByteOrderMark(bytes.subarray(0, size));
};
