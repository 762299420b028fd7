import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';

/** Size in bytes and SHA-256 in hexadecimal digits. */
export type FileSum = { bytes: number; sha256: string };

export type Content = AsyncIterable<Uint8Array>;

/** Passes content on piece by piece and sums it. `getSum` is called once, after the last piece. */
export const passThroughWithSum = (
  content: Content,
): { content: Content; getSum: () => FileSum } => {
  const hash = createHash('sha256');
  let bytes = 0;
  const passPieces = async function* (): AsyncGenerator<Uint8Array> {
    for await (const piece of content) {
      hash.update(piece);
      bytes += piece.byteLength;
      yield piece;
    }
  };
  return { content: passPieces(), getSum: () => ({ bytes, sha256: hash.digest('hex') }) };
};

export const computeContentSum = async (content: Content): Promise<FileSum> => {
  const summed = passThroughWithSum(content);
  for await (const piece of summed.content) void piece;
  return summed.getSum();
};

export const computeFileSum = (file: string): Promise<FileSum> =>
  computeContentSum(createReadStream(file));

/**
 * Converts content to the stream type of the DOM. Node declares another type for the same object.
 */
export const toWebStream = (content: Content): ReadableStream<Uint8Array> =>
  Readable.toWeb(
    Readable.from(content, { objectMode: false }),
  ) as unknown as ReadableStream<Uint8Array>;
