import { exportBatches, exportDetails, type OnRow, XLSX_TYPE } from '@yunbiao/services';
import { costOfRow } from '../../work-costs.ts';
import type { FileReply, Handlers } from '../handler.ts';
import { getOwnership } from './printing.ts';

/** A table under the name of every export of the site; its rows are paid for as they are written. */
export const replyWorkbook = (
  open: (onRow: OnRow) => ReadableStream<Uint8Array>,
): Promise<FileReply> => {
  let units = 0;
  const stream = open((characters) => (units += costOfRow(characters)));
  const takeUnits = (): number => {
    const taken = units;
    units = 0;
    return taken;
  };
  return Promise.resolve({
    fileName: 'table-export.xlsx',
    contentType: XLSX_TYPE,
    stream,
    takeUnits,
  });
};

export const exportHandlers: Pick<Handlers, 'printStatExport' | 'detailExport'> = {
  printStatExport: async ({ ctx, input, caller }) =>
    replyWorkbook((onRow) => exportBatches({ ctx, whose: getOwnership(caller), input, onRow })),
  detailExport: async ({ ctx, input, caller }) =>
    replyWorkbook((onRow) => exportDetails({ ctx, whose: getOwnership(caller), input, onRow })),
};
