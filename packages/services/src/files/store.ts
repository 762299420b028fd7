import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';

export type FileStat = {
  /** Bytes. */
  size: number;
};

/** Where uploaded and offered files are kept. Keys are relative paths of lower-case letters, digits, `.`, `_`, `-`. */
export type FileStore = {
  /** Stores the bytes durably before it returns; an existing key is replaced in one step. */
  put: (key: string, content: Uint8Array | ReadableStream<Uint8Array>) => Promise<void>;
  /** The bytes from `start` to `end`, both included. Rejects when there is no such file. */
  open: (
    key: string,
    range?: { start?: number; end?: number },
  ) => Promise<{ stream: ReadableStream<Uint8Array>; size: number }>;
  /** Null when there is no such file. */
  stat: (key: string) => Promise<FileStat | null>;
  delete: (key: string) => Promise<void>;
};

/** Node's and the browser's stream types are the same object, declared twice. */
const readable = (stream: ReadableStream<Uint8Array>): Readable =>
  Readable.fromWeb(stream as NodeReadableStream<Uint8Array>);

const KEY = /^[a-z0-9_-][a-z0-9._-]*(\/[a-z0-9_-][a-z0-9._-]*)*$/;

/** A store in a folder of the local disk. */
export const createDiskStore = (folder: string): FileStore => {
  const pathOf = (key: string): string => {
    if (!KEY.test(key)) throw new Error(`not a file key: ${key}`);
    return join(folder, key);
  };

  const put: FileStore['put'] = async (key, content) => {
    const path = pathOf(key);
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
      const { size } = await stat(pathOf(key));
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
      const stream = Readable.toWeb(createReadStream(pathOf(key), range));
      return { stream: stream as ReadableStream<Uint8Array>, size: found.size };
    },
    delete: (key) => rm(pathOf(key), { force: true }),
  };
};
