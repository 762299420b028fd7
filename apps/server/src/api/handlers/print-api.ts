import {
  apiPrinters,
  apiTemplates,
  batchProgress,
  cancelBatch,
  detailList,
  submitForKey,
  submitRawForKey,
  type Whose,
} from '@yunbiao/services';
import type { Handlers, KeyCaller } from '../handler.ts';

type PrintApi =
  | 'apiBatch'
  | 'apiRaw'
  | 'apiBatchInfo'
  | 'apiDetails'
  | 'apiCancel'
  | 'apiPrinters'
  | 'apiTemplates';

/** A key belongs to the account: batches of every software are its own. */
const getOwnership = ({ holder }: KeyCaller): Whose => ({
  memberId: holder.memberId,
  softwareId: null,
});

export const printApiHandlers: Pick<Handlers, PrintApi> = {
  apiBatch: ({ ctx, input, caller: { holder, idempotencyKey } }) =>
    submitForKey({ ctx, holder, input, idempotencyKey }),
  apiRaw: ({ ctx, input, caller: { holder, idempotencyKey } }) =>
    submitRawForKey({ ctx, holder, input, idempotencyKey }),
  apiBatchInfo: ({ ctx, input, caller }) =>
    batchProgress({ ctx, memberId: caller.holder.memberId, batchNo: input.batchNo }),
  apiDetails: async ({ ctx, input, caller }) => {
    // Another member's batch has no labels to list; it is said not to be there.
    await batchProgress({ ctx, memberId: caller.holder.memberId, batchNo: input.batchNo });
    return detailList({ ctx, whose: getOwnership(caller), input: { ...input, tz: 'UTC' } });
  },
  apiCancel: ({ ctx, input: { batchNo }, caller: { holder } }) => {
    const { memberId, kind } = holder;
    return cancelBatch({ ctx, memberId, batchNo, virtualOnly: kind === 'test' });
  },
  apiPrinters: ({ ctx, caller }) => apiPrinters({ ctx, memberId: caller.holder.memberId }),
  apiTemplates: ({ ctx, caller, software }) =>
    apiTemplates({ ctx, memberId: caller.holder.memberId, software }),
};
