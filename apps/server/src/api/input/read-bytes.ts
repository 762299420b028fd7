import { ServiceError } from '@yunbiao/services';
import { type Place, tooLarge } from './bodies.ts';

const FIRST_BYTES = 4_096;

type Reading = { limit: number; place: Place; what: string };

/** The next bytes; a sender who hangs up has asked for nothing. */
const next = (
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<ReadableStreamReadResult<Uint8Array>> =>
  reader.read().catch((cause: unknown) => {
    throw Object.assign(new ServiceError(400, '内容没有传完'), { cause });
  });

/**
 * A body as it comes, never more than the limit: what the sender says of its length may be a lie. A chunk is only good
 * until the next one is asked for.
 * @throws 400 when the sender hangs up, 408 for one that is too slow, 413
 */
export const readChunks = async function* (
  request: Request,
  { limit, place, what }: Reading,
): AsyncGenerator<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit);
  if (!request.body) return;
  const reader = request.body.getReader();
  const { pace } = place;
  let [size, before, isSlow] = [0, 0, false];
  const timer = setInterval(() => {
    isSlow ||= size - before < pace.bytes;
    before = size;
    // Ends the read that waits.
    if (isSlow) void reader.cancel().catch(() => {});
  }, pace.ms);
  try {
    for (;;) {
      const { done, value } = await next(reader);
      if (isSlow) throw new ServiceError(408, `${what}传得太慢，没有传完，请换个网络再试`);
      if (done) return;
      size += value.byteLength;
      if (size > limit) throw tooLarge(limit);
      place.arrive(value.byteLength);
      yield value;
    }
  } finally {
    clearInterval(timer);
    await reader.cancel().catch(() => {});
  }
};

/** UTF-8's mark at the beginning of a text; some programs write it. */
const withoutMark = (bytes: Buffer): Buffer =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;

/** The whole body. Copied together as it comes: a million tiny chunks kept apart would weigh a hundred times as much. */
export const readBytes = async (request: Request, reading: Reading): Promise<Buffer> => {
  let bytes = Buffer.alloc(0);
  let size = 0;
  for await (const chunk of readChunks(request, reading)) {
    if (size + chunk.byteLength > bytes.length) {
      const room = Math.max(FIRST_BYTES, 2 * bytes.length, size + chunk.byteLength);
      const grown = Buffer.allocUnsafeSlow(Math.min(room, reading.limit));
      reading.place.hold(grown.length);
      bytes.copy(grown, 0, 0, size);
      bytes = grown;
    }
    bytes.set(chunk, size);
    size += chunk.byteLength;
  }
  return withoutMark(bytes.subarray(0, size));
};
