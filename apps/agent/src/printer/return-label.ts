import type { DriverContext } from './driver-context.ts';
import type { OpenLabel } from './open-labels.ts';
import { createResultLedgerChange, createReturnToServerChange } from './open-labels.ts';
import { CANCELLED_REASON } from './reasons.ts';

/**
 * Ends a label that has an intent but was never sent. The server leases it again unless it was
 * cancelled.
 */
export const returnLabel = (context: DriverContext, label: OpenLabel): Promise<void> => {
  const cancelled = { evidence: 'none', counterFrom: null, counterTo: null } as const;
  return context.commit([
    context.isCancelled(label)
      ? createResultLedgerChange(
          label,
          { ...cancelled, state: 'cancelled', reason: CANCELLED_REASON },
          context.now(),
        )
      : createReturnToServerChange(label, context.now()),
  ]);
};
