import { createHash, randomBytes } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** Bytes of all files; those unused for longest are deleted first. */
const MAX_BYTES = 100_000_000;
const NAME = /^[0-9a-f]{64}$/;

/** Files of pictures on the disk of the print client, by SHA-256. A cache: it may be deleted. */
export type PictureFiles = {
  /** Null when there is no file, or one that another program changed. */
  read: (sha256: string) => Uint8Array | null;
  write: (sha256: string, bytes: Uint8Array) => void;
};

export const computeDigest = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

type Entry = { size: number; usedAt: number };

const readEntries = (folder: string): Map<string, Entry> => {
  const entries = new Map<string, Entry>();
  try {
    for (const name of readdirSync(folder)) {
      // Parts of an interrupted write.
      if (!NAME.test(name)) rmSync(join(folder, name), { force: true });
      else {
        const { size, mtimeMs } = statSync(join(folder, name));
        entries.set(name, { size, usedAt: mtimeMs });
      }
    }
  } catch {
    // A folder that does not exist or cannot be read holds nothing.
  }
  return entries;
};

const deleteOldest = (folder: string, entries: Map<string, Entry>, maxBytes: number): void => {
  let total = [...entries.values()].reduce((sum, { size }) => sum + size, 0);
  for (const [name, { size }] of [...entries].sort((a, b) => a[1].usedAt - b[1].usedAt)) {
    if (total <= maxBytes) return;
    rmSync(join(folder, name), { force: true });
    entries.delete(name);
    total -= size;
  }
};

/** Never throws: labels can be printed with pictures in memory. */
export const openPictureFiles = (folder: string, maxBytes = MAX_BYTES): PictureFiles => {
  const entries = readEntries(folder);
  const forget = (sha256: string): void => {
    entries.delete(sha256);
    rmSync(join(folder, sha256), { force: true });
  };
  return {
    read: (sha256) => {
      if (!entries.has(sha256)) return null;
      try {
        const bytes = readFileSync(join(folder, sha256));
        if (computeDigest(bytes) !== sha256) {
          forget(sha256);
          return null;
        }
        const now = new Date();
        entries.set(sha256, { size: bytes.byteLength, usedAt: now.getTime() });
        utimesSync(join(folder, sha256), now, now);
        return bytes;
      } catch {
        entries.delete(sha256);
        return null;
      }
    },
    write: (sha256, bytes) => {
      const part = join(folder, `${sha256}.${randomBytes(4).toString('hex')}.part`);
      try {
        mkdirSync(folder, { recursive: true });
        writeFileSync(part, bytes, { mode: 0o600 });
        renameSync(part, join(folder, sha256));
        entries.set(sha256, { size: bytes.byteLength, usedAt: Date.now() });
        deleteOldest(folder, entries, maxBytes);
      } catch {
        // A full disk: the picture stays in memory.
        rmSync(part, { force: true });
      }
    },
  };
};
