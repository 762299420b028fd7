import {
  printerBrand,
  printerModels,
  printerReports,
  reportPrinter,
  withdrawPrinterReport,
} from '@yunbiao/services';
import type { AreaHandlers } from '../../handler.ts';
import { getCallerMemberId } from '../ownership.ts';

/** Printer models are the same for every software; one that is offline does not show them. */
export const printerModelHandlers: AreaHandlers<'printer-models'> = {
  printerModels: async ({ ctx }) => printerModels({ ctx }),
  printerBrand: async ({ ctx, input }) => printerBrand({ ctx, name: input.name }),
  printerReports: ({ ctx, caller }) => printerReports({ ctx, memberId: getCallerMemberId(caller) }),
  reportPrinter: ({ ctx, input, caller }) =>
    reportPrinter({ ctx, memberId: getCallerMemberId(caller), input }),
  withdrawPrinterReport: ({ ctx, input, caller }) =>
    withdrawPrinterReport({ ctx, memberId: getCallerMemberId(caller), input }),
};
