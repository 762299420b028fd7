import { parseErrorCode, S3Error, type S3Send } from './s3-request.ts';

/**
 * Part size in bytes, and the maximum held in memory. S3 requires at least 5 MiB per part and at
 * most 10,000 parts.
 */
export const PART_BYTES = 8 * 1024 * 1024;

type Bytes = Uint8Array<ArrayBuffer>;

/** Splits a stream into pieces of exactly `size` bytes; the last one may be shorter. */
const splitIntoPieces = async function* (
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

const putObject = async (send: S3Send, key: string, body: Bytes): Promise<void> => {
  const response = await send({ method: 'PUT', key, body });
  if (!response.ok) throw new S3Error(`PUT ${key}`, response.status, 'NoSuchBucket');
  await response.body?.cancel();
};

const createMultipartUpload = async (send: S3Send, key: string): Promise<string> => {
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

const completeUpload = async (
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
  // S3 sends the status before the work is done: a 200 may have an error in its body.
  const xml = await response.text();
  if (!response.ok || xml.includes('<Error>'))
    throw new S3Error(`POST ${key}`, response.status, parseErrorCode(xml));
};

/**
 * Stores a stream in one request if it fits into a part, else as a multipart upload. An aborted
 * stream leaves nothing behind.
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
    let pendingPiece: Bytes | null = null;
    for await (const piece of splitIntoPieces(stream, partBytes)) {
      if (pendingPiece) {
        uploadId ??= await createMultipartUpload(send, key);
        etags.push(
          await putPart(send, { key, uploadId, part: etags.length + 1, body: pendingPiece }),
        );
      }
      pendingPiece = piece;
    }
    if (uploadId === null) return await putObject(send, key, pendingPiece ?? new Uint8Array());
    if (pendingPiece)
      etags.push(
        await putPart(send, { key, uploadId, part: etags.length + 1, body: pendingPiece }),
      );
    await completeUpload(send, { key, uploadId, etags });
  } catch (error) {
    if (uploadId !== null)
      // If aborting fails, the bucket's lifecycle rules remove the parts.
      await send({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined);
    throw error;
  }
};

export const putBytes = (send: S3Send, key: string, bytes: Uint8Array): Promise<void> =>
  putObject(send, key, new Uint8Array(bytes));
