import { deletePrinterGroup, listPrinterGroups, savePrinterGroup } from '@yunbiao/services';
import type { AreaHandlers } from '../../handler.ts';
import { getCallerMemberId } from '../ownership.ts';

export const printerGroupHandlers: AreaHandlers<'printer-group'> = {
  printerGroupList: ({ ctx, caller }) =>
    listPrinterGroups({ ctx, memberId: getCallerMemberId(caller) }),
  savePrinterGroup: ({ ctx, input, caller }) =>
    savePrinterGroup({ ctx, memberId: getCallerMemberId(caller), input }),
  deletePrinterGroup: async ({ ctx, input, caller }) => {
    await deletePrinterGroup({ ctx, memberId: getCallerMemberId(caller), id: Number(input.id) });
    return {};
  },
};
