import type { Report, Unit } from '@yunbiao/contract/gateway/gateway';
import { MAX_TOKENS } from '@yunbiao/contract/limits/client';
import { encodeRecord } from './record.ts';
import type { FinalRecord, IntentRecord, LedgerRecord, Traits } from './record.ts';

/** A started label or row of labels whose result the server has not acknowledged. */
export type LedgerEntry = {
  intent: IntentRecord;
  consumed: boolean;
  consumedAt: string | null;
  /** Final report of the first label, when resolved. */
  final: Report | null;
  /** Sequence number of the final report, or of the intent before it. */
  seq: number;
};

export const getUnitKey = (unit: Unit): string => `${unit.detailId}/${unit.attempt}`;

const pickUnitFields = ({ detailId, attempt }: Unit): Unit => ({ detailId, attempt });

/** Lists all labels of an entry, from left to right. */
export const listEntryUnits = ({ intent }: Pick<LedgerEntry, 'intent'>): Unit[] => [
  pickUnitFields(intent),
  ...(intent.beside ?? []).map(pickUnitFields),
];

/** Lists one final report per label; empty while unresolved. */
export const listFinalReports = (entry: LedgerEntry): Report[] => {
  const { final, intent, consumedAt } = entry;
  if (!final) return [];
  // A label rejected before its first byte was never started.
  const startedAt = intent.seq > 0 ? intent.at : null;
  return listEntryUnits(entry).map((unit) => ({ ...final, startedAt, consumedAt, ...unit }));
};

/**
 * A token of the history. `seq`: the token may be sent once the ledger is durable up to this
 * number.
 */
type HistoryToken = { token: string; seq: number };

export type State = {
  id: string;
  seq: number;
  entries: Map<string, LedgerEntry>;
  /** Oldest first: the last token the server is known to have stored, and all after it. */
  tokens: HistoryToken[];
  /**
   * Intents up to this number come from a snapshot. Its header contains those of their tokens that
   * still count.
   */
  headerSeq: number;
  traits: Map<string, Traits>;
};

export const createEmptyState = (id: string): State => ({
  id,
  seq: 0,
  entries: new Map(),
  tokens: [],
  headerSeq: 0,
  traits: new Map(),
});

const createIntentOfUnstartedLabel = (report: Report): IntentRecord => ({
  kind: 'intent',
  seq: 0,
  detailId: report.detailId,
  attempt: report.attempt,
  fence: report.fence,
  localId: '',
  base: null,
  at: report.at,
});

/**
 * Removes the tokens before one that the server has stored. The server never refers to them again.
 */
export const removeTokensBefore = (state: State, storedToken: string): void => {
  const at = state.tokens.findIndex(({ token }) => token === storedToken);
  if (at > 0) state.tokens.splice(0, at);
};

/**
 * Adds a token. Beyond the limit it replaces the newest one: the server may have stored any token
 * that was sent, and the newest of that many has not been sent.
 */
const addToken = ({ tokens }: State, token: HistoryToken): void => {
  if (tokens.length >= MAX_TOKENS) tokens.pop();
  tokens.push(token);
};

const applyIntentRecord = (state: State, record: IntentRecord): void => {
  const { stored, ...intent } = record;
  const { token } = intent;
  // Written by a release without tokens: earlier tokens do not cover this record.
  if (token === undefined && record.seq > state.seq) state.tokens = [];
  state.seq = Math.max(state.seq, record.seq);
  if (stored !== undefined) removeTokensBefore(state, stored);
  if (token !== undefined && record.seq > state.headerSeq)
    addToken(state, { token, seq: record.seq });
  state.entries.set(getUnitKey(record), {
    intent,
    consumed: false,
    consumedAt: null,
    final: null,
    seq: record.seq,
  });
};

const applyFinalRecord = (state: State, { seq, report }: FinalRecord): void => {
  state.seq = Math.max(state.seq, seq);
  // A label rejected before its first byte has no intent.
  const before = state.entries.get(getUnitKey(report));
  const intent = before?.intent ?? createIntentOfUnstartedLabel(report);
  state.entries.set(getUnitKey(report), {
    intent,
    consumed: before?.consumed ?? false,
    consumedAt: before?.consumedAt ?? null,
    final: report,
    seq,
  });
};

/** Applies a record to the state. */
export const applyRecord = (state: State, record: LedgerRecord): void => {
  switch (record.kind) {
    case 'ledger':
      state.id = record.id;
      state.seq = record.seq;
      state.headerSeq = record.seq;
      state.tokens = (record.tokens ?? []).map((token) => ({ token, seq: record.seq }));
      return;
    case 'intent':
      return applyIntentRecord(state, record);
    case 'consumed': {
      const entry = state.entries.get(getUnitKey(record));
      if (entry) Object.assign(entry, { consumed: true, consumedAt: record.at ?? null });
      return;
    }
    case 'final':
      return applyFinalRecord(state, record);
    case 'ack':
      for (const unit of record.units) state.entries.delete(getUnitKey(unit));
      return;
    case 'history':
      addToken(state, { token: record.token, seq: state.seq });
      return;
    case 'traits': {
      const { localId, answers, answersEarly } = record;
      // Missing in older ledgers.
      const { echoes = false, tellsSheets = false, certificate = '' } = record as Partial<Traits>;
      const later = { echoes, tellsSheets, certificate };
      state.traits.set(localId, { answers, answersEarly, ...later });
      return;
    }
  }
};

const encodeHeader = ({ id, seq, tokens }: State): string =>
  encodeRecord({ kind: 'ledger', version: 1, id, seq, tokens: tokens.map(({ token }) => token) });

/** Encodes the state as a ledger file. */
export const encodeCompactLedger = (state: State): string => {
  let text = encodeHeader(state);
  for (const [localId, traits] of state.traits)
    text += encodeRecord({ kind: 'traits', localId, ...traits });
  for (const entry of state.entries.values()) {
    if (entry.intent.seq > 0) text += encodeRecord(entry.intent);
    if (entry.consumed)
      text += encodeRecord({
        kind: 'consumed',
        detailId: entry.intent.detailId,
        attempt: entry.intent.attempt,
        ...(entry.consumedAt !== null && { at: entry.consumedAt }),
      });
    if (entry.final) text += encodeRecord({ kind: 'final', seq: entry.seq, report: entry.final });
  }
  return text;
};
