import type { BatchTable, Executor, Selectable } from '@yunbiao/db';

type Batch = Pick<Selectable<BatchTable>, 'id' | 'printer_id'>;

/** Printers of a batch: its own, then those that labels were moved to. */
export const listPrintersOfBatch = async (executor: Executor, batch: Batch): Promise<number[]> => {
  const rows = await executor
    .selectFrom('batch_place')
    .select('printer_id')
    .where('batch_id', '=', batch.id)
    .orderBy('id')
    .execute();
  return [...new Set([batch.printer_id, ...rows.map((row) => row.printer_id)])];
};
