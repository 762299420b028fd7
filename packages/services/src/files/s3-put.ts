import { codeIn, S3Error, type S3Send } from './s3-request.ts';

/** Bytes of a part, and most that is held in memory; the protocol's least is 5 MiB, and 10,000 parts at most. */
export const PART_BYTES = 8 * 1024 * 1024;

type Bytes = Uint8Array<ArrayBuffer>;

/** A stream in pieces of exactly `size` bytes, the last one shorter. */
const pieces = async function* (
  stream: ReadableStream<Uint8Array>,
  size: number,
): AsyncGenerator<Bytes> {
  let piece = new Uint8Array(size);
  let filled = 0;
  for await (const chunk of stream) {
    for (let at = 0; at < chunk.byteLength;) {
      const take = Math.min(size - filled, chunk.byteLength - at);
      piece.set(chunk.subarray(at, at + take), filled);
      [at, filled] = [at + take, filled + take];
      if (filled < size) continue;
      yield piece;
      [piece, filled] = [new Uint8Array(size), 0];
    }
  }
  if (filled > 0) yield piece.slice(0, filled);
};

const putWhole = async (send: S3Send, key: string, body: Bytes): Promise<void> => {
  const response = await send({ method: 'PUT', key, body });
  if (!response.ok) throw new S3Error(`PUT ${key}`, response.status, 'NoSuchBucket');
  await response.body?.cancel();
};

const begin = async (send: S3Send, key: string): Promise<string> => {
  const response = await send({ method: 'POST', key, query: { uploads: '' } });
  const id = /<UploadId>([^<]+)<\/UploadId>/.exec(await response.text())?.[1];
  if (!response.ok || id === undefined)
    throw new S3Error(`POST ${key}`, response.status, 'NoUploadId');
  return id.replaceAll('&amp;', '&');
};

const putPart = async (
  send: S3Send,
  { key, uploadId, part, body }: { key: string; uploadId: string; part: number; body: Bytes },
): Promise<string> => {
  const query = { partNumber: String(part), uploadId };
  const response = await send({ method: 'PUT', key, query, body });
  await response.body?.cancel();
  const etag = response.headers.get('etag');
  if (!response.ok || etag === null) throw new S3Error(`PUT ${key}`, response.status, 'NoETag');
  return etag;
};

const complete = async (
  send: S3Send,
  { key, uploadId, etags }: { key: string; uploadId: string; etags: readonly string[] },
): Promise<void> => {
  const parts = etags.map(
    (etag, i) =>
      `<Part><PartNumber>${i + 1}</PartNumber><ETag>${etag.replaceAll('"', '&quot;')}</ETag></Part>`,
  );
  const body = Buffer.from(
    `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`,
  );
  const response = await send({ method: 'POST', key, query: { uploadId }, body });
  // The status comes before the work is done: a failure may stand in the body of a 200.
  const xml = await response.text();
  if (!response.ok || xml.includes('<Error>'))
    throw new S3Error(`POST ${key}`, response.status, codeIn(xml));
};

/**
 * Stores a stream of any length: in one request when it fits into a part, else part by part. A stream that breaks off
 * leaves nothing behind.
 */
export const putStream = async (
  send: S3Send,
  key: string,
  stream: ReadableStream<Uint8Array>,
  partBytes = PART_BYTES,
): Promise<void> => {
  let uploadId: string | null = null;
  const etags: string[] = [];
  try {
    let held: Bytes | null = null;
    for await (const piece of pieces(stream, partBytes)) {
      if (held) {
        uploadId ??= await begin(send, key);
        etags.push(await putPart(send, { key, uploadId, part: etags.length + 1, body: held }));
      }
      held = piece;
    }
    if (uploadId === null) return await putWhole(send, key, held ?? new Uint8Array());
    if (held)
      etags.push(await putPart(send, { key, uploadId, part: etags.length + 1, body: held }));
    await complete(send, { key, uploadId, etags });
  } catch (error) {
    if (uploadId !== null)
      // What cannot be taken back now, the bucket's own rules clear away.
      await send({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined);
    throw error;
  }
};

export const putBytes = (send: S3Send, key: string, bytes: Uint8Array): Promise<void> =>
  putWhole(send, key, new Uint8Array(bytes));
