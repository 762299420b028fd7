import type { Desk } from './desk.ts';
import type { OpenLabel } from './open-labels.ts';
import { createFinalLedgerChange, createReturnLedgerChange } from './open-labels.ts';
import { CANCELLED_REASON } from './reasons.ts';

/**
 * Ends a label that has an intent but was never sent. The server leases it again unless it was
 * cancelled.
 */
export const returnLabel = (desk: Desk, label: OpenLabel): Promise<void> => {
  const cancelled = { evidence: 'none', counterFrom: null, counterTo: null } as const;
  return desk.commit([
    desk.isCancelled(label)
      ? createFinalLedgerChange(
          label,
          { ...cancelled, state: 'cancelled', reason: CANCELLED_REASON },
          desk.now(),
        )
      : createReturnLedgerChange(label, desk.now()),
  ]);
};
