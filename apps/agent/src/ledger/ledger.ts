import type { Report, Unit } from '@yunbiao/contract/gateway/gateway';
import {
  appendRecord,
  closeLedgerLog,
  writeLedgerLogUnsynced,
  flushAndCompactLedger,
  generateToken,
  openLedgerLog,
  syncLedgerLog,
} from './log.ts';
import type { Log, LogOptions } from './log.ts';
import type { IntentRecord, LedgerRecord, Traits } from './record.ts';
import { removeTokensBefore, getUnitKey, listEntryUnits } from './state.ts';
import type { LedgerEntry, State } from './state.ts';

export type Intent = Omit<IntentRecord, 'seq' | 'token' | 'stored'>;

/** A change to commit. The ledger assigns the sequence number. */
export type Change = Intent | { kind: 'final'; report: Report };

export type Ledger = {
  id: string;
  /**
   * Number of the last durable record. Every intent and every final report takes one; it never
   * decreases.
   */
  getSeq: () => number;
  /**
   * Durable history tokens, oldest first: the last one the server is known to have stored, and all
   * after it. Each intent adds one.
   */
  listTokens: () => string[];
  /** Records that the server has stored this token, and so everything written before it. */
  recordStored: (token: string) => void;
  /** Number of history tokens, including those that are not durable yet. */
  countTokens: () => number;
  listEntries: () => readonly LedgerEntry[];
  /** Resolves when the changes are durable. One fdatasync covers all waiting commits. */
  commit: (changes: readonly Change[]) => Promise<void>;
  /** Records consumption without waiting for the disk. `at`: ISO 8601 UTC. */
  recordConsumed: (unit: Unit, at: string) => void;
  /** Observed traits of a printer; all false when nothing was observed. */
  getTraits: (localId: string) => Traits;
  /** Records observed traits of a printer. Durable with the next commit at the latest. */
  recordTraits: (localId: string, traits: Partial<Traits>) => void;
  /** Removes final reports that the server has stored. */
  acknowledge: (units: readonly Unit[]) => Promise<void>;
  close: () => Promise<void>;
};

const NO_TRAITS: Traits = {
  answers: false,
  answersEarly: false,
  echoes: false,
  tellsSheets: false,
  certificate: '',
};

/** Creates the function that converts a change to the record to write. */
const createChangeToRecordConverter = (state: State): ((change: Change) => LedgerRecord) => {
  let recordedToken = state.tokens[0]?.token;
  return (change) => {
    const seq = state.seq + 1;
    if (change.kind === 'final') return { ...change, seq };
    const storedToken = state.tokens[0]?.token;
    const hasChanged = storedToken !== undefined && storedToken !== recordedToken;
    recordedToken = storedToken;
    return { ...change, seq, token: generateToken(), ...(hasChanged && { stored: storedToken }) };
  };
};

const appendRecordWithoutSync = (log: Log, record: LedgerRecord): void => {
  appendRecord(log, record);
  void writeLedgerLogUnsynced(log).catch(() => undefined);
};

const recordAcknowledgedUnits = (log: Log, units: readonly Unit[]): Promise<void> => {
  const storedKeys = new Set(units.map(getUnitKey));
  // Removes a row only as a whole: one message reports all its labels, and the server stores them
  // together.
  const acknowledged = units.filter((unit) => {
    const entry = log.state.entries.get(getUnitKey(unit));
    return (
      entry?.final &&
      listEntryUnits(entry).every((entryUnit) => storedKeys.has(getUnitKey(entryUnit)))
    );
  });
  if (acknowledged.length === 0) return Promise.resolve();
  appendRecord(log, {
    kind: 'ack',
    units: acknowledged.map(({ detailId, attempt }) => ({ detailId, attempt })),
  });
  return flushAndCompactLedger(log);
};

/** Opens the ledger of an agent home. The caller must hold the lock. Truncates a torn tail. */
export const openLedger = async (home: string, options: LogOptions = {}): Promise<Ledger> => {
  const log = await openLedgerLog(home, options);
  const { state } = log;
  const toRecord = createChangeToRecordConverter(state);
  const findPrinterTraits = (localId: string): Traits => state.traits.get(localId) ?? NO_TRAITS;
  return {
    id: state.id,
    getSeq: () => log.durableSeq,
    listTokens: () =>
      state.tokens.flatMap(({ token, seq }) => (seq <= log.durableSeq ? token : [])),
    recordStored: (token) => removeTokensBefore(state, token),
    countTokens: () => state.tokens.length,
    listEntries: () => [...state.entries.values()],
    commit: (changes) => {
      for (const change of changes) appendRecord(log, toRecord(change));
      return syncLedgerLog(log);
    },
    recordConsumed: ({ detailId, attempt }, at) =>
      appendRecordWithoutSync(log, { kind: 'consumed', detailId, attempt, at }),
    getTraits: findPrinterTraits,
    recordTraits: (localId, traits) =>
      appendRecordWithoutSync(log, {
        kind: 'traits',
        localId,
        ...findPrinterTraits(localId),
        ...traits,
      }),
    acknowledge: (units) => recordAcknowledgedUnits(log, units),
    close: () => closeLedgerLog(log),
  };
};
