import { setImmediate as turn } from 'node:timers/promises';
import type { BatchState, CallParsed, Source } from '@yunbiao/contract';
import { BATCH_STATE_LABELS, SOURCE_LABELS } from '@yunbiao/contract/printing/print-labels';
import type { Context } from '../../platform/context.ts';
import {
  type Cell,
  type Column,
  createNumberColumn,
  createTextColumn,
  createTimeColumn,
  createWorkbookStream,
  type OnRow,
} from '../../platform/excel/workbook.ts';
import { createEmptyCounts, parseBatchCounts } from '../label-state/batch-counts.ts';
import { selectListedBatches, toBatchListValues, type Whose } from './filters.ts';
import { computeDayBounds } from '../../platform/day-bounds.ts';
import { BATCH_FIELDS } from './present.ts';

/** Rows per query. Other requests run between two pages. */
const PAGE = 200;

const BATCH_COLUMNS: readonly Column[] = [
  createTextColumn('批次号', 18),
  createTextColumn('模板', 20),
  createTextColumn('打印机', 20),
  createTextColumn('客户端', 20),
  createTextColumn('打印机配置', 20),
  createTextColumn('来源', 10),
  createTextColumn('状态', 12),
  ...['张数', '已打印', '已送达', '待确认', '失败', '已取消', '已过期'].map(createNumberColumn),
  createTimeColumn('提交时间（北京时间）'),
  createTimeColumn('结束时间（北京时间）'),
];

const streamBatchRows = async function* (
  ctx: Context,
  owner: Whose,
  input: CallParsed<'printStatExport'>,
): AsyncGenerator<Cell[]> {
  let last: number | null = null;
  for (;;) {
    const before: number | null = last;
    await turn();
    const rows = await selectListedBatches(ctx.db.kysely, toBatchListValues(owner, input))
      .select(BATCH_FIELDS)
      .$if(before !== null, (query) => query.where('batch.id', '<', before ?? 0))
      .orderBy('batch.id', 'desc')
      .limit(PAGE)
      .execute();
    for (const row of rows) {
      const c = { ...createEmptyCounts(), ...parseBatchCounts(row.counts) };
      yield [
        row.batch_no,
        row.template_name,
        // A batch of a group has no single printer.
        row.group_name || row.printer_name,
        row.client_name,
        row.config_name,
        SOURCE_LABELS[row.source as Source],
        BATCH_STATE_LABELS[row.state as BatchState],
        row.total,
        c.printed,
        c.sent,
        c.uncertain,
        c.failed,
        c.cancelled,
        c.expired,
        row.created_at,
        row.finished_at,
      ];
    }
    if (rows.length < PAGE) return;
    last = rows.at(-1)?.id ?? null;
  }
};

/** Exports the filtered batches as a spreadsheet. @throws 400 */
export const exportBatches = ({
  ctx,
  whose,
  input,
  onRow,
}: {
  ctx: Context;
  whose: Whose;
  input: CallParsed<'printStatExport'>;
  onRow?: OnRow;
}): ReadableStream<Uint8Array> => {
  // Validate the filter before the first byte: an error must be a response, not a broken file.
  computeDayBounds(input);
  return createWorkbookStream('批次', BATCH_COLUMNS, {
    rows: streamBatchRows(ctx, whose, input),
    onRow,
  });
};
