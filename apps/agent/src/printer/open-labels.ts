import type { Change, Ledger } from '../ledger/ledger.ts';
import { reportOf } from './queue.ts';
import type { Settled } from './settle.ts';

/** A started label whose end is not known. */
export type OpenLabel = {
  detailId: string;
  attempt: number;
  fence: number;
  /** The printer's counter as expected before this label; null when it does not count. */
  base: number | null;
  consumed: boolean;
};

/** Labels of a printer that were started and not ended, oldest first. */
export const openLabelsOf = (ledger: Ledger, localId: string): OpenLabel[] =>
  ledger
    .entries()
    .filter((entry) => entry.intent.localId === localId && !entry.final)
    .sort((a, b) => a.intent.seq - b.intent.seq)
    .map(({ intent, consumed }) => ({
      detailId: intent.detailId,
      attempt: intent.attempt,
      fence: intent.fence,
      base: intent.base,
      consumed,
    }));

/**
 * The ledger's words for a decision. "Again" goes back to the server as `sending`: known not to be printed, to be
 * leased anew with the next attempt.
 */
export const changeOf = (label: OpenLabel, settled: Settled, now: number): Change => ({
  kind: 'final',
  report:
    settled.kind === 'again'
      ? reportOf(label, 'sending', { reason: '确认没有印出来，重新排队' }, now)
      : reportOf(label, settled.state, settled, now),
});
