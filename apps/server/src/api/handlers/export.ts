import { exportBatches, exportDetails, XLSX_TYPE } from '@yunbiao/services';
import type { FileReply, Handlers } from '../handler.ts';
import { whoseOf } from './printing.ts';

const workbook = (stream: ReadableStream<Uint8Array>): Promise<FileReply> =>
  Promise.resolve({ fileName: 'table-export.xlsx', contentType: XLSX_TYPE, stream });

export const exportHandlers: Pick<Handlers, 'printStatExport' | 'detailExport'> = {
  printStatExport: async ({ ctx, input, caller }) =>
    workbook(exportBatches({ ctx, whose: whoseOf(caller), input })),
  detailExport: async ({ ctx, input, caller }) =>
    workbook(exportDetails({ ctx, whose: whoseOf(caller), input })),
};
