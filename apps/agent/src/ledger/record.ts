import { crc32 } from 'node:zlib';
import type { Report, Unit } from '@yunbiao/contract/gateway/gateway';

/** A label that is about to be started. */
export type IntentRecord = {
  kind: 'intent';
  seq: number;
  detailId: string;
  attempt: number;
  fence: number;
  localId: string;
  /** Address it was sent to, in command notation; missing in older ledgers. */
  place?: string;
  /**
   * The printer's counter before this label and the open ones ahead of it; null when it does not
   * count.
   */
  base: number | null;
  at: string;
  /** Maximum paper time, ms: how long to watch an idle printer before resolving the label. */
  paperMs?: number;
  /** Random token of the history up to this record; missing in older ledgers. */
  token?: string;
  /** The label may start before the server has stored the token. */
  early?: boolean;
  /** Last token the server is known to have stored, when it changed. */
  stored?: string;
  /** Other labels of its row. They start and end with it, in its single final record. */
  beside?: Unit[];
};
/**
 * The printer has accepted every byte. Written without a sync: survives a kill, but may be lost in
 * a power failure.
 */
export type ConsumedRecord = {
  kind: 'consumed';
  detailId: string;
  attempt: number;
  /** Time of the observation; missing in older ledgers. */
  at?: string;
};
export type FinalRecord = { kind: 'final'; seq: number; report: Report };
/** The server has stored these units, so they may be removed. */
export type AckRecord = { kind: 'ack'; units: { detailId: string; attempt: number }[] };
/**
 * First line of every file. `seq`: number of the last record before this file; compaction preserves
 * it, so that numbers never repeat.
 */
export type HeaderRecord = {
  kind: 'ledger';
  version: 1;
  id: string;
  seq: number;
  /** History tokens before this file, oldest first; missing in older ledgers. */
  tokens?: string[];
};

/** First token of a ledger that was created without tokens. */
export type HistoryRecord = { kind: 'history'; token: string };

/** Observed traits of a printer, stored while it is configured. */
export type TraitsRecord = { kind: 'traits'; localId: string } & Traits;
export type Traits = {
  /** The printer has answered a status query. */
  answers: boolean;
  /** The printer reported idle and then processed data sent before. */
  answersEarly: boolean;
  /** The printer returned an echo from the stream after printing everything before it. */
  echoes: boolean;
  /** The printer reported the number of printed sheets of a job. */
  tellsSheets: boolean;
  /** First observed certificate with its address: `host:port AB:CD:…`; '' before. */
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

/** Encodes one line: CRC-32 of the JSON in hex, a space, the JSON. */
export const encodeRecord = (record: LedgerRecord): string => {
  const json = JSON.stringify(record);
  return `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`;
};

const decodeLedgerLine = (line: string): LedgerRecord | null => {
  if (line.length < 11 || line[8] !== ' ') return null;
  const json = line.slice(9);
  if (crc32(json).toString(16).padStart(8, '0') !== line.slice(0, 8)) return null;
  // The checksum proves that a release of this program wrote it.
  return JSON.parse(json) as LedgerRecord;
};

export type Decoded = {
  records: LedgerRecord[];
  /** Offset of the end of the last valid record. */
  goodBytes: number;
  /** A valid record follows an invalid one: damage instead of a torn tail. */
  damaged: boolean;
};

/** Decodes a ledger file. A line without a line break counts as torn even with a valid checksum. */
export const decodeLedger = (bytes: Buffer): Decoded => {
  const records: LedgerRecord[] = [];
  let goodBytes = 0;
  let start = 0;
  let isTorn = false;
  while (start < bytes.length) {
    const end = bytes.indexOf(10, start);
    if (end === -1) break;
    const record = decodeLedgerLine(bytes.toString('utf8', start, end));
    if (record === null) isTorn = true;
    else if (isTorn) return { records, goodBytes, damaged: true };
    else {
      records.push(record);
      goodBytes = end + 1;
    }
    start = end + 1;
  }
  return { records, goodBytes, damaged: false };
};
