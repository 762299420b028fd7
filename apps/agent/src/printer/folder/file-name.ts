import { createHash } from 'node:crypto';
import type { Unit } from '@yunbiao/contract/gateway';

const LEDGER_LENGTH = 12;
const ID_LENGTH = 10;

/** What names of a ledger's files begin with. */
export const toLedgerPart = (ledgerId: string): string =>
  /^[0-9a-f]{12}/.exec(ledgerId)?.[0] ?? toHash(ledgerId, LEDGER_LENGTH);

const toHash = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length);

/**
 * The name of a label's file without its ending: only letters and digits, whatever the ledger holds, for an older client
 * took any text for a label's id. The same label has the same name after a restart.
 */
export const toFileName = (ledgerId: string, { detailId, attempt }: Unit): string => {
  const label = /^\d{1,20}$/.test(detailId)
    ? detailId.padStart(ID_LENGTH, '0')
    : toHash(detailId, 20);
  return `${toLedgerPart(ledgerId)}-${label}-${Math.trunc(attempt)}`;
};
