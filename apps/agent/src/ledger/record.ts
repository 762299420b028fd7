import { crc32 } from 'node:zlib';
import type { Report, Unit } from '@yunbiao/contract/gateway';

/** Where a label stands between its first byte and its report. */
export type IntentRecord = {
  kind: 'intent';
  seq: number;
  detailId: string;
  attempt: number;
  fence: number;
  localId: string;
  /** The address it went to, as commands take it; older ledgers do not say. */
  place?: string;
  /** The printer's counter before this label and the open ones ahead of it; null when it does not count. */
  base: number | null;
  at: string;
  /** Longest its paper takes, ms: how long an idle printer is watched before the label is decided on. */
  paperMs?: number;
  /** A random name for the history up to here; older ledgers have none. */
  token?: string;
  /** The label may be begun before the server has stored that. */
  early?: boolean;
  /** The last token the server is known to have stored, where that is news. */
  stored?: string;
  /** The labels beside it in its row: they begin with it and end as it does, in its one final record. */
  beside?: Unit[];
};
/** The printer has taken every byte. Written without a sync: it survives a kill, and is not trusted to survive power. */
export type ConsumedRecord = {
  kind: 'consumed';
  detailId: string;
  attempt: number;
  /** When that was known; older ledgers do not say. */
  at?: string;
};
export type FinalRecord = { kind: 'final'; seq: number; report: Report };
/** The server has stored these; they may be forgotten. */
export type AckRecord = { kind: 'ack'; units: { detailId: string; attempt: number }[] };
/** First line of every file; `seq` is carried over a compaction. */
export type HeaderRecord = {
  kind: 'ledger';
  version: 1;
  id: string;
  seq: number;
  /** Of the history before this file, oldest first; older ledgers have none. */
  tokens?: string[];
};

/** The first token of a ledger from before there were any. */
export type HistoryRecord = { kind: 'history'; token: string };

/** What a printer was seen to do, for as long as it is configured. */
export type TraitsRecord = { kind: 'traits'; localId: string } & Traits;
export type Traits = {
  /** It has answered a question for its status. */
  answers: boolean;
  /** It said idle, and then worked on what it had been sent before. */
  answersEarly: boolean;
  /** It gave back what stood in the stream, once everything before it was printed. */
  echoes: boolean;
  /** Of a job it told how many sheets had come out. */
  tellsSheets: boolean;
  /** Where, and as what it first showed itself: `host:port AB:CD:…`; '' before. */
  certificate: string;
};

export type LedgerRecord =
  | HeaderRecord
  | IntentRecord
  | ConsumedRecord
  | FinalRecord
  | AckRecord
  | HistoryRecord
  | TraitsRecord;

/** One line: CRC-32 of the JSON in hex, a space, the JSON. */
export const encodeRecord = (record: LedgerRecord): string => {
  const json = JSON.stringify(record);
  return `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`;
};

const decodeLine = (line: string): LedgerRecord | null => {
  if (line.length < 11 || line[8] !== ' ') return null;
  const json = line.slice(9);
  if (crc32(json).toString(16).padStart(8, '0') !== line.slice(0, 8)) return null;
  // The checksum vouches that this process family wrote it.
  return JSON.parse(json) as LedgerRecord;
};

export type Decoded = {
  records: LedgerRecord[];
  /** Bytes up to the end of the last good record. */
  goodBytes: number;
  /** A good record follows a bad one: not a torn tail but damage. */
  damaged: boolean;
};

/** Reads a whole ledger file. A line without its line break counts as torn even when its checksum holds. */
export const decodeLedger = (bytes: Buffer): Decoded => {
  const records: LedgerRecord[] = [];
  let goodBytes = 0;
  let start = 0;
  let torn = false;
  while (start < bytes.length) {
    const end = bytes.indexOf(10, start);
    if (end === -1) break;
    const record = decodeLine(bytes.toString('utf8', start, end));
    if (record === null) torn = true;
    else if (torn) return { records, goodBytes, damaged: true };
    else {
      records.push(record);
      goodBytes = end + 1;
    }
    start = end + 1;
  }
  return { records, goodBytes, damaged: false };
};
