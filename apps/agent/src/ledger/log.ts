import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { getErrorCode } from '../errors.ts';
import { decodeLedger, encodeRecord } from './record.ts';
import type { LedgerRecord } from './record.ts';
import { applyRecord, createEmptyState, encodeCompactLedger } from './state.ts';
import type { State } from './state.ts';

type OpenFile = typeof open;

export type LogOptions = {
  /** File size above which a compaction may drop acknowledged entries, bytes. */
  compactBytes?: number;
  /** Opens the ledger file. Tests pass a disk that loses unsynced writes. */
  open?: OpenFile;
};

/** The open file of a ledger, and the state it holds. */
export type Log = Required<LogOptions> & {
  readonly home: string;
  readonly state: State;
  handle: FileHandle;
  /** Bytes written. */
  size: number;
  /** Number of the last durable record. */
  durableSeq: number;
  /** Records not written yet. */
  pendingText: string;
  hasUnsyncedData: boolean;
  /** Ends when all tasks so far have ended. */
  lastTask: Promise<void>;
  writeError: Error | null;
};

const COMPACT_BYTES = 256 * 1024;

export const generateToken = (): string => randomBytes(12).toString('base64url');

const syncDirectory = async (home: string): Promise<void> => {
  try {
    const handle = await open(home, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    // Windows cannot sync a directory. Its rename is durable enough.
  }
};

/** Writes the complete text at an offset. Returns the end offset. */
const writeTextAt = async (handle: FileHandle, text: string, place: number): Promise<number> => {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;)
    at += (await handle.write(bytes, at, bytes.length - at, place + at)).bytesWritten;
  return place + bytes.length;
};

/** Replaces the file with a snapshot of the state and opens it for appending. */
const writeSnapshot = async (
  home: string,
  state: State,
  open: OpenFile,
): Promise<{ handle: FileHandle; size: number }> => {
  const path = join(home, 'ledger.log');
  const text = encodeCompactLedger(state);
  const handle = await open(`${path}.new`, 'w', 0o600);
  await handle.writeFile(text);
  await handle.sync();
  await rename(`${path}.new`, path);
  await syncDirectory(home);
  return { handle, size: Buffer.byteLength(text) };
};

const readLedgerState = async (
  home: string,
): Promise<{ state: State; goodBytes: number } | null> => {
  const path = join(home, 'ledger.log');
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
  const decoded = decodeLedger(bytes);
  if (decoded.damaged || decoded.records[0]?.kind !== 'ledger') {
    // The damaged file stays for analysis. The new ledger id tells the server not to trust any
    // pending label.
    await rename(path, `${path}.damaged-${Date.now()}`);
    return null;
  }
  const state = createEmptyState('');
  for (const record of decoded.records) applyRecord(state, record);
  return { state, goodBytes: decoded.goodBytes };
};

/** Opens the file with the state it holds. Truncates a torn tail. */
const openLedgerFile = async (
  home: string,
  open: OpenFile,
): Promise<Pick<Log, 'state' | 'handle' | 'size'>> => {
  await mkdir(home, { recursive: true, mode: 0o700 });
  const existing = await readLedgerState(home);
  if (!existing) {
    const state = createEmptyState(randomBytes(16).toString('hex'));
    state.tokens.push({ token: generateToken(), seq: 0 });
    return { state, ...(await writeSnapshot(home, state, open)) };
  }
  const handle = await open(join(home, 'ledger.log'), 'r+');
  await handle.truncate(existing.goodBytes);
  const { state, goodBytes } = existing;
  let size = goodBytes;
  if (state.tokens.length === 0) {
    // The ledger of an older release has no tokens. The first hello sends this one.
    const first: LedgerRecord = { kind: 'history', token: generateToken() };
    size = await writeTextAt(handle, encodeRecord(first), size);
    applyRecord(state, first);
  }
  await handle.datasync();
  return { state, handle, size };
};

export const openLedgerLog = async (
  home: string,
  { compactBytes = COMPACT_BYTES, open: openWith = open }: LogOptions,
): Promise<Log> => {
  const ledgerFile = await openLedgerFile(home, openWith);
  return {
    ...ledgerFile,
    home,
    compactBytes,
    open: openWith,
    durableSeq: ledgerFile.state.seq,
    pendingText: '',
    hasUnsyncedData: false,
    lastTask: Promise.resolve(),
    writeError: null,
  };
};

/** Applies a record to the state. The next flush writes it. */
export const appendRecord = (log: Log, record: LedgerRecord): void => {
  applyRecord(log.state, record);
  log.pendingText += encodeRecord(record);
};

/** Runs a task after all earlier ones. */
const runLedgerTaskInTurn = (log: Log, task: () => Promise<void>): Promise<void> => {
  const result = log.lastTask.then(task);
  log.lastTask = result.catch((error: unknown) => {
    // Nothing may print when the ledger is not writable.
    log.writeError ??= error instanceof Error ? error : new Error(String(error));
  });
  return result;
};

const writePendingLedgerText = async (log: Log, sync: boolean): Promise<void> => {
  if (log.writeError) throw log.writeError;
  const text = log.pendingText;
  const upTo = log.state.seq;
  log.pendingText = '';
  if (text !== '') {
    log.size = await writeTextAt(log.handle, text, log.size);
    log.hasUnsyncedData = true;
  }
  if (!sync || !log.hasUnsyncedData) return;
  await log.handle.datasync();
  log.hasUnsyncedData = false;
  log.durableSeq = upTo;
};

/** Replaces the file with a snapshot when it is large, and mostly no longer needed. */
const compactLedgerFile = async (log: Log): Promise<void> => {
  const { state, home, size, compactBytes } = log;
  if (size < compactBytes || size < 4 * Buffer.byteLength(encodeCompactLedger(state))) return;
  await log.handle.close();
  log.pendingText = '';
  const upTo = state.seq;
  Object.assign(log, await writeSnapshot(home, state, log.open));
  log.hasUnsyncedData = false;
  log.durableSeq = upTo;
};

/** Writes all records. Resolves when they are durable. */
export const syncLedgerLog = (log: Log): Promise<void> =>
  runLedgerTaskInTurn(log, () => writePendingLedgerText(log, true));

/** Writes all records without waiting for the disk. */
export const writeLedgerLogUnsynced = (log: Log): Promise<void> =>
  runLedgerTaskInTurn(log, () => writePendingLedgerText(log, false));

export const flushAndCompactLedger = (log: Log): Promise<void> =>
  runLedgerTaskInTurn(log, async () => {
    await writePendingLedgerText(log, false);
    await compactLedgerFile(log);
  });

export const closeLedgerLog = async (log: Log): Promise<void> => {
  await log.lastTask;
  await log.handle.close();
};
