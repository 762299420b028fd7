import { type FileHandle, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { validateFileKey } from './key.ts';

export type FileStat = {
  /** Bytes. */
  size: number;
};

/**
 * Store for uploads and downloads. Keys are relative paths of lower-case letters, digits, `.`, `_`,
 * `-`.
 */
export type FileStore = {
  /** Stores the content durably before it resolves. Replaces an existing key atomically. */
  put: (key: string, content: Uint8Array | ReadableStream<Uint8Array>) => Promise<void>;
  /**
   * Opens the bytes from `start` to `end`, both inclusive. `size` is that of the whole file.
   * Rejects if there is no such file. Reading ends with the stream or with `signal`.
   */
  open: (
    key: string,
    range?: { start?: number; end?: number },
    signal?: AbortSignal,
  ) => Promise<{ stream: ReadableStream<Uint8Array>; size: number }>;
  /** Null if there is no such file. */
  stat: (key: string) => Promise<FileStat | null>;
  delete: (key: string) => Promise<void>;
  /**
   * Rejects if the store is not usable with its settings. Called at startup; the disk store has no
   * checks.
   */
  check?: () => Promise<void>;
};

/** Node and DOM declare separate types for the same stream object. */
const toReadable = (stream: ReadableStream<Uint8Array>): Readable =>
  Readable.fromWeb(stream as NodeReadableStream<Uint8Array>);

const PIECE_BYTES = 65_536;

/**
 * Streams a range of a file. Reads each piece on demand, so that a thousand slow readers hold one
 * piece each. Closes the file at the end or when the reader cancels.
 */
const streamFileRange = (path: string, start: number, end: number): ReadableStream<Uint8Array> => {
  let at = start;
  // Opened by the first read: an unread stream holds no file handle.
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

/** File store in a local folder. */
export const createDiskStore = (folder: string): FileStore => {
  const getFilePathOfKey = (key: string): string => join(folder, validateFileKey(key));

  const putContent: FileStore['put'] = async (key, content) => {
    const path = getFilePathOfKey(key);
    await mkdir(dirname(path), { recursive: true });
    const part = `${path}.${randomBytes(6).toString('hex')}.part`;
    const handle = await open(part, 'wx');
    try {
      await writeFile(handle, content instanceof Uint8Array ? content : toReadable(content));
      await handle.sync();
    } catch (error) {
      await handle.close();
      await rm(part, { force: true });
      throw error;
    }
    await handle.close();
    await rename(part, path);
  };

  const statStoredFile: FileStore['stat'] = async (key) => {
    try {
      const { size } = await stat(getFilePathOfKey(key));
      return { size };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  };

  return {
    put: putContent,
    stat: statStoredFile,
    open: async (key, range = {}) => {
      const fileStat = await statStoredFile(key);
      if (!fileStat) throw new Error(`no file under ${key}`);
      const end = Math.min(range.end ?? fileStat.size - 1, fileStat.size - 1);
      return {
        stream: streamFileRange(getFilePathOfKey(key), range.start ?? 0, end),
        size: fileStat.size,
      };
    },
    delete: (key) => rm(getFilePathOfKey(key), { force: true }),
  };
};
