import { createHash } from 'node:crypto';
import type { Unit } from '@yunbiao/contract/gateway/gateway';

const LEDGER_LENGTH = 12;
const ID_LENGTH = 10;

/** Prefix of all file names of a ledger. */
export const toLedgerFilePrefix = (ledgerId: string): string =>
  /^[0-9a-f]{12}/.exec(ledgerId)?.[0] ?? computeShortHash(ledgerId, LEDGER_LENGTH);

const computeShortHash = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length);

/**
 * Returns a label's file name without extension. Contains only safe characters for any ledger
 * content, because an older client accepted any text as a label id. Stable across restarts.
 */
export const toLabelFileName = (ledgerId: string, { detailId, attempt }: Unit): string => {
  const label = /^\d{1,20}$/.test(detailId)
    ? detailId.padStart(ID_LENGTH, '0')
    : computeShortHash(detailId, 20);
  return `${toLedgerFilePrefix(ledgerId)}-${label}-${Math.trunc(attempt)}`;
};
