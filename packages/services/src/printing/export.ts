import { setImmediate as turn } from 'node:timers/promises';
import type { BatchState, CallParsed, DetailState, Evidence, Source } from '@yunbiao/contract';
import {
  BATCH_STATE_WORDS,
  DETAIL_STATE_WORDS,
  EVIDENCE_WORDS,
  SOURCE_WORDS,
} from '@yunbiao/contract/print-words';
import type { Context } from '../context.ts';
import { type Cell, type Column, type OnRow, workbookStream } from '../excel/workbook.ts';
import { noCounts, readCounts } from '../label-state/batch-counts.ts';
import { detailValues, listedDetails } from './detail-list.ts';
import { listedBatches, listValues, type Whose } from './filters.ts';
import { openBounds } from '../day-bounds.ts';
import { BATCH_FIELDS, getReason } from './present.ts';

/** Rows read and written at once: between two such pieces everybody else has a turn. */
const PAGE = 200;

const text = (header: string, width: number): Column => ({ header, kind: 'text', width });
const number = (header: string): Column => ({ header, kind: 'number', width: 10 });
const time = (header: string): Column => ({ header, kind: 'time', width: 20 });

const BATCH_COLUMNS: readonly Column[] = [
  text('批次号', 18),
  text('模板', 20),
  text('打印机', 20),
  text('客户端', 20),
  text('打印机配置', 20),
  text('来源', 10),
  text('状态', 12),
  ...['张数', '已打印', '已送达', '待确认', '失败', '已取消', '已过期'].map(number),
  time('提交时间（北京时间）'),
  time('结束时间（北京时间）'),
];

const batchRows = async function* (
  ctx: Context,
  whose: Whose,
  input: CallParsed<'printStatExport'>,
): AsyncGenerator<Cell[]> {
  let last: number | null = null;
  for (;;) {
    const before: number | null = last;
    await turn();
    const rows = await listedBatches(ctx.db.kysely, listValues(whose, input))
      .select(BATCH_FIELDS)
      .$if(before !== null, (query) => query.where('batch.id', '<', before ?? 0))
      .orderBy('batch.id', 'desc')
      .limit(PAGE)
      .execute();
    for (const row of rows) {
      const c = { ...noCounts(), ...readCounts(row.counts) };
      yield [
        row.batch_no,
        row.template_name,
        // A group's labels go where there is room: the batch has no one printer.
        row.group_name || row.printer_name,
        row.client_name,
        row.config_name,
        SOURCE_WORDS[row.source as Source],
        BATCH_STATE_WORDS[row.state as BatchState],
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

/** The filtered batches as a workbook. @throws 400 */
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
  // Asked once before the first byte: a bad filter must be an answer, not a broken file.
  openBounds(input);
  return workbookStream('批次', BATCH_COLUMNS, { rows: batchRows(ctx, whose, input), onRow });
};

const DETAIL_COLUMNS: readonly Column[] = [
  text('批次号', 18),
  number('序号'),
  number('第几份'),
  number('第几次'),
  text('内容', 40),
  text('全部字段', 60),
  text('状态', 12),
  text('凭据', 14),
  text('说明', 30),
  number('计数器从'),
  number('计数器到'),
  text('模板', 20),
  text('打印机', 20),
  time('排队时间（北京时间）'),
  time('结束时间（北京时间）'),
];

const fieldsText = (data: string): string =>
  Object.entries(JSON.parse(data) as Record<string, string>)
    .map(([name, value]) => `${name}：${value}`)
    .join('；');

const detailRows = async function* (
  ctx: Context,
  whose: Whose,
  input: CallParsed<'detailExport'>,
): AsyncGenerator<Cell[]> {
  const isForward = Boolean(input.batchNo);
  let last: number | null = null;
  for (;;) {
    const cursor: number | null = last;
    await turn();
    const rows = await listedDetails(ctx.db.kysely, detailValues(whose, input))
      .$if(cursor !== null, (query) => query.where('detail.id', isForward ? '>' : '<', cursor ?? 0))
      .orderBy('detail.id', isForward ? 'asc' : 'desc')
      .limit(PAGE)
      .execute();
    for (const row of rows) {
      yield [
        row.batch_no,
        row.sequence,
        row.copy,
        row.attempt,
        row.title,
        fieldsText(row.data),
        DETAIL_STATE_WORDS[row.state as DetailState],
        EVIDENCE_WORDS[row.evidence as Evidence],
        getReason(row),
        row.counter_from,
        row.counter_to,
        row.template_name,
        row.printer_name,
        row.queued_at,
        row.finished_at,
      ];
    }
    if (rows.length < PAGE) return;
    last = rows.at(-1)?.id ?? null;
  }
};

/** The filtered labels as a workbook. @throws 400 */
export const exportDetails = ({
  ctx,
  whose,
  input,
  onRow,
}: {
  ctx: Context;
  whose: Whose;
  input: CallParsed<'detailExport'>;
  onRow?: OnRow;
}): ReadableStream<Uint8Array> => {
  openBounds(input);
  return workbookStream('标签明细', DETAIL_COLUMNS, { rows: detailRows(ctx, whose, input), onRow });
};
