import { exportBatches, exportDetails, XLSX_TYPE } from '@yunbiao/services';
import type { FileReply, Handlers } from '../handler.ts';
import { whoseOf } from './printing.ts';

/** A table as every export of the site is named. */
export const replyWorkbook = (stream: ReadableStream<Uint8Array>): Promise<FileReply> =>
  Promise.resolve({ fileName: 'table-export.xlsx', contentType: XLSX_TYPE, stream });

export const exportHandlers: Pick<Handlers, 'printStatExport' | 'detailExport'> = {
  printStatExport: async ({ ctx, input, caller }) =>
    replyWorkbook(exportBatches({ ctx, whose: whoseOf(caller), input })),
  detailExport: async ({ ctx, input, caller }) =>
    replyWorkbook(exportDetails({ ctx, whose: whoseOf(caller), input })),
};
