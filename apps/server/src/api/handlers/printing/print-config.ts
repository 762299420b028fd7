import {
  applyCalibration,
  printCalibrationLabel,
  undoCalibration,
  deletePrintConfig,
  listPrintConfigs,
  savePrintConfig,
} from '@yunbiao/services';
import type { AreaHandlers } from '../../handler.ts';
import { getCallerMemberId } from '../ownership.ts';

export const printConfigHandlers: AreaHandlers<'print-config'> = {
  printConfigList: ({ ctx, caller }) =>
    listPrintConfigs({ ctx, memberId: getCallerMemberId(caller) }),
  savePrintConfig: ({ ctx, input, caller }) =>
    savePrintConfig({ ctx, memberId: getCallerMemberId(caller), input }),
  calibratePrint: ({ ctx, input, caller }) =>
    printCalibrationLabel({ ctx, memberId: getCallerMemberId(caller), input }),
  calibrate: ({ ctx, input, caller }) =>
    applyCalibration({ ctx, memberId: getCallerMemberId(caller), input }),
  calibrateUndo: ({ ctx, input, caller }) =>
    undoCalibration({ ctx, memberId: getCallerMemberId(caller), id: input.id }),
  deletePrintConfig: async ({ ctx, input, caller }) => {
    await deletePrintConfig({ ctx, memberId: getCallerMemberId(caller), id: Number(input.id) });
    return {};
  },
};
