import { type OnRow, XLSX_TYPE } from '@yunbiao/services';
import { computeRowCost } from '../../budget/work-costs.ts';
import type { FileReply } from '../handler.ts';

/** Replies with a workbook. Its rows are charged to the work budget as they are written. */
export const createWorkbookReply = async (
  open: (onRow: OnRow) => ReadableStream<Uint8Array> | Promise<ReadableStream<Uint8Array>>,
): Promise<FileReply> => {
  let units = 0;
  const stream = await open((characters) => (units += computeRowCost(characters)));
  const consumeUnits = (): number => {
    const consumed = units;
    units = 0;
    return consumed;
  };
  return { fileName: 'table-export.xlsx', contentType: XLSX_TYPE, stream, consumeUnits };
};
