import {
  batchInfo,
  batchList,
  calibrate,
  calibratePrint,
  calibrateUndo,
  cancelBatch,
  changeDetailColor,
  deletePrintConfig,
  deletePrinterGroup,
  moveBatch,
  detailList,
  detailStates,
  hideBatch,
  incidentList,
  printConfigList,
  printerGroupList,
  printStat,
  printStatShares,
  resolveDetail,
  savePrintConfig,
  savePrinterGroup,
  settleIncident,
  submitBatch,
  type Whose,
} from '@yunbiao/services';
import type { Handlers, MemberCaller } from '../handler.ts';
import { requireUsableSoftware } from './require-software.ts';

/** Batches belong to a member in a software; outside one, all of them are meant. */
export const getOwnership = ({ signedIn, software }: MemberCaller): Whose => ({
  memberId: signedIn.member.id,
  softwareId: software?.id ?? null,
});

type Printing =
  | 'printConfigList'
  | 'savePrintConfig'
  | 'deletePrintConfig'
  | ('printerGroupList' | 'savePrinterGroup' | 'deletePrinterGroup')
  | ('calibratePrint' | 'calibrate' | 'calibrateUndo')
  | 'print'
  | 'batchList'
  | 'batchInfo'
  | ('batchCancel' | 'batchMove')
  | 'detailList'
  | 'detailStates'
  | 'detailResolve'
  | 'incidentList'
  | 'incidentSettle'
  | 'changeDetailsColor'
  | 'deleteDetailsByBatchNo'
  | 'printStat'
  | 'printStatShares';

const getMember = (caller: MemberCaller): number => caller.signedIn.member.id;

export const printingHandlers: Pick<Handlers, Printing> = {
  printConfigList: ({ ctx, caller }) => printConfigList({ ctx, memberId: getMember(caller) }),
  savePrintConfig: ({ ctx, input, caller }) =>
    savePrintConfig({ ctx, memberId: getMember(caller), input }),
  calibratePrint: ({ ctx, input, caller }) =>
    calibratePrint({ ctx, memberId: getMember(caller), input }),
  calibrate: ({ ctx, input, caller }) => calibrate({ ctx, memberId: getMember(caller), input }),
  calibrateUndo: ({ ctx, input, caller }) =>
    calibrateUndo({ ctx, memberId: getMember(caller), id: input.id }),
  deletePrintConfig: async ({ ctx, input, caller }) => {
    await deletePrintConfig({ ctx, memberId: getMember(caller), id: Number(input.id) });
    return {};
  },
  printerGroupList: ({ ctx, caller }) => printerGroupList({ ctx, memberId: getMember(caller) }),
  savePrinterGroup: ({ ctx, input, caller }) =>
    savePrinterGroup({ ctx, memberId: getMember(caller), input }),
  deletePrinterGroup: async ({ ctx, input, caller }) => {
    await deletePrinterGroup({ ctx, memberId: getMember(caller), id: Number(input.id) });
    return {};
  },
  print: async ({ ctx, input, caller }) => {
    const { id: softwareId } = await requireUsableSoftware(ctx, caller);
    return submitBatch({ ctx, memberId: getMember(caller), softwareId, input });
  },
  batchList: ({ ctx, input, caller }) => batchList({ ctx, whose: getOwnership(caller), input }),
  batchInfo: ({ ctx, input, caller }) =>
    batchInfo({ ctx, memberId: getMember(caller), batchNo: input.batchNo }),
  batchCancel: ({ ctx, input, caller }) =>
    cancelBatch({ ctx, memberId: getMember(caller), batchNo: input.batchNo }),
  batchMove: ({ ctx, input, caller }) =>
    moveBatch({ ctx, memberId: getMember(caller), batchNo: input.batchNo }),
  detailList: ({ ctx, input, caller }) => detailList({ ctx, whose: getOwnership(caller), input }),
  detailStates: ({ ctx, input, caller }) =>
    detailStates({ ctx, memberId: getMember(caller), batchNo: input.batchNo }),
  detailResolve: ({ ctx, input, caller }) =>
    resolveDetail({ ctx, memberId: getMember(caller), input }),
  incidentList: ({ ctx, input, caller }) =>
    incidentList({ ctx, whose: getOwnership(caller), input }),
  incidentSettle: ({ ctx, input, caller }) =>
    settleIncident({ ctx, memberId: getMember(caller), input }),
  changeDetailsColor: ({ ctx, input, caller }) =>
    changeDetailColor({ ctx, memberId: getMember(caller), id: Number(input.id) }),
  deleteDetailsByBatchNo: async ({ ctx, input, caller }) => {
    await hideBatch({ ctx, memberId: getMember(caller), batchNo: input.batchNo });
    return {};
  },
  printStat: ({ ctx, input, caller }) => printStat({ ctx, whose: getOwnership(caller), input }),
  printStatShares: ({ ctx, input, caller }) =>
    printStatShares({ ctx, whose: getOwnership(caller), input }),
};
