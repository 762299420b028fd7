import {
  exportBatches,
  exportDetails,
  getPrintStatistics,
  getPrintShares,
} from '@yunbiao/services';
import type { AreaHandlers } from '../../handler.ts';
import { getBatchOwnership } from '../ownership.ts';
import { createWorkbookReply } from '../workbook-reply.ts';

export const statisticsHandlers: AreaHandlers<'statistics'> = {
  printStat: ({ ctx, input, caller }) =>
    getPrintStatistics({ ctx, whose: getBatchOwnership(caller), input }),
  printStatShares: ({ ctx, input, caller }) =>
    getPrintShares({ ctx, whose: getBatchOwnership(caller), input }),
  printStatExport: async ({ ctx, input, caller }) =>
    createWorkbookReply((onRow) =>
      exportBatches({ ctx, whose: getBatchOwnership(caller), input, onRow }),
    ),
  detailExport: async ({ ctx, input, caller }) =>
    createWorkbookReply((onRow) =>
      exportDetails({ ctx, whose: getBatchOwnership(caller), input, onRow }),
    ),
};
