import { type FileHandle, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { checkKey } from './key.ts';

export type FileStat = {
  /** Bytes. */
  size: number;
};

/** Where uploaded and offered files are kept. Keys are relative paths of lower-case letters, digits, `.`, `_`, `-`. */
export type FileStore = {
  /** Stores the bytes durably before it returns; an existing key is replaced in one step. */
  put: (key: string, content: Uint8Array | ReadableStream<Uint8Array>) => Promise<void>;
  /**
   * The bytes from `start` to `end`, both included, and the size of the whole file. Rejects when there is no such file.
   * What is read ahead ends with the stream, or with `signal`.
   */
  open: (
    key: string,
    range?: { start?: number; end?: number },
    signal?: AbortSignal,
  ) => Promise<{ stream: ReadableStream<Uint8Array>; size: number }>;
  /** Null when there is no such file. */
  stat: (key: string) => Promise<FileStat | null>;
  delete: (key: string) => Promise<void>;
  /** Rejects when the store cannot be used as it is set up. Before the start; a disk has nothing to check. */
  check?: () => Promise<void>;
};

/** Node's and the browser's stream types are the same object, declared twice. */
const readable = (stream: ReadableStream<Uint8Array>): Readable =>
  Readable.fromWeb(stream as NodeReadableStream<Uint8Array>);

const PIECE_BYTES = 65_536;

/**
 * A part of a file, read piece by piece only as it is asked for: a thousand slow readers hold one piece each. Closes the
 * file at the end, or when the reader leaves.
 */
const readPieces = (path: string, start: number, end: number): ReadableStream<Uint8Array> => {
  let at = start;
  // Opened by the first reading: a stream nobody reads holds nothing.
  let handle: FileHandle | undefined;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          handle ??= await open(path, 'r');
          const length = Math.min(PIECE_BYTES, end + 1 - at);
          const { bytesRead, buffer } =
            length > 0
              ? await handle.read(Buffer.allocUnsafe(length), 0, length, at)
              : { bytesRead: 0, buffer: Buffer.alloc(0) };
          at += bytesRead;
          if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead));
          if (bytesRead > 0 && at <= end) return;
          await handle.close();
          controller.close();
        } catch (error) {
          await handle?.close().catch(() => undefined);
          controller.error(error);
        }
      },
      cancel: () => handle?.close(),
    },
    { highWaterMark: 0 },
  );
};

/** A store in a folder of the local disk. */
export const createDiskStore = (folder: string): FileStore => {
  const getPath = (key: string): string => join(folder, checkKey(key));

  const put: FileStore['put'] = async (key, content) => {
    const path = getPath(key);
    await mkdir(dirname(path), { recursive: true });
    const part = `${path}.${randomBytes(6).toString('hex')}.part`;
    const handle = await open(part, 'wx');
    try {
      await writeFile(handle, content instanceof Uint8Array ? content : readable(content));
      await handle.sync();
    } catch (error) {
      await handle.close();
      await rm(part, { force: true });
      throw error;
    }
    await handle.close();
    await rename(part, path);
  };

  const statKey: FileStore['stat'] = async (key) => {
    try {
      const { size } = await stat(getPath(key));
      return { size };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  };

  return {
    put,
    stat: statKey,
    open: async (key, range = {}) => {
      const found = await statKey(key);
      if (!found) throw new Error(`no file under ${key}`);
      const end = Math.min(range.end ?? found.size - 1, found.size - 1);
      return { stream: readPieces(getPath(key), range.start ?? 0, end), size: found.size };
    },
    delete: (key) => rm(getPath(key), { force: true }),
  };
};
