import {
  listApiPrinters,
  listApiTemplates,
  readBatchProgress,
  cancelBatch,
  listDetailPage,
  submitBatchForKey,
  submitRawForKey,
  type Whose,
} from '@yunbiao/services';
import type { AreaHandlers, KeyCaller } from '../../handler.ts';

/** Returns the owner of batches that a key may see: its account, in every software. */
const getKeyBatchOwnership = ({ holder }: KeyCaller): Whose => ({
  memberId: holder.memberId,
  softwareId: null,
});

export const printApiHandlers: AreaHandlers<'print-api'> = {
  apiBatch: ({ ctx, input, caller: { holder, idempotencyKey } }) =>
    submitBatchForKey({ ctx, holder, input, idempotencyKey }),
  apiRaw: ({ ctx, input, caller: { holder, idempotencyKey } }) =>
    submitRawForKey({ ctx, holder, input, idempotencyKey }),
  apiBatchInfo: ({ ctx, input, caller }) =>
    readBatchProgress({ ctx, memberId: caller.holder.memberId, batchNo: input.batchNo }),
  apiDetails: async ({ ctx, input, caller }) => {
    // Throws 404 for another member's batch instead of returning an empty list.
    await readBatchProgress({ ctx, memberId: caller.holder.memberId, batchNo: input.batchNo });
    return listDetailPage({
      ctx,
      whose: getKeyBatchOwnership(caller),
      input: { ...input, tz: 'UTC' },
    });
  },
  apiCancel: ({ ctx, input: { batchNo }, caller: { holder } }) => {
    const { memberId, kind } = holder;
    return cancelBatch({ ctx, memberId, batchNo, virtualOnly: kind === 'test' });
  },
  apiPrinters: ({ ctx, caller }) => listApiPrinters({ ctx, memberId: caller.holder.memberId }),
  apiTemplates: ({ ctx, caller, software }) =>
    listApiTemplates({ ctx, memberId: caller.holder.memberId, software }),
};
