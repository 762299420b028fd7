import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report, Unit } from '@yunbiao/contract/gateway';
import { getCode } from '../errors.ts';
import { decodeLedger, encodeRecord } from './record.ts';
import type { IntentRecord, LedgerRecord, Traits } from './record.ts';
import { apply, emptyState, forgetTokens, getKey, getSnapshot, listUnits } from './state.ts';
import type { LedgerEntry, State } from './state.ts';

export type Intent = Omit<IntentRecord, 'seq' | 'token' | 'stored'>;

/** What a commit may say. The ledger numbers it. */
export type Change = Intent | { kind: 'final'; report: Report };

export type Ledger = {
  id: string;
  /** Number of the last record on the disk. Every intent and every final report takes one; it never goes back. */
  seq: () => number;
  /**
   * Names of the history on the disk, oldest first: the last one the server is known to have stored, and those behind it.
   * Each intent brings one.
   */
  tokens: () => string[];
  /** The server has stored this token, and so what was written before it. */
  noteStored: (token: string) => void;
  /** How many `tokens` are, with those that are not on the disk yet. */
  countTokens: () => number;
  entries: () => readonly LedgerEntry[];
  /** Resolves when the changes are on the disk: one fdatasync for all that were waiting. */
  commit: (changes: readonly Change[]) => Promise<void>;
  /** Notes consumption without waiting for the disk; `at` in ISO 8601 UTC. */
  consumed: (unit: Unit, at: string) => void;
  /** What was seen of a printer; nothing yet is all false. */
  traits: (localId: string) => Traits;
  /** Remembers what was seen of a printer; on the disk with the next commit at the latest. */
  learn: (localId: string, traits: Partial<Traits>) => void;
  /** Forgets final reports the server has stored. */
  acknowledge: (units: readonly Unit[]) => Promise<void>;
  close: () => Promise<void>;
};

type OpenFile = typeof open;

const NOTHING_SEEN: Traits = {
  answers: false,
  answersEarly: false,
  echoes: false,
  tellsSheets: false,
  certificate: '',
};
const COMPACT_BYTES = 256 * 1024;

const newToken = (): string => randomBytes(12).toString('base64url');

const syncDirectory = async (home: string): Promise<void> => {
  try {
    const handle = await open(home, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    // Windows cannot sync a directory; its rename is durable enough there.
  }
};

/** Writes all of it at a place of the file. Returns the end of it. */
const writeAt = async (handle: FileHandle, text: string, place: number): Promise<number> => {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;)
    at += (await handle.write(bytes, at, bytes.length - at, place + at)).bytesWritten;
  return place + bytes.length;
};

/** Writes the state as a fresh file in place of the old one, and opens it for appending. */
const writeFresh = async (
  home: string,
  state: State,
  open: OpenFile,
): Promise<{ handle: FileHandle; size: number }> => {
  const path = join(home, 'ledger.log');
  const text = getSnapshot(state);
  const handle = await open(`${path}.new`, 'w', 0o600);
  await handle.writeFile(text);
  await handle.sync();
  await rename(`${path}.new`, path);
  await syncDirectory(home);
  return { handle, size: Buffer.byteLength(text) };
};

const readState = async (home: string): Promise<{ state: State; goodBytes: number } | null> => {
  const path = join(home, 'ledger.log');
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    if (getCode(error) === 'ENOENT') return null;
    throw error;
  }
  const decoded = decodeLedger(bytes);
  if (decoded.damaged || decoded.records[0]?.kind !== 'ledger') {
    // Kept for a person to look into. The new ledger id tells the server to trust nothing that was under way.
    await rename(path, `${path}.damaged-${Date.now()}`);
    return null;
  }
  const state = emptyState('');
  for (const record of decoded.records) apply(state, record);
  return { state, goodBytes: decoded.goodBytes };
};

const openLog = async (
  home: string,
  open: OpenFile,
): Promise<{ state: State; handle: FileHandle; size: number }> => {
  await mkdir(home, { recursive: true, mode: 0o700 });
  const found = await readState(home);
  if (!found) {
    const state = emptyState(randomBytes(16).toString('hex'));
    state.tokens.push({ token: newToken(), seq: 0 });
    return { state, ...(await writeFresh(home, state, open)) };
  }
  const handle = await open(join(home, 'ledger.log'), 'r+');
  await handle.truncate(found.goodBytes);
  const { state, goodBytes } = found;
  let size = goodBytes;
  if (state.tokens.length === 0) {
    // Of a release that knew none: its first hello brings this one.
    const first: LedgerRecord = { kind: 'history', token: newToken() };
    size = await writeAt(handle, encodeRecord(first), size);
    apply(state, first);
  }
  await handle.datasync();
  return { state, handle, size };
};

export type LedgerOptions = {
  /** Size from which the file is written again without acknowledged entries. */
  compactBytes?: number;
  /** Opens the file, as `fs.promises.open` does. */
  open?: OpenFile;
};

/** Opens the ledger of an agent home, which the caller must have locked. A torn tail is cut off. */
export const openLedger = async (
  home: string,
  { compactBytes = COMPACT_BYTES, open: openFile = open }: LedgerOptions = {},
): Promise<Ledger> => {
  const opened = await openLog(home, openFile);
  const { state } = opened;
  let { handle, size } = opened;
  let tail: Promise<void> = Promise.resolve();
  let waiting = '';
  let unsynced = false;
  let durable = state.seq;
  let broken: Error | null = null;

  const flush = async (sync: boolean): Promise<void> => {
    if (broken) throw broken;
    const text = waiting;
    const upTo = state.seq;
    waiting = '';
    if (text !== '') {
      size = await writeAt(handle, text, size);
      unsynced = true;
    }
    if (!sync || !unsynced) return;
    await handle.datasync();
    unsynced = false;
    durable = upTo;
  };
  const enqueue = (task: () => Promise<void>): Promise<void> => {
    const done = tail.then(task);
    tail = done.catch((error: unknown) => {
      // A ledger that cannot be written must not be printed on.
      broken ??= error instanceof Error ? error : new Error(String(error));
    });
    return done;
  };
  const write = (record: LedgerRecord): void => {
    apply(state, record);
    waiting += encodeRecord(record);
  };
  const compact = async (): Promise<void> => {
    if (size < compactBytes || size < 4 * Buffer.byteLength(getSnapshot(state))) return;
    await handle.close();
    waiting = '';
    const upTo = state.seq;
    ({ handle, size } = await writeFresh(home, state, openFile));
    unsynced = false;
    durable = upTo;
  };

  let noted = state.tokens[0]?.token;
  /** A change as it is written. */
  const toRecord = (change: Change): LedgerRecord => {
    const seq = state.seq + 1;
    if (change.kind === 'final') return { ...change, seq };
    const stored = state.tokens[0]?.token;
    const isNews = stored !== undefined && stored !== noted;
    noted = stored;
    return { ...change, seq, token: newToken(), ...(isNews && { stored }) };
  };
  const writeSoon = (record: LedgerRecord): void => {
    write(record);
    void enqueue(() => flush(false)).catch(() => undefined);
  };
  const listTraits = (localId: string): Traits => state.traits.get(localId) ?? NOTHING_SEEN;

  return {
    id: state.id,
    seq: () => durable,
    tokens: () => state.tokens.flatMap(({ token, seq }) => (seq <= durable ? token : [])),
    noteStored: (token) => forgetTokens(state, token),
    countTokens: () => state.tokens.length,
    entries: () => [...state.entries.values()],
    commit: (changes) => {
      for (const change of changes) write(toRecord(change));
      return enqueue(() => flush(true));
    },
    consumed: ({ detailId, attempt }, at) => writeSoon({ kind: 'consumed', detailId, attempt, at }),
    traits: listTraits,
    learn: (localId, traits) =>
      writeSoon({ kind: 'traits', localId, ...listTraits(localId), ...traits }),
    acknowledge: (units) => {
      const stored = new Set(units.map(getKey));
      // A row is forgotten as a whole: the reports of its labels go in one message, and are stored together.
      const known = units.filter((unit) => {
        const entry = state.entries.get(getKey(unit));
        return entry?.final && listUnits(entry).every((one) => stored.has(getKey(one)));
      });
      if (known.length === 0) return Promise.resolve();
      write({ kind: 'ack', units: known.map(({ detailId, attempt }) => ({ detailId, attempt })) });
      return enqueue(async () => {
        await flush(false);
        await compact();
      });
    },
    close: async () => {
      await tail;
      await handle.close();
    },
  };
};
