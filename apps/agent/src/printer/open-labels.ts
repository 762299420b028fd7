import type { Evidence } from '@yunbiao/contract/evidence';
import type { Change, Ledger } from '../ledger/ledger.ts';
import { reportOf } from './queue.ts';
import { NEVER_SENT } from './reasons.ts';

/** A started label that has no result yet. */
export type OpenLabel = {
  detailId: string;
  attempt: number;
  fence: number;
  /** The printer's counter as expected before this label; null when it does not count. */
  base: number | null;
  consumed: boolean;
  /** Longest its paper takes, ms. */
  paperMs: number;
};

/** Labels of a printer that were started and have no result, oldest first. */
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
      paperMs: intent.paperMs ?? 0,
    }));

/** The result of a label, as decided on the evidence. */
export type Settled = {
  state: 'printed' | 'sent' | 'uncertain';
  evidence: Evidence;
  reason: string;
  counterFrom: number | null;
  counterTo: number | null;
};

/** The result of a label as the ledger writes it. */
export const changeOf = (label: OpenLabel, settled: Settled, now: number): Change => ({
  kind: 'final',
  report: reportOf(label, settled.state, settled, now),
});

/**
 * A label of which no byte was sent goes back to the server as `sending`, which leases it again as the next attempt.
 * Nothing else is ever sent again without a person's word.
 */
export const neverSent = (label: OpenLabel, now: number): Change => ({
  kind: 'final',
  report: reportOf(label, 'sending', { reason: NEVER_SENT }, now),
});
