import {
  getBatchInfo,
  listBatchPage,
  cancelBatch,
  cycleDetailColor,
  listDetailPage,
  listDetailStates,
  hideBatch,
  listOpenIncidents,
  moveBatch,
  resolveDetail,
  resolveIncident,
  submitBatch,
} from '@yunbiao/services';
import type { AreaHandlers } from '../../handler.ts';
import { createPrintEventStream } from '../../print-events.ts';
import { getCallerMemberId, getBatchOwnership } from '../ownership.ts';
import { requireUsableSoftware } from '../require-software.ts';

export const batchHandlers: AreaHandlers<'batch'> = {
  print: async ({ ctx, input, caller }) => {
    const { id: softwareId } = await requireUsableSoftware(ctx, caller);
    return submitBatch({ ctx, memberId: getCallerMemberId(caller), softwareId, input });
  },
  batchList: ({ ctx, input, caller }) =>
    listBatchPage({ ctx, whose: getBatchOwnership(caller), input }),
  batchInfo: ({ ctx, input, caller }) =>
    getBatchInfo({ ctx, memberId: getCallerMemberId(caller), batchNo: input.batchNo }),
  batchMove: ({ ctx, input, caller }) =>
    moveBatch({ ctx, memberId: getCallerMemberId(caller), batchNo: input.batchNo }),
  batchCancel: ({ ctx, input, caller }) =>
    cancelBatch({ ctx, memberId: getCallerMemberId(caller), batchNo: input.batchNo }),
  detailList: ({ ctx, input, caller }) =>
    listDetailPage({ ctx, whose: getBatchOwnership(caller), input }),
  detailStates: ({ ctx, input, caller }) =>
    listDetailStates({ ctx, memberId: getCallerMemberId(caller), batchNo: input.batchNo }),
  detailResolve: ({ ctx, input, caller }) =>
    resolveDetail({ ctx, memberId: getCallerMemberId(caller), input }),
  incidentList: ({ ctx, input, caller }) =>
    listOpenIncidents({ ctx, whose: getBatchOwnership(caller), input }),
  incidentSettle: ({ ctx, input, caller }) =>
    resolveIncident({ ctx, memberId: getCallerMemberId(caller), input }),
  changeDetailsColor: ({ ctx, input, caller }) =>
    cycleDetailColor({ ctx, memberId: getCallerMemberId(caller), id: Number(input.id) }),
  deleteDetailsByBatchNo: async ({ ctx, input, caller }) => {
    await hideBatch({ ctx, memberId: getCallerMemberId(caller), batchNo: input.batchNo });
    return {};
  },
  printEvents: ({ ctx, caller }) =>
    Promise.resolve({
      stream: createPrintEventStream({
        ctx,
        signedIn: caller.signedIn,
        signal: caller.signal,
        slot: caller.acquireStreamSlot(),
      }),
    }),
};
