import {
  getPrinterBrand,
  listPrinterBrands,
  listOwnReportsAndModelChoices,
  reportPrinterModel,
  withdrawPrinterReport,
} from '@yunbiao/services';
import type { AreaHandlers } from '../../handler.ts';
import { getCallerMemberId } from '../ownership.ts';

/** Printer models are the same for every software; one that is offline does not show them. */
export const printerModelHandlers: AreaHandlers<'printer-models'> = {
  printerModels: async ({ ctx }) => listPrinterBrands({ ctx }),
  printerBrand: async ({ ctx, input }) => getPrinterBrand({ ctx, name: input.name }),
  printerReports: ({ ctx, input, caller }) =>
    listOwnReportsAndModelChoices({ ctx, memberId: getCallerMemberId(caller), input }),
  reportPrinter: ({ ctx, input, caller }) =>
    reportPrinterModel({ ctx, memberId: getCallerMemberId(caller), input }),
  withdrawPrinterReport: ({ ctx, input, caller }) =>
    withdrawPrinterReport({ ctx, memberId: getCallerMemberId(caller), input }),
};
