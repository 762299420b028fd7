import type { Report, Unit } from '@yunbiao/contract/gateway';
import { MAX_TOKENS } from '@yunbiao/contract/limits/client';
import { encodeRecord } from './record.ts';
import type { IntentRecord, LedgerRecord, Traits } from './record.ts';

/** A label, or a row of them, that has been started and whose end the server has not acknowledged. */
export type LedgerEntry = {
  intent: IntentRecord;
  consumed: boolean;
  consumedAt: string | null;
  /** The final report of its first label, when there is one. */
  final: Report | null;
  /** Number of the final report. */
  seq: number;
};

export const getKey = (unit: Unit): string => `${unit.detailId}/${unit.attempt}`;

const getUnit = ({ detailId, attempt }: Unit): Unit => ({ detailId, attempt });

/** Every label of an entry, from the left. */
export const listUnits = ({ intent }: Pick<LedgerEntry, 'intent'>): Unit[] => [
  getUnit(intent),
  ...(intent.beside ?? []).map(getUnit),
];

/** How its labels ended, each in a report of its own; none while it has not. */
export const listReports = (entry: LedgerEntry): Report[] => {
  const { final, intent, consumedAt } = entry;
  if (!final) return [];
  // A label refused before its first byte was never started.
  const startedAt = intent.seq > 0 ? intent.at : null;
  return listUnits(entry).map((unit) => ({ ...final, startedAt, consumedAt, ...unit }));
};

/** `seq`: the number on the disk from which on it may be named. */
type HistoryToken = { token: string; seq: number };

export type State = {
  id: string;
  seq: number;
  entries: Map<string, LedgerEntry>;
  /** Oldest first: the last one the server is known to have stored, and those behind it. */
  tokens: HistoryToken[];
  /** Intents up to this number were written again with the header, which has those of their tokens that still count. */
  headerSeq: number;
  traits: Map<string, Traits>;
};

export const emptyState = (id: string): State => ({
  id,
  seq: 0,
  entries: new Map(),
  tokens: [],
  headerSeq: 0,
  traits: new Map(),
});

const placeholderIntent = (report: Report): IntentRecord => ({
  kind: 'intent',
  seq: 0,
  detailId: report.detailId,
  attempt: report.attempt,
  fence: report.fence,
  localId: '',
  base: null,
  at: report.at,
});

/** Forgets the tokens before one that the server has stored: it will never name them again. */
export const forgetTokens = (state: State, stored: string): void => {
  const at = state.tokens.findIndex(({ token }) => token === stored);
  if (at > 0) state.tokens.splice(0, at);
};

/**
 * Of too many, the newest gives way: the server may have stored any token that was sent, and one that was the newest of so
 * many is not sent.
 */
const addToken = ({ tokens }: State, token: HistoryToken): void => {
  if (tokens.length >= MAX_TOKENS) tokens.pop();
  tokens.push(token);
};

/** What a record changes. */
export const apply = (state: State, record: LedgerRecord): void => {
  switch (record.kind) {
    case 'ledger':
      state.id = record.id;
      state.seq = record.seq;
      state.headerSeq = record.seq;
      state.tokens = (record.tokens ?? []).map((token) => ({ token, seq: record.seq }));
      return;
    case 'intent': {
      const { stored, ...intent } = record;
      const { token } = intent;
      // Written by a release without tokens: no name from before is one of the history with this record.
      if (token === undefined && record.seq > state.seq) state.tokens = [];
      state.seq = Math.max(state.seq, record.seq);
      if (stored !== undefined) forgetTokens(state, stored);
      if (token !== undefined && record.seq > state.headerSeq)
        addToken(state, { token, seq: record.seq });
      state.entries.set(getKey(record), {
        intent,
        consumed: false,
        consumedAt: null,
        final: null,
        seq: record.seq,
      });
      return;
    }
    case 'consumed': {
      const entry = state.entries.get(getKey(record));
      if (entry) Object.assign(entry, { consumed: true, consumedAt: record.at ?? null });
      return;
    }
    case 'final': {
      state.seq = Math.max(state.seq, record.seq);
      // A label refused before its first byte has no intent.
      const before = state.entries.get(getKey(record.report));
      const intent = before?.intent ?? placeholderIntent(record.report);
      state.entries.set(getKey(record.report), {
        intent,
        consumed: before?.consumed ?? false,
        consumedAt: before?.consumedAt ?? null,
        final: record.report,
        seq: record.seq,
      });
      return;
    }
    case 'ack':
      for (const unit of record.units) state.entries.delete(getKey(unit));
      return;
    case 'history':
      addToken(state, { token: record.token, seq: state.seq });
      return;
    case 'traits': {
      const { localId, answers, answersEarly } = record;
      // Older ledgers have no word of these.
      const { echoes = false, tellsSheets = false, certificate = '' } = record as Partial<Traits>;
      const later = { echoes, tellsSheets, certificate };
      state.traits.set(localId, { answers, answersEarly, ...later });
      return;
    }
  }
};

const getHeader = ({ id, seq, tokens }: State): string =>
  encodeRecord({ kind: 'ledger', version: 1, id, seq, tokens: tokens.map(({ token }) => token) });

/** The state as the text of a file. */
export const getSnapshot = (state: State): string => {
  let text = getHeader(state);
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
