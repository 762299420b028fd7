import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError } from './backup-error.ts';
import type { Content } from './file-sum.ts';
import type { Target } from './target.ts';

/** List of what a backup holds, one JSON object a line. Backups of earlier versions have none. */
export const MANIFEST_NAME = 'manifest.jsonl';

export type ManifestHead = {
  format: 1;
  /** ISO 8601. */
  madeAt: string;
  engine: 'sqlite' | 'postgres';
  /** Name of the last migration that has run. */
  migration: string;
  /** Rows of each table. */
  rows: Readonly<Record<string, number>>;
  /** Bucket that the site keeps its files in; null: in its folder. */
  bucket: string | null;
};

export type ManifestEntry =
  /** A file of the backup. */
  | { path: string; bytes: number; sha256: string }
  /** An object that stayed in the bucket. */
  | { object: string; bytes: number; etag: string }
  /** A file that rows name, and that the site itself had lost. */
  | { missing: string };

/** The last line. Without it the list is cut off. */
type ManifestEnd = { end: true; entries: number };

export type ManifestWriter = {
  add: (entry: ManifestEntry) => Promise<void>;
  /** Writes the last line. */
  finish: () => Promise<void>;
  close: () => Promise<void>;
};

const toJsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** Begins the manifest in the folder of a backup and writes it line by line. */
export const openManifestWriter = async (
  target: Target,
  head: ManifestHead,
): Promise<ManifestWriter> => {
  const file = join(target.folder, MANIFEST_NAME);
  await target.createFile(file, () =>
    writeFile(file, toJsonLine(head), { flag: 'wx', mode: 0o600 }),
  );
  const handle = await open(file, 'a');
  let entries = 0;
  let isOpen = true;
  return {
    add: async (entry) => {
      entries += 1;
      await handle.appendFile(toJsonLine(entry));
    },
    finish: async () => {
      await handle.appendFile(toJsonLine({ end: true, entries }));
      await handle.sync();
    },
    close: async () => {
      if (isOpen) await handle.close();
      isOpen = false;
    },
  };
};

const splitIntoLines = async function* (content: Content): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let pending = '';
  for await (const piece of content) {
    const lines = (pending + decoder.decode(piece, { stream: true })).split('\n');
    pending = lines.pop() ?? '';
    yield* lines;
  }
  if (pending !== '') yield pending;
};

type Fields = Readonly<Record<string, unknown>>;

const parseManifestFields = (line: string): Fields => {
  try {
    const fields: unknown = JSON.parse(line);
    if (typeof fields === 'object' && fields !== null) return fields as Fields;
  } catch {
    // Refused below.
  }
  return {};
};

const createUnreadableError = (): BackupError =>
  new BackupError(`备份的清单 ${MANIFEST_NAME} 读不懂：它坏了，或者是更新的云标写的。`);

const hasFieldsOfTypes = (fields: Fields, types: Readonly<Record<string, string>>): boolean =>
  Object.entries(types).every(([name, type]) => typeof fields[name] === type);

const parseManifestHead = (line: string): ManifestHead => {
  const fields = parseManifestFields(line);
  const isHead =
    fields['format'] === 1 &&
    (fields['engine'] === 'sqlite' || fields['engine'] === 'postgres') &&
    hasFieldsOfTypes(fields, { madeAt: 'string', migration: 'string', rows: 'object' }) &&
    (fields['bucket'] === null || typeof fields['bucket'] === 'string');
  if (!isHead) throw createUnreadableError();
  return fields as ManifestHead;
};

/** Whether a path lies below the backup: a manifest cannot point outside. */
const isPathInsideBackup = (path: string): boolean =>
  path !== '' && !path.includes('\0') && path.split('/').every((part) => !/^\.{0,2}$/.test(part));

const parseManifestLine = (line: string): ManifestEntry | ManifestEnd => {
  const fields = parseManifestFields(line);
  const { path, object } = fields;
  const isEntry =
    (typeof path === 'string' &&
      isPathInsideBackup(path) &&
      hasFieldsOfTypes(fields, { bytes: 'number', sha256: 'string' })) ||
    (typeof object === 'string' && hasFieldsOfTypes(fields, { bytes: 'number', etag: 'string' })) ||
    hasFieldsOfTypes(fields, { missing: 'string' }) ||
    (fields['end'] === true && hasFieldsOfTypes(fields, { entries: 'number' }));
  if (!isEntry) throw createUnreadableError();
  return fields as ManifestEntry | ManifestEnd;
};

/** Reads the first line only. @throws {BackupError} if it is empty or unreadable */
export const readManifestHead = async (content: Content): Promise<ManifestHead> => {
  for await (const line of splitIntoLines(content)) return parseManifestHead(line);
  throw new BackupError(`备份的清单 ${MANIFEST_NAME} 是空的，这份备份不完整。`);
};

/** Reads the entries one by one. @throws {BackupError} at the end if the list is cut off */
export const readManifestEntries = async function* (
  content: Content,
): AsyncGenerator<ManifestEntry> {
  let count = -1;
  let isWhole = false;
  for await (const line of splitIntoLines(content)) {
    count += 1;
    if (count === 0) continue;
    const entry = parseManifestLine(line);
    if ('end' in entry) isWhole = entry.entries === count - 1;
    else yield entry;
  }
  if (!isWhole) throw new BackupError(`备份的清单 ${MANIFEST_NAME} 不完整，这份备份不能用。`);
};
